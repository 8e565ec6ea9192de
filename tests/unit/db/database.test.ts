import { copyFileSync, existsSync, readFileSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import Database from 'better-sqlite3'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openEncrypted } from '../../../src/core/db/connection.ts'
import { setDamagedAside } from '../../../src/core/db/database.ts'
import { requireEncrypted } from '../../../src/core/db/encrypted-check.ts'
import { createKey } from '../../../src/core/db/keyring.ts'
import { toErrorData } from '../../../src/core/kernel/app-error.ts'
import { fillToday } from '../../migrations/sample-rows.ts'
import { atEnd, failureOf, flipBit, folderState, killed, nextMessage, startChild, temporaryFolder, testProfile } from './support.ts'
import type { TestProfile } from './support.ts'

const hex = (key: Uint8Array) => Buffer.from(key).toString('hex')

function filled(profile: TestProfile): TestProfile {
  const { db, close } = profile.open()
  fillToday(db)
  close()
  return profile
}

describe('opening', () => {
  test('a new profile is made, and its rows are there the next time', () => {
    const profile = filled(testProfile())
    expect(profile.open().db.prepare('select count(*) from facts').pluck().get()).toBe(2)
  })

  test('the file is set up as the rules say', () => {
    const { db } = testProfile().open()
    const wanted = {
      cipher: 'chacha20',
      journal_mode: 'wal',
      synchronous: 2,
      secure_delete: 1,
      temp_store: 2,
      trusted_schema: 0,
      foreign_keys: 1,
      cache_size: -65536,
      journal_size_limit: 16 * 1024 * 1024,
      busy_timeout: 5000
    }
    const found = Object.fromEntries(Object.keys(wanted).map((name) => [name, db.pragma(name, { simple: true })]))
    expect(found).toEqual(wanted)
  })

  test('nobody can write to the schema table', () => {
    const { db } = testProfile().open()
    db.pragma('writable_schema=ON')
    expect(() => db.exec("update sqlite_schema set sql = ''")).toThrow(/may not be modified/)
  })

  test('neither words nor the header can be read in the files', () => {
    const profile = testProfile()
    const { db, close } = profile.open()
    fillToday(db)
    const files = () => readdirSync(profile.paths.dir).map((name) => readFileSync(`${profile.paths.dir}/${name}`).toString('latin1'))
    for (const content of files()) expect(content).not.toMatch(/SQLite format 3|favourite|create table/i)
    close()
    requireEncrypted(profile.paths.database)
    requireEncrypted(profile.paths.lock)
  })

  test('a plaintext file is refused as not encrypted', () => {
    const file = `${temporaryFolder()}/plain.db`
    const plain = new Database(file)
    plain.exec('create table a (x)')
    plain.close()
    expect(failureOf(() => requireEncrypted(file)).code).toBe('PROFILE_KEY')
  })

  test('a library that swallows a key error is noticed: no plaintext file stays', () => {
    const profile = testProfile()
    const { pragma } = Database.prototype
    atEnd(() => void (Database.prototype.pragma = pragma))
    Database.prototype.pragma = function swallowKey(source, options) {
      return source.startsWith('key=') ? [{ ok: 'ok' }] : pragma.call(this, source, options)
    }
    expect(failureOf(() => profile.open()).code).toBe('PROFILE_KEY')
    Database.prototype.pragma = pragma
    expect(readdirSync(profile.paths.dir)).toEqual([])
    profile.open()
  })

  test.each([
    ['empty', new Uint8Array(0)],
    ['short', new Uint8Array(16).fill(7)],
    ['all zero', new Uint8Array(32)]
  ])('an %s key is refused and makes no file', (_, key) => {
    const profile = testProfile(temporaryFolder(), key)
    expect(failureOf(() => profile.open()).code).toBe('PROFILE_KEY')
    expect(existsSync(profile.paths.dir)).toBe(false)
  })

  test('closing twice is harmless; with an open iterator it says so and can be tried again', () => {
    const { db, close } = testProfile().open()
    fillToday(db)
    const rows = db.prepare('select * from facts').iterate()
    rows.next()
    expect(close).toThrow()
    rows.return?.()
    close()
    close()
    expect(db.open).toBe(false)
  })
})

describe('the key', () => {
  test('a wrong key is refused, changes nothing, and the right one still opens', () => {
    const profile = filled(testProfile())
    const before = folderState(profile.paths.dir)
    expect(failureOf(() => profile.open({ key: randomBytes(32) })).code).toBe('PROFILE_KEY')
    expect(folderState(profile.paths.dir)).toEqual(before)
    profile.open()
  })

  test('a wrong key is refused when the lock file is missing too, and leaves none behind', () => {
    const profile = filled(testProfile())
    rmSync(profile.paths.lock)
    expect(failureOf(() => profile.open({ key: randomBytes(32) })).code).toBe('PROFILE_KEY')
    expect(existsSync(profile.paths.lock)).toBe(false)
    profile.open()
  })

  test('a lock file full of rubbish does not keep the right key out', () => {
    const profile = filled(testProfile())
    writeFileSync(profile.paths.lock, randomBytes(8192))
    expect(profile.open().db.prepare('select count(*) from facts').pluck().get()).toBe(2)
  })
})

describe('one process per profile', () => {
  test('a second opening in the same process is refused', () => {
    const profile = testProfile()
    const first = profile.open()
    expect(failureOf(() => profile.open()).code).toBe('PROFILE_LOCKED')
    first.close()
    profile.open()
  })

  test('another process keeps it until it is killed', async () => {
    const profile = testProfile()
    const child = startChild('hold', profile.paths.dir, hex(profile.key))
    expect(await nextMessage(child)).toBe('open')
    expect(failureOf(() => profile.open()).code).toBe('PROFILE_LOCKED')
    expect(failureOf(() => setDamagedAside(profile.paths, () => 0)).code).toBe('PROFILE_LOCKED')
    await killed(child)
    profile.open()
  })

  test('another process is refused while this one has it, also after writes', async () => {
    const profile = testProfile()
    fillToday(profile.open().db)
    expect(await nextMessage(startChild('hold', profile.paths.dir, hex(profile.key)))).toBe('PROFILE_LOCKED')
  })
})

describe('a file that is not the one that was here', () => {
  const reasonOf = (profile: TestProfile) => {
    const error = failureOf(() => profile.open())
    return [error.code, error.data?.['reason']]
  }
  const remove = (profile: TestProfile) => rmSync(profile.paths.database)
  const empty = (profile: TestProfile) => truncateSync(profile.paths.database, 0)

  test.each([
    ['missing', remove],
    ['empty', empty]
  ])('%s: refused, and what was remembered is told', (reason, harm) => {
    const profile = filled(testProfile())
    harm(profile)
    const error = failureOf(() => profile.open())
    expect(error).toMatchObject({ code: 'DB_DAMAGED', data: { reason, facts: 2, messages: 2, conversations: 1 } })
  })

  test.each([
    ['missing', remove],
    ['empty', empty]
  ])('%s: the key file alone is enough to notice', async (reason, harm) => {
    const dir = temporaryFolder()
    const paths = testProfile(dir).paths
    const profile = filled(testProfile(dir, await createKey(paths, { kind: 'file' })))
    harm(profile)
    rmSync(paths.lock)
    expect(reasonOf(profile)).toEqual(['DB_DAMAGED', reason])
  })

  test('another database with the same key is refused', () => {
    const profile = filled(testProfile())
    const other = filled(testProfile(temporaryFolder(), profile.key))
    copyFileSync(other.paths.database, profile.paths.database)
    expect(reasonOf(profile)).toEqual(['DB_DAMAGED', 'swapped'])
  })

  test('an older copy of the same database is refused', () => {
    const profile = filled(testProfile())
    const copy = readFileSync(profile.paths.database)
    profile.open().close()
    writeFileSync(profile.paths.database, copy)
    expect(reasonOf(profile)).toEqual(['DB_DAMAGED', 'older'])
  })

  test('a copy of a database in use, without its journal, is refused', () => {
    const profile = filled(testProfile())
    const { db, close } = profile.open()
    fillMore(db)
    const hot = readFileSync(profile.paths.database)
    close()
    writeFileSync(profile.paths.database, hot)
    expect(reasonOf(profile)[0]).toBe('DB_DAMAGED')
  })

  test('fewer rows than remembered are noticed', () => {
    const profile = filled(testProfile())
    const db = openEncrypted(profile.paths.database, { key: profile.key })
    db.exec('delete from fact_vectors; delete from facts')
    db.close()
    expect(reasonOf(profile)).toEqual(['DB_DAMAGED', 'rows-missing'])
  })

  test('a database without a sentinel is refused', () => {
    const profile = filled(testProfile())
    const db = openEncrypted(profile.paths.database, { key: profile.key })
    db.exec('delete from meta')
    db.close()
    expect(reasonOf(profile)).toEqual(['DB_DAMAGED', 'no-sentinel'])
  })

  test('a first start that was cut short is simply done again', () => {
    const profile = testProfile()
    profile.open().close()
    setDamagedAside(profile.paths, () => 0)
    writeFileSync(profile.paths.database, '')
    profile.open()
  })
})

function thrownBy(work: () => unknown): unknown {
  try {
    work()
  } catch (cause) {
    return cause
  }
  throw new Error('No failure')
}

function fillMore(db: { exec(sql: string): unknown }): void {
  db.exec("insert into settings (name, value) values ('more', '1')")
}

describe('damage', () => {
  test('a flipped bit anywhere is noticed at the start of a small file, and the file is not touched', () => {
    const profile = filled(testProfile())
    const whole = readFileSync(profile.paths.database)
    const flipAndOpen = (at: number) => {
      writeFileSync(profile.paths.database, flipBit(whole, at))
      const before = folderState(profile.paths.dir)
      expect(failureOf(() => profile.open()).code).toBe('DB_DAMAGED')
      expect(folderState(profile.paths.dir)).toEqual(before)
    }
    fc.assert(fc.property(fc.nat(whole.length - 1), flipAndOpen), { numRuns: 20, examples: [[0], [20], [100], [4096], [whole.length - 1]] })
    writeFileSync(profile.paths.database, whole)
    profile.open()
  })

  test('4 KB of rubbish in the middle are noticed after a kill', async () => {
    const profile = filled(testProfile())
    const child = startChild('hold', profile.paths.dir, hex(profile.key))
    await nextMessage(child)
    await killed(child)
    const bytes = readFileSync(profile.paths.database)
    randomBytes(4096).copy(bytes, 20 * 4096)
    writeFileSync(profile.paths.database, bytes)
    expect(failureOf(() => profile.open()).code).toBe('DB_DAMAGED')
  })

  test('a page that goes bad later is a damage when it is read', () => {
    const profile = testProfile()
    const { db, close } = profile.open()
    db.exec('create table big (x)')
    db.exec('with recursive n(i) as (select 1 union all select i + 1 from n where i < 6000) insert into big select randomblob(1000) from n')
    close()
    expect(statSync(profile.paths.database).size).toBeGreaterThan(4 * 1024 * 1024)
    const bytes = readFileSync(profile.paths.database)
    writeFileSync(profile.paths.database, flipBit(bytes, bytes.length - 3 * 4096 + 100))
    const again = profile.open().db
    const fault = thrownBy(() => again.prepare('select sum(length(x)) + sum(unicode(x)) from big').get())
    expect(toErrorData(fault).code).toBe('DB_DAMAGED')
  })

  test('with a key file, a bad first page is damage even when the lock file is gone', async () => {
    const dir = temporaryFolder()
    const paths = testProfile(dir).paths
    const profile = filled(testProfile(dir, await createKey(paths, { kind: 'file' })))
    rmSync(paths.lock)
    writeFileSync(paths.database, flipBit(readFileSync(paths.database), 100))
    expect(failureOf(() => profile.open()).code).toBe('DB_DAMAGED')
  })
})

describe('setting a damaged file aside', () => {
  test('moves everything, deletes nothing, and a new file can be made', async () => {
    const dir = temporaryFolder()
    const paths = testProfile(dir).paths
    const profile = filled(testProfile(dir, await createKey(paths, { kind: 'file' })))
    const bad = flipBit(readFileSync(paths.database), 100)
    writeFileSync(paths.database, bad)
    writeFileSync(`${paths.database}-wal`, 'rest')
    expect(failureOf(() => profile.open()).code).toBe('DB_DAMAGED')
    const folder = setDamagedAside(paths, () => Date.UTC(2026, 0, 2))
    expect(readFileSync(`${folder}/hearth.db`)).toEqual(bad)
    expect(readFileSync(`${folder}/hearth.db-wal`, 'utf8')).toBe('rest')
    const fresh = profile.open()
    expect(fresh.setAside).toBe(folder)
    expect(fresh.db.prepare('select count(*) from facts').pluck().get()).toBe(0)
    fresh.close()
    expect(profile.open().setAside).toBeNull()
  })

  test('twice in the same moment keeps both', () => {
    const profile = testProfile()
    const folders = [1, 2].map(() => {
      profile.open().close()
      return setDamagedAside(profile.paths, () => 0)
    })
    expect(new Set(folders).size).toBe(2)
    for (const folder of folders) expect(existsSync(`${folder}/hearth.db`)).toBe(true)
    expect(profile.open().setAside).toBe(folders[1])
  })

  test('a restored file is accepted afterwards', () => {
    const profile = filled(testProfile())
    const backup = readFileSync(profile.paths.database)
    profile.open().close()
    setDamagedAside(profile.paths, () => 0)
    writeFileSync(profile.paths.database, backup)
    expect(profile.open().db.prepare('select count(*) from facts').pluck().get()).toBe(2)
  })
})
