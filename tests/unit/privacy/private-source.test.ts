import { describe, expect, test } from 'vitest'
import { transaction } from '../../../src/core/db/database.ts'
import { createPrivateSource } from '../../../src/core/privacy/private-source.ts'
import { createProtectedValues } from '../../../src/core/privacy/protected-values.ts'
import { openTestDatabase } from './support.ts'
import type { Db } from '../../../src/core/db/database.ts'

function addFact(db: Db, id: string, text: string, privacy: string, more: { aliases?: string[]; evidence?: string; status?: string } = {}) {
  db.prepare(
    `insert into facts (id, text, normal_text, aliases, scope, confidence, privacy, status, source, created_at, updated_at, valid_from)
     values (?, ?, ?, ?, 'user', 1, ?, ?, 'person', 1, 1, 1)`
  ).run(id, text, text, JSON.stringify(more.aliases ?? []), privacy, more.status ?? 'live')
  if (more.evidence !== undefined) addEvidence(db, id, more.evidence)
}

function addEvidence(db: Db, factId: string, text: string) {
  db.prepare('insert into fact_evidence (fact_rowid, message_id, text, at) select rowid, ?, ?, 1 from facts where id = ?').run(
    `said_${factId}`,
    text,
    factId
  )
}

function addMessage(db: Db, id: string, role: string, content: string, privacy: string, reasoning = '') {
  db.prepare(
    `insert into messages (id, conversation_id, role, content, reasoning, status, privacy, origin, created_at)
     values (?, 'c', ?, ?, ?, 'complete', ?, 'user', 1)`
  ).run(id, role, content, reasoning, privacy)
}

function addSummary(db: Db, audience: string, text: string, privacy: string) {
  db.prepare(
    `insert into summaries (conversation_id, audience, text, upto_message_id, removed, privacy, created_at) values ('c', ?, ?, 'm1', 1, ?, 1)`
  ).run(audience, text, privacy)
}

function addCompaction(db: Db, id: string, text: string, privacy: string) {
  db.prepare(
    `insert into compactions (id, conversation_id, audience, text, removed, kept, privacy, created_at) values (?, 'c', 'local', ?, 1, 1, ?, 1)`
  ).run(id, text, privacy)
}

function addResult(db: Db, messageId: string, text: string) {
  db.prepare('insert into tool_results (message_id, text, length) values (?, ?, ?)').run(messageId, text, text.length)
}

function open() {
  const db = openTestDatabase()
  db.exec(`insert into conversations (id, title, created_at, updated_at) values ('c', 't', 1, 1)`)
  const source = createPrivateSource(db)
  return { db, source, texts: () => [...source.privateTexts()].map(({ text }) => text) }
}

describe('private texts', () => {
  test('are private facts of every status with aliases and evidence, and nothing that is open or ask', () => {
    const { db, texts } = open()
    addFact(db, 'f1', 'live one', 'private', { aliases: ['other name'], evidence: 'what was said' })
    for (const status of ['superseded', 'retracted', 'proposed']) addFact(db, status, `${status} one`, 'private', { status })
    addFact(db, 'f5', 'open one', 'open', { aliases: ['open alias'], evidence: 'open evidence' })
    addFact(db, 'f6', 'ask one', 'ask')
    expect(texts()).toEqual(['live one', 'other name', 'what was said', 'superseded one', 'retracted one', 'proposed one'])
  })

  test('are private messages with their reasoning, and private summaries; what a model wrote is marked so', () => {
    const { db, source } = open()
    addMessage(db, 'm1', 'user', 'mine', 'private')
    addMessage(db, 'm2', 'assistant', 'answer', 'private', 'thought')
    addMessage(db, 'm3', 'user', 'open', 'open')
    addSummary(db, 'local', 'short form', 'private')
    addSummary(db, 'remote', 'open form', 'open')
    expect([...source.privateTexts()]).toEqual([
      { text: 'mine', author: 'person' },
      { text: 'answer', author: 'machine' },
      { text: 'thought', author: 'machine' },
      { text: 'short form', author: 'machine' }
    ])
  })
})

test('notes of compactions and long tool results are private as the messages are that they come from', () => {
  const { db, texts } = open()
  addMessage(db, 'm1', 'tool', 'head', 'private')
  addMessage(db, 'm2', 'tool', 'open head', 'open')
  addResult(db, 'm1', 'the whole result')
  addResult(db, 'm2', 'the whole open result')
  addCompaction(db, 'k1', 'an old note', 'private')
  addCompaction(db, 'k2', 'an old open note', 'open')
  expect(texts()).toEqual(['head', 'an old note', 'the whole result'])
})

describe('the revision', () => {
  test('moves with every change of a private text or label', () => {
    const { db, source } = open()
    const seen = new Set([source.revision()])
    const changes = [
      () => addFact(db, 'f1', 'one', 'private'),
      () => db.exec(`update facts set text = 'two' where id = 'f1'`),
      () => db.exec(`update facts set aliases = '["x"]' where id = 'f1'`),
      () => addEvidence(db, 'f1', 'what was said'),
      () => db.exec(`update fact_evidence set text = 'what was meant'`),
      () => db.exec(`delete from fact_evidence`),
      () => db.exec(`update facts set privacy = 'open' where id = 'f1'`),
      () => db.exec(`update facts set privacy = 'private' where id = 'f1'`),
      () => db.exec(`delete from facts where id = 'f1'`),
      () => addMessage(db, 'm1', 'user', 'mine', 'private'),
      () => db.exec(`update messages set content = 'other' where id = 'm1'`),
      () => db.exec(`update messages set reasoning = 'other' where id = 'm1'`),
      () => addSummary(db, 'local', 'short form', 'private'),
      () => db.exec(`update summaries set text = 'new form'`),
      () => addCompaction(db, 'k1', 'a note', 'private'),
      () => db.exec(`update compactions set text = 'another note'`),
      () => addResult(db, 'm1', 'the whole result'),
      () => db.exec(`update tool_results set text = 'another result'`),
      () => db.exec(`delete from tool_results`),
      () => db.exec(`delete from conversations where id = 'c'`)
    ]
    for (const [at, change] of changes.entries()) {
      change()
      seen.add(source.revision())
      expect([at, seen.size]).toEqual([at, at + 2])
    }
  })

  test('stays with everything else', () => {
    const { db, source } = open()
    addFact(db, 'f1', 'one', 'private')
    const before = source.revision()
    addFact(db, 'f2', 'one', 'open', { evidence: 'open evidence' })
    addMessage(db, 'm1', 'user', 'hello', 'open')
    addResult(db, 'm1', 'an open result')
    addCompaction(db, 'k1', 'an open note', 'open')
    db.exec(`update facts set used_count = 3, confidence = 0.5`)
    db.exec(`update facts set text = 'two' where id = 'f2'`)
    db.exec(`delete from facts where id = 'f2'`)
    expect(source.revision()).toBe(before)
  })

  test('a change that was undone leaves the same texts protected', () => {
    const { db, source } = open()
    const values = createProtectedValues(source)
    addFact(db, 'f1', '我对青霉素过敏', 'private')
    expect(values.findIn(['我对青霉素过敏'])).toBe(1)
    const failing = () =>
      transaction(db, () => {
        db.exec(`delete from facts`)
        throw new Error('undone')
      })
    expect(failing).toThrow('undone')
    expect(values.findIn(['我对青霉素过敏'])).toBe(1)
    db.exec(`delete from facts`)
    expect(values.findIn(['我对青霉素过敏'])).toBe(0)
  })

  test('a second source on the same connection works, and the file holds nothing of it', () => {
    const { db, source } = open()
    const second = createPrivateSource(db)
    addFact(db, 'f1', 'one', 'private')
    expect(second.revision()).toBe(source.revision())
    expect(db.prepare(`select count(*) as n from sqlite_schema where name like '%private_%revision%' or type = 'trigger'`).get()).toEqual({
      n: 0
    })
  })
})
