import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { AppError } from '../kernel/app-error.ts'
import { syncFile, syncFolder } from './atomic-file.ts'
import { requireEncrypted } from './encrypted-check.ts'
import { schemaVersion } from './schema-version.ts'
import { readUntouched } from './read-untouched.ts'
import { countRows, readSentinel } from './sentinel.ts'
import type { Db } from './connection.ts'

export interface SnapshotTarget {
  readonly key: Uint8Array
  /** The folder; made when it is missing. */
  readonly folder: string
  readonly now: () => number
}

const NAME = /^before-v(\d+)-.*\.db(\.part)?$/

/** What must be equal in a database and its copy. */
function fingerprint(db: Db): string {
  return JSON.stringify([schemaVersion(db), readSentinel(db), countRows(db)])
}

function verify(file: string, key: Uint8Array, wanted: string): void {
  requireEncrypted(file)
  const good = readUntouched(file, key, (db) => db.pragma('quick_check(1)', { simple: true }) === 'ok' && fingerprint(db) === wanted)
  if (!good) throw new AppError('DB_DAMAGED', 'The copy made before the upgrade is not whole', { reason: 'check-failed' })
}

/**
 * A verified copy of the whole database, encrypted with the same key, made before its schema changes from `version`.
 * @returns the path of the copy.
 */
export function takeSnapshot(db: Db, version: number, { key, folder, now }: SnapshotTarget): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const file = join(folder, `before-v${version + 1}-${new Date(now()).toISOString().replaceAll(':', '-')}.db`)
  const part = `${file}.part`
  rmSync(part, { force: true })
  try {
    // `serialize` and `backup` would give plaintext or nothing.
    db.prepare('vacuum into ?').run(part)
    verify(part, key, fingerprint(db))
    syncFile(part)
    renameSync(part, file)
    syncFolder(folder)
    return file
  } catch (cause) {
    rmSync(part, { force: true })
    throw cause
  }
}

/**
 * Removes the copies that were made on the way to `version`. Once an upgrade is done, neither its copy nor one of an earlier attempt is
 * needed, and what is forgotten later must not live on in them.
 */
export function removeSnapshots(folder: string, version: number): void {
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    const made = NAME.exec(name)?.[1]
    if (made !== undefined && Number(made) <= version) rmSync(join(folder, name), { force: true })
  }
}
