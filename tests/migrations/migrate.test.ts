import { copyFileSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { openEncrypted } from '../../src/core/db/connection.ts'
import { requireEncrypted } from '../../src/core/db/encrypted-check.ts'
import { migrations } from '../../src/core/db/migrations/index.ts'
import { readUntouched } from '../../src/core/db/read-untouched.ts'
import { failureOf, folderState, recordingLogger, temporaryFolder, testProfile } from '../unit/db/support.ts'
import { carried } from './carried.ts'
import { dump, readColumns, tableNames } from './dump.ts'
import { FILL, fillProfile } from './filled-profile.ts'
import { vector } from './sample-rows.ts'
import type { Db } from '../../src/core/db/database.ts'
import type { TestProfile } from '../unit/db/support.ts'
import type { Dump } from './dump.ts'

const recordSchema = z.object({
  key: z.string(),
  tables: z.record(
    z.string(),
    z.object({ columns: z.array(z.string()), rows: z.array(z.array(z.union([z.string(), z.number(), z.null()]))) })
  )
})

function expectRows(db: Db, wanted: Dump): void {
  for (const [table, { columns, rows }] of Object.entries(wanted)) {
    const found = readColumns(db, table, columns).filter((row) => row[0] !== 'generation')
    expect(found, table).toEqual(rows)
  }
}

/** A profile as a program of `version` left it, with rows in every table. */
function profileOf(version: number): { profile: TestProfile; rows: Dump } {
  const profile = testProfile()
  return { profile, rows: fillProfile(profile, version) }
}

const backupNames = (profile: TestProfile) => (existsSync(profile.paths.backups) ? readdirSync(profile.paths.backups) : [])

describe('each version', () => {
  test('has sample rows in every table', () => {
    expect(FILL).toHaveLength(migrations.length)
    const { rows } = profileOf(migrations.length)
    for (const [table, { rows: found }] of Object.entries(rows)) expect(found.length, table).toBeGreaterThan(0)
  })

  test.each(migrations.slice(1).map((_, index) => index + 1))('version %i becomes the next one with every row', (version) => {
    const { profile, rows } = profileOf(version)
    const { db } = profile.open({ migrations: migrations.slice(0, version + 1) })
    expect(db.pragma('user_version', { simple: true })).toBe(version + 1)
    expectRows(db, carried(rows, version, version + 1))
    for (const fill of FILL.slice(version, version + 1)) fill(db)
    expect(backupNames(profile)).toEqual([])
  })

  test('what was said before version 4 is not read for facts', () => {
    const { db } = profileOf(3).profile.open({ migrations: migrations.slice(0, 4) })
    const newest = db.prepare('select conversation_id, max(rowid) as upto_rowid from messages group by conversation_id').all()
    expect(newest).not.toEqual([])
    expect(db.prepare('select * from extraction_watermarks').all()).toEqual(newest)
  })
})

describe('the frozen file of version 1', () => {
  const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}`, import.meta.url))
  const record = recordSchema.parse(JSON.parse(readFileSync(fixture('v1.json'), 'utf8')))

  function openFrozen(): Db {
    const profile = testProfile(temporaryFolder(), Buffer.from(record.key, 'hex'))
    mkdirSync(profile.paths.dir)
    copyFileSync(fixture('v1.db'), profile.paths.database)
    return profile.open().db
  }

  test('is encrypted, of version 1, and has rows in every table', () => {
    requireEncrypted(fixture('v1.db'))
    const copy = `${temporaryFolder()}/v1.db`
    copyFileSync(fixture('v1.db'), copy)
    readUntouched(copy, Buffer.from(record.key, 'hex'), (db) => {
      expect(db.pragma('user_version', { simple: true })).toBe(1)
      expect(tableNames(db)).toEqual(Object.keys(record.tables).toSorted())
    })
    for (const [table, { rows }] of Object.entries(record.tables)) expect(rows.length, table).toBeGreaterThan(0)
  })

  test('opens today with every row', () => {
    const db = openFrozen()
    expect(db.pragma('user_version', { simple: true })).toBe(migrations.length)
    // Of deletions and drafts that version knew nothing.
    const found: Dump = { ...record.tables, deletions: { columns: ['id', 'until'], rows: [] } }
    expectRows(db, carried(found, 1, migrations.length))
  })

  test('its text and its vectors can be searched today', () => {
    const db = openFrozen()
    const words = (table: string, query: string) => db.prepare(`select rowid from ${table} where ${table} match ?`).pluck().all(query)
    expect(words('facts_fts_open', '"colours"')).toEqual([1])
    expect(words('facts_fts_private', '"身份证"')).toEqual([2])
    expect(words('messages_fts_open', '"颜色"')).toEqual([1])
    expect(words('messages_fts_private', '"blue"')).toEqual([2])
    const sql =
      'select piece_id, private, round(vec_distance_cosine(embedding, ?), 4) as distance from fact_vectors order by distance limit 1'
    expect(db.prepare(sql).get(vector(1))).toEqual({ piece_id: 1, private: 0, distance: 0 })
    expect(db.prepare(sql).get(vector(2))).toEqual({ piece_id: 2, private: 1, distance: 0 })
  })
})

describe('an upgrade that fails', () => {
  const failing = 'create table whole (x text) strict; delete from facts; this is no sql;'

  test('leaves the old version as it was, also when an earlier step went well, and keeps an encrypted copy', () => {
    const { profile, rows } = profileOf(migrations.length)
    const logger = recordingLogger()
    const good = 'create table half (x text) strict;'
    const error = failureOf(() => profile.open({ migrations: [...migrations, good, failing], logger }))
    expect(error).toMatchObject({ code: 'INTERNAL', data: { from: migrations.length, to: migrations.length + 2 } })
    expect(logger.lines.map((line) => line.event)).toContain('upgrade-failed')

    const [copy = 'none', ...others] = backupNames(profile)
    expect(others).toEqual([])
    requireEncrypted(`${profile.paths.backups}/${copy}`)
    readUntouched(`${profile.paths.backups}/${copy}`, profile.key, (db) => expectRows(db, rows))

    const { db, close } = profile.open()
    expect(dump(db)).toEqual(rows)
    close()
    expect(backupNames(profile)).toEqual([copy])
    profile.open({ migrations: [...migrations, good] })
    expect(backupNames(profile)).toEqual([])
  })

  test('a step that leaves a child without its parent does not pass', () => {
    const { profile, rows } = profileOf(migrations.length)
    const orphan = 'delete from conversations;'
    expect(failureOf(() => profile.open({ migrations: [...migrations, orphan] })).code).toBe('INTERNAL')
    expect(dump(profile.open().db)).toEqual(rows)
  })

  test('without a copy there is no upgrade', () => {
    const { profile, rows } = profileOf(migrations.length)
    const blocked = profile.paths.backups
    rmSync(blocked, { recursive: true, force: true })
    const { db, close } = profile.open()
    db.exec(`insert into settings values ('x', 'y')`)
    close()
    // A file where the folder should be: no copy can be made.
    copyFileSync(profile.paths.database, blocked)
    expect(failureOf(() => profile.open({ migrations: [...migrations, 'delete from facts;'] })).code).toBe('INTERNAL')
    expect(profile.open().db.prepare('select count(*) from facts').pluck().get()).toBe(rows['facts']?.rows.length)
  })
})

describe('a file from a newer version', () => {
  test('is refused with both versions, and not a byte changes', () => {
    const { profile } = profileOf(migrations.length)
    const before = folderState(profile.paths.dir)
    const error = failureOf(() => profile.open({ migrations: migrations.slice(0, 1) }))
    expect(error).toMatchObject({ code: 'DB_NEWER', data: { found: migrations.length, known: 1 } })
    expect(folderState(profile.paths.dir)).toEqual(before)
  })

  test('is not touched either when it was left with a full journal', () => {
    const { profile } = profileOf(migrations.length)
    const { db, close } = profile.open()
    db.exec(`insert into settings values ('in the journal', '1')`)
    const hot = temporaryFolder()
    const copied = testProfile(hot, profile.key)
    mkdirSync(copied.paths.dir)
    for (const suffix of ['', '-wal']) copyFileSync(`${profile.paths.database}${suffix}`, `${copied.paths.database}${suffix}`)
    close()
    const before = folderState(copied.paths.dir)
    expect(Object.keys(before)).toEqual(['hearth.db', 'hearth.db-wal'])
    expect(failureOf(() => copied.open({ migrations: migrations.slice(0, 1) })).code).toBe('DB_NEWER')
    expect(folderState(copied.paths.dir)).toEqual(before)
    expect(copied.open().db.prepare(`select value from settings where name = 'in the journal'`).pluck().get()).toBe('1')
  })
})

test('the copy made before an upgrade is encrypted with the same key only', () => {
  const { profile } = profileOf(migrations.length)
  expect(() => profile.open({ migrations: [...migrations, 'this is no sql;'] })).toThrow()
  const [copy = ''] = backupNames(profile)
  const wrong = openEncrypted(`${profile.paths.backups}/${copy}`, { key: new Uint8Array(32).fill(9), readonly: true })
  expect(() => wrong.prepare('select count(*) from facts').get()).toThrow(/not a database/)
  wrong.close()
})
