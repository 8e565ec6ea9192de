import { afterEach, beforeEach, expect, test } from 'vitest'
import { openProfileDatabase, type Db } from '../../src/core/db/database.ts'
import { openKey } from '../../src/core/db/keyring.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { startHeadless } from '../support/headless.ts'
import { text, toolCall } from '../support/scripted-server/index.ts'
import { imageOf } from './image.ts'
import { openStage, type Stage } from './support.ts'

// DESIGN §1.5: forgetting lists every copy. Here every table of the schema is looked through, so that a new one cannot be left out.

let stage: Stage
beforeEach(async () => {
  stage = await openStage()
})
afterEach(() => stage.close())

const WORDS = 'I breed HOATZIN-BIRDS in my cellar'
const TRACE = /hoatzin/iu

/** Works on the closed profile's own file. */
async function inFile<T>(work: (db: Db) => T): Promise<T> {
  const paths = profilePaths(stage.profileDir)
  const opened = openProfileDatabase({ paths, key: await openKey(paths, { kind: 'file' }), logger: silentLogger, now: () => Date.now() })
  try {
    return work(opened.db)
  } finally {
    opened.close()
  }
}

/** Tables with a value that holds the words in any column; those of the text index by the index's name. */
function tablesWith(db: Db): string[] {
  const tables = db.prepare(`select name from sqlite_master where type = 'table' and sql not like '%virtual%'`).all() as { name: string }[]
  const holding = tables.filter(({ name }) =>
    (db.prepare(`select * from "${name}"`).all() as Record<string, unknown>[]).some((row) =>
      Object.values(row).some((value) => TRACE.test(Buffer.isBuffer(value) ? value.toString('latin1') : String(value)))
    )
  )
  return [...new Set(holding.map(({ name }) => name.replace(/_(?:content|data)$/u, '')))].toSorted()
}

async function closed<T>(work: (db: Db) => T): Promise<T> {
  expect(await stage.app.close()).toBe(0)
  const result = await inFile(work)
  stage.app = startHeadless({ profileDir: stage.profileDir })
  return result
}

/** What only long lives bring about: a kept tool result, an old note, the same words as evidence of another fact. */
function spreadFurther(db: Db, conversationId: string): void {
  const message = db.prepare(`select id from messages where role = 'tool' limit 1`).get() as { id: string }
  const long = `${'x'.repeat(70_000)} ${WORDS} ${'y'.repeat(70_000)}`
  db.prepare('insert into tool_results(message_id, text, length) values (?, ?, ?)').run(message.id, long, long.length)
  db.prepare(
    `insert into compactions(id, conversation_id, audience, text, removed, kept, privacy, created_at) values ('old', ?, 'remote', ?, 1, 1, 'open', 1)`
  ).run(conversationId, `The user said: ${WORDS}.`)
  db.prepare(
    `insert into summaries(conversation_id, audience, text, upto_message_id, removed, privacy, created_at) values (?, 'local', ?, ?, 1, 'open', 1)`
  ).run(conversationId, `The user said: ${WORDS}.`, message.id)
  const other = db.prepare(`select rowid from facts where text = 'I love folk music'`).get() as { rowid: number }
  db.prepare('insert into fact_evidence(fact_rowid, message_id, conversation_id, text, at) values (?, ?, ?, ?, 1)').run(
    other.rowid,
    'msg_other',
    'conv_other',
    `${WORDS}, and I love folk music`
  )
}

test('a forgotten fact leaves every table, and the file, whatever was made of it', async () => {
  const conversationId = await stage.conversation()
  stage.server.otherwise(text(`Noted: ${WORDS}.`))
  await stage.app.turn({ conversationId, text: `remember: ${WORDS}` })
  stage.server.enqueue(toolCall('recall_memory', { query: 'what do I breed in my cellar' }), text(`You breed: ${WORDS}`))
  await stage.app.turn({ conversationId, text: 'Look that up.' })
  await stage.app.call('memory.add', { text: 'I love folk music' })
  await stage.app.call('memory.setProfile', { section: 'personalContext', text: `At home: ${WORDS}. Likes music.` })
  await stage.app.call('drafts.set', { conversationId, text: `As I said: ${WORDS}` })
  const spread = await closed((db) => {
    spreadFurther(db, conversationId)
    return tablesWith(db)
  })
  expect(spread).toEqual([
    'compactions',
    'conversations',
    'drafts',
    'fact_evidence',
    'facts',
    'facts_fts_open',
    'messages',
    'messages_fts_open',
    'profile_sections',
    'receipts',
    'summaries',
    'tool_results'
  ])
  const [fact] = await stage.app.call('memory.list', { search: 'hoatzin' })
  await stage.app.call('memory.delete', { factId: fact?.factId ?? '' })
  expect((await stage.app.call('memory.profile', {})).find((one) => one.section === 'personalContext')?.text).toContain('Likes music')
  expect(await stage.app.call('memory.list', {})).toMatchObject([{ text: 'I love folk music' }])
  expect((await stage.app.call('memory.export', { format: 'json' })).text).not.toMatch(TRACE)
  expect((await stage.app.call('memory.export', { format: 'markdown' })).text).not.toMatch(TRACE)
  expect(await stage.app.close()).toBe(0)
  expect(await inFile(tablesWith)).toEqual([])
  expect((await imageOf(stage.profileDir)).toString('latin1')).not.toMatch(TRACE)
})

test('everything about something, forgotten at once: facts in one undo, then for good; what only names it is told before', async () => {
  const conversationId = await stage.conversation()
  stage.server.otherwise(text('ok'))
  await stage.app.turn({ conversationId, text: 'remember: my HOATZIN is called Bert' })
  await stage.app.turn({ conversationId, text: 'What does a hoatzin eat?' })
  await stage.app.call('memory.add', { text: 'Bert sleeps in the cellar', aliases: ['hoatzin'] })
  await stage.app.call('memory.add', { text: 'I love folk music' })
  const about = await stage.app.call('memory.about', { query: 'hoatzin' })
  expect(about.facts.map((fact) => fact.text).toSorted()).toEqual(['Bert sleeps in the cellar', 'my HOATZIN is called Bert'])
  expect(about.messages.map((message) => message.redacted).toSorted()).toEqual([false, true])
  const held = await stage.app.call('memory.deleteMany', { factIds: about.facts.map((fact) => fact.factId), undoable: true })
  expect((await stage.app.call('memory.about', { query: 'hoatzin' })).facts).toEqual([])
  await stage.app.call('deletions.undo', { deletionId: held.deletionId ?? '' })
  expect((await stage.app.call('memory.about', { query: 'hoatzin' })).facts).toHaveLength(2)
  await stage.app.call('memory.deleteMany', { factIds: about.facts.map((fact) => fact.factId), undoable: true })
  await stage.app.kill()
  stage.app = startHeadless({ profileDir: stage.profileDir })
  expect((await stage.app.call('memory.list', { status: 'all' })).map((fact) => fact.text)).toEqual(['I love folk music'])
  expect(await stage.app.close()).toBe(0)
  const image = (await imageOf(stage.profileDir)).toString('latin1')
  for (const trace of ['is called Bert', 'Bert sleeps']) expect(image.includes(trace), trace).toBe(false)
  expect(image).toContain('What does a hoatzin eat?')
})

test('a conversation with what was learned from it: its facts go, its words leave the facts that stay, after undo is over', async () => {
  const [here, there] = [await stage.conversation(), await stage.conversation()]
  stage.server.otherwise(text('ok'))
  await stage.app.turn({ conversationId: here, text: 'remember: I breed HOATZIN-BIRDS' })
  await stage.app.turn({ conversationId: there, text: 'remember: I love folk music' })
  const [folk] = await stage.app.call('memory.list', { search: 'folk' })
  await closed((db) => {
    const row = db.prepare('select rowid from facts where id = ?').get(folk?.factId) as { rowid: number }
    db.prepare(`insert into fact_evidence values (?, 'msg_here', ?, 'my HOATZIN and I love folk music', 1)`).run(row.rowid, here)
  })
  expect((await stage.app.call('conversations.facts', { conversationId: here })).map((fact) => fact.text)).toEqual([
    'I breed HOATZIN-BIRDS'
  ])
  await stage.app.call('conversations.delete', { conversationId: here, withFacts: true, undoable: true })
  expect((await stage.app.call('memory.list', {})).map((fact) => fact.text)).toEqual(['I love folk music'])
  await stage.app.kill()
  stage.app = startHeadless({ profileDir: stage.profileDir })
  expect(await stage.app.call('memory.list', { status: 'all' })).toMatchObject([
    { text: 'I love folk music', evidence: [{ conversationId: there, text: 'I love folk music' }] }
  ])
  expect(await stage.app.close()).toBe(0)
  expect(await inFile(tablesWith)).toEqual([])
  expect((await imageOf(stage.profileDir)).toString('latin1')).not.toMatch(TRACE)
})
