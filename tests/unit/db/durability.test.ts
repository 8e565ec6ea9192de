import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { transaction } from '../../../src/core/db/database.ts'
import { toErrorData } from '../../../src/core/kernel/app-error.ts'
import { atEnd, killed, startChild, temporaryFolder, testProfile } from './support.ts'
import type { ChildProcess } from 'node:child_process'
import type { Db } from '../../../src/core/db/database.ts'

function until(child: ChildProcess, wanted: number): Promise<number> {
  return new Promise((resolve) => {
    child.on('message', (n) => {
      if (n === wanted) resolve(wanted)
    })
  })
}

function numbers(db: Db, sql: string): number[] {
  return db
    .prepare(sql)
    .pluck()
    .all()
    .map(Number)
    .toSorted((a, b) => a - b)
}

test.each([5, 38, 111])('killed after %i acknowledged writes, between checkpoints, nothing acknowledged is lost', async (wanted) => {
  const profile = testProfile()
  const child = startChild('write', profile.paths.dir, Buffer.from(profile.key).toString('hex'))
  let acknowledged = 0
  child.on('message', (n) => (acknowledged = Number(n)))
  await until(child, wanted)
  await killed(child)

  const { db } = profile.open()
  const rows = numbers(db, `select substr(name, 5) from settings where name like 'row:%'`)
  expect(rows.length).toBeGreaterThanOrEqual(acknowledged)
  expect(rows).toEqual(rows.map((_, index) => index + 1))
  expect(numbers(db, 'select rowid from facts_fts_open')).toEqual(rows)
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
})

/** A file system of a few megabytes; null where it cannot be mounted (not root, not Linux). */
function tinyDisk(megabytes = 6): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return null
  const dir = temporaryFolder()
  const disk = `${dir}/disk`
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return null
  }
  atEnd(() => void execFileSync('umount', ['-l', disk]))
  return disk
}

function fill(db: Db): { stored: number; failure: unknown } {
  for (let n = 1; ; n += 1) {
    try {
      transaction(db, () => {
        db.prepare('insert into settings (name, value) values (?, ?)').run(`row:${n}`, 'x'.repeat(20_000))
        db.prepare('insert into facts_fts_open (rowid, words, chars, aliases) values (?, ?, ?, ?)').run(n, `word${n} `.repeat(500), '', '')
      })
    } catch (failure) {
      return { stored: n - 1, failure }
    }
  }
}

describe('a full disk', () => {
  test('writes fail whole, reads go on, and writing resumes when there is space', ({ skip }) => {
    const disk = tinyDisk()
    if (disk === null) return skip('needs root to mount a small file system')
    const filler = `${disk}/filler`
    writeFileSync(filler, Buffer.alloc(3 * 1024 * 1024))
    const profile = testProfile(disk)
    const { db, close, checkpoint } = profile.open()
    const { stored, failure } = fill(db)
    expect(toErrorData(failure).code).toBe('DISK_FULL')
    expect(stored).toBeGreaterThan(3)

    const all = Array.from({ length: stored }, (_, index) => index + 1)
    const rows = () => [
      numbers(db, `select substr(name, 5) from settings where name like 'row:%'`),
      numbers(db, 'select rowid from facts_fts_open')
    ]
    expect(rows()).toEqual([all, all])
    expect(() => checkpoint()).toThrow(expect.objectContaining({ code: 'DISK_FULL' }))
    expect(rows()).toEqual([all, all])

    rmSync(filler)
    expect(fillOne(db)).toBe('stored')
    checkpoint()
    close()
    const again = profile.open().db
    expect(numbers(again, 'select rowid from facts_fts_open')).toEqual(all)
    expect(again.prepare(`select value from settings where name = 'after'`).pluck().get()).toBe('1')
    expect(again.pragma('integrity_check', { simple: true })).toBe('ok')
  })

  test('deleting fails too, until the ballast is given up', ({ skip }) => {
    const disk = tinyDisk(12)
    if (disk === null) return skip('needs root to mount a small file system')
    const { db, makeRoom } = testProfile(disk).open()
    const { stored } = fill(db)
    const remove = () => transaction(db, () => db.prepare(`delete from settings where name like 'row:%'`).run().changes)
    expect(thrownCode(remove)).toBe('DISK_FULL')
    expect(makeRoom()).toBe(true)
    expect(remove()).toBe(stored)
    expect(makeRoom()).toBe(false)
  })

  test('a new profile on a full disk says so and leaves no half file that would pass for a database', ({ skip }) => {
    const disk = tinyDisk()
    if (disk === null) return skip('needs root to mount a small file system')
    writeFileSync(`${disk}/filler`, Buffer.alloc(6 * 1024 * 1024 - 100 * 1024))
    const profile = testProfile(disk)
    expect(() => profile.open()).toThrow(expect.objectContaining({ code: 'DISK_FULL' }))
    rmSync(`${disk}/filler`)
    expect(existsSync(profile.paths.dir)).toBe(true)
    profile.open()
  })
})

function thrownCode(work: () => unknown): string {
  try {
    work()
  } catch (cause) {
    return toErrorData(cause).code
  }
  return 'none'
}

function fillOne(db: Db): string {
  transaction(db, () => db.prepare(`insert into settings (name, value) values ('after', '1')`).run())
  return 'stored'
}
