import { rmSync, statSync } from 'node:fs'
import * as z from 'zod'
import { AppError } from '../kernel/app-error.ts'
import { openEncrypted } from './connection.ts'
import { isBusy, isUnreadable } from './sqlite-error.ts'
import { subKey } from './sub-keys.ts'
import type { Db } from './connection.ts'

export const countsSchema = z.object({ facts: z.number().int(), messages: z.number().int(), conversations: z.number().int() })
export type Counts = z.infer<typeof countsSchema>

const witnessSchema = z.object({
  /** The identity that the database carries; null before there is one. */
  databaseId: z.string().nullable(),
  /** Grows with every opening, first in the database and then here: a database that is behind was put there from elsewhere. */
  generation: z.number().int(),
  /** False while a process works with the database, and after it was killed. */
  clean: z.boolean(),
  counts: countsSchema.nullable()
})
/** What the lock file remembers about the database beside it. */
export type Witness = z.infer<typeof witnessSchema>

const NO_WITNESS: Witness = { databaseId: null, generation: 0, clean: true, counts: null }
const BUSY_MS = 250

export interface ProfileLock {
  /** As it was when the lock was taken. */
  readonly witness: Witness
  /** True when there was no lock file before. */
  readonly fresh: boolean
  remember(witness: Witness): void
  release(): void
}

function readWitness(db: Db): Witness {
  const row: unknown = db.prepare('select value from witness where id = 1').get()
  if (typeof row !== 'object' || row === null || !('value' in row)) return NO_WITNESS
  return witnessSchema.parse(JSON.parse(String(row.value)))
}

function hold(db: Db): Witness {
  // With this mode the lock of the first transaction is kept between transactions, until the file is closed or the process is gone.
  db.pragma('locking_mode=EXCLUSIVE')
  db.exec('begin exclusive')
  db.exec('create table if not exists witness (id integer primary key, value text not null) strict')
  const witness = readWitness(db)
  db.exec('commit')
  return witness
}

/**
 * Takes the profile for this process; a kill gives it back. Nothing may open the lock file by other means meanwhile: on Unix, closing it
 * anywhere in this process would give the lock away.
 * @param key the profile's data key.
 * @returns null when the lock file does not open with this key.
 * @throws AppError PROFILE_LOCKED when another process, or another part of this one, has it.
 */
export function lockProfile(file: string, key: Uint8Array): ProfileLock | null {
  const fresh = (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0
  const db = openEncrypted(file, { key: subKey(key, 'lock'), vectors: false, busyMs: BUSY_MS })
  try {
    const witness = hold(db)
    return {
      witness,
      fresh,
      remember: (next) => void db.prepare('insert or replace into witness (id, value) values (1, ?)').run(JSON.stringify(next)),
      release: () => void db.close()
    }
  } catch (cause) {
    db.close()
    if (isUnreadable(cause) || cause instanceof z.ZodError) return null
    if (isBusy(cause)) throw new AppError('PROFILE_LOCKED', 'Another process has this profile')
    throw cause
  }
}

/** Removes a lock file that nobody holds. */
export function removeLock(file: string): void {
  for (const suffix of ['', '-journal']) rmSync(`${file}${suffix}`, { force: true })
}
