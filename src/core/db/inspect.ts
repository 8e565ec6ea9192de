import { statSync } from 'node:fs'
import { AppError } from '../kernel/app-error.ts'
import { schemaVersion } from './schema-version.ts'
import { readUntouched } from './read-untouched.ts'
import { countRows, isBlank, readSentinel } from './sentinel.ts'
import { asAppError } from './sqlite-error.ts'
import type { Db } from './connection.ts'
import type { Counts, Witness } from './profile-lock.ts'
import type { Sentinel } from './sentinel.ts'

export interface Expectation {
  readonly witness: Witness
  /** Identity of the database that the key file remembers. */
  readonly mark: string | null
  /** The newest schema this program knows. */
  readonly known: number
}

type DamageReason = 'missing' | 'empty' | 'unreadable' | 'no-sentinel' | 'swapped' | 'older' | 'rows-missing' | 'check-failed'

/** What a look at the file gave: nothing there yet, or a database and its proof. */
export type Inspection = { readonly state: 'new' } | { readonly state: 'present'; readonly sentinel: Sentinel; readonly version: number }

/** Checking 4 MB takes some 25 ms and is always done; more only after a process was killed, and up to half a second of it. */
const ALWAYS_CHECKED_BYTES = 4 * 1024 * 1024
const CHECKED_AFTER_KILL_BYTES = 64 * 1024 * 1024

function damaged(reason: DamageReason, counts: Counts | null): AppError {
  return new AppError('DB_DAMAGED', 'The database is damaged or not the one that was here', { reason, ...counts })
}

function sizeOf(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null
}

function isCheckDue(bytes: number, clean: boolean): boolean {
  return bytes <= ALWAYS_CHECKED_BYTES || (!clean && bytes <= CHECKED_AFTER_KILL_BYTES)
}

function lostRows(found: Counts, remembered: Counts): boolean {
  return found.facts < remembered.facts || found.messages < remembered.messages || found.conversations < remembered.conversations
}

function reasonAgainst(db: Db, sentinel: Sentinel, { witness, mark }: Expectation): DamageReason | null {
  const expected = witness.databaseId ?? mark
  if (expected !== null && sentinel.databaseId !== expected) return 'swapped'
  if (witness.databaseId !== null && !(sentinel.generation >= witness.generation)) return 'older'
  const untouched = witness.clean && sentinel.generation === witness.generation
  return untouched && witness.counts !== null && lostRows(countRows(db), witness.counts) ? 'rows-missing' : null
}

function look(db: Db, bytes: number, expectation: Expectation): Inspection {
  const { witness, mark, known } = expectation
  const version = schemaVersion(db)
  if (version > known) throw new AppError('DB_NEWER', 'The database is from a newer version', { found: version, known })
  const sentinel = readSentinel(db)
  if (sentinel === null) {
    // A first start that was cut short leaves an empty file, and nothing remembers a database.
    if (isBlank(db) && witness.databaseId === null && mark === null) return { state: 'new' }
    throw damaged('no-sentinel', witness.counts)
  }
  const reason = reasonAgainst(db, sentinel, expectation)
  if (reason !== null) throw damaged(reason, witness.counts)
  if (isCheckDue(bytes, witness.clean) && db.pragma('quick_check(1)', { simple: true }) !== 'ok')
    throw damaged('check-failed', witness.counts)
  return { state: 'present', sentinel, version }
}

/**
 * Looks at the database without touching it. Large files are not read through: every page carries a proof of its own and is refused when
 * it is read.
 * @throws AppError DB_NEWER with `found` and `known`; DB_DAMAGED with `reason` and what was remembered.
 */
export function inspect(file: string, key: Uint8Array, expectation: Expectation): Inspection {
  const { witness, mark } = expectation
  const bytes = sizeOf(file)
  if (bytes === null || bytes === 0) {
    const expected = witness.databaseId !== null || mark !== null || (sizeOf(`${file}-wal`) ?? 0) > 0
    if (expected) throw damaged(bytes === null ? 'missing' : 'empty', witness.counts)
    return { state: 'new' }
  }
  try {
    return readUntouched(file, key, (db) => look(db, bytes, expectation))
  } catch (cause) {
    throw asAppError(cause, 'Reading the database')
  }
}

/** True when the first page opens with this key. */
export function opensWith(file: string, key: Uint8Array): boolean {
  if ((sizeOf(file) ?? 0) === 0) return false
  try {
    readUntouched(file, key, schemaVersion)
    return true
  } catch {
    return false
  }
}
