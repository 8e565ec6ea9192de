import { copyFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openEncrypted } from '../../../src/core/db/connection.ts'
import { transaction } from '../../../src/core/db/database.ts'
import { vector } from '../../migrations/sample-rows.ts'
import { temporaryFolder, testProfile } from './support.ts'
import type { Db } from '../../../src/core/db/database.ts'
import type { TestProfile } from './support.ts'

const MARK = 'zqxmarkedwordqx'
const MARKED_VECTOR = Buffer.from(vector(7.3)).subarray(400, 432)

function addFact(db: Db, rowid: number, text: string, embedding: Uint8Array): void {
  transaction(db, () => {
    db.prepare(
      `insert into facts (rowid, id, text, normal_text, scope, confidence, privacy, status, source, created_at, updated_at, valid_from)
       values (?, ?, ?, ?, 'user', 1, 'private', 'live', 'user', 1, 1, 1)`
    ).run(rowid, `fact_${rowid}`, text, text)
    db.prepare('insert into facts_fts_private (rowid, words, chars, aliases) values (?, ?, ?, ?)').run(rowid, text, text, text)
    db.prepare('insert into fact_evidence (fact_rowid, message_id, text, at) values (?, ?, ?, 1)').run(rowid, `message_${rowid}`, text)
    db.prepare(`insert into fact_vectors (fact_rowid, model, private, embedding) values (?, 'm', 1, ?)`).run(rowid, embedding)
  })
}

function deleteFact(db: Db, rowid: number): void {
  transaction(db, () => {
    db.prepare('delete from facts_fts_private where rowid = ?').run(rowid)
    db.prepare('delete from facts where rowid = ?').run(rowid)
  })
}

/** What of the marked fact is in the file itself, once decrypted; its journal left out. */
function traces(profile: TestProfile): string[] {
  const copy = `${temporaryFolder()}/copy.db`
  copyFileSync(profile.paths.database, copy)
  const db = openEncrypted(copy, { key: profile.key })
  const image = db.serialize()
  db.close()
  expect(image.subarray(0, 15).toString()).toBe('SQLite format 3')
  return [...(image.includes(MARK) ? ['text'] : []), ...(image.includes(MARKED_VECTOR) ? ['vector'] : [])]
}

/** Adds a marked fact among others, deletes it, and tells what was there before and after. */
function erase(weaken: (db: Db) => void, checkpointAfter: boolean) {
  const profile = testProfile()
  const { db, checkpoint } = profile.open()
  weaken(db)
  for (let n = 1; n <= 40; n += 1)
    addFact(db, n, n === 20 ? `secret ${MARK} here` : `ordinary sentence number ${n}`, vector(n === 20 ? 7.3 : n))
  checkpoint()
  const before = traces(profile)
  deleteFact(db, 20)
  if (checkpointAfter) checkpoint()
  return { before, after: traces(profile), journalBytes: statSync(`${profile.paths.database}-wal`).size }
}

const asIs = () => {}

test('a deleted fact leaves neither its text nor its vector in the file, and no journal', () => {
  const { before, after, journalBytes } = erase(asIs, true)
  expect(before).toEqual(['text', 'vector'])
  expect(after).toEqual([])
  expect(journalBytes).toBe(0)
})

test.each<[string, (db: Db) => void, boolean]>([
  ['secure_delete', (db) => void db.pragma('secure_delete=OFF'), true],
  [
    "the text index's own secure-delete",
    (db) => db.exec("insert into facts_fts_private (facts_fts_private, rank) values ('secure-delete', 0)"),
    true
  ],
  ['the checkpoint', asIs, false]
])('without %s, the text would still be there: this test can fail', (_, weaken, checkpointAfter) => {
  expect(erase(weaken, checkpointAfter).after).toContain('text')
})
