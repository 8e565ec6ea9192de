import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { AppError } from '../kernel/app-error.ts'
import { latestAside } from './aside.ts'
import { keepBallast, releaseBallast } from './ballast.ts'
import { configure, openEncrypted, requireKey } from './connection.ts'
import { requireEncrypted } from './encrypted-check.ts'
import { inspect, opensWith } from './inspect.ts'
import { markDatabase, readKeyFile } from './key-file.ts'
import { matchesCheck } from './key-wrap.ts'
import { applyMigrations, migrate } from './migrate.ts'
import { migrations as ownMigrations } from './migrations/index.ts'
import { lockProfile, removeLock } from './profile-lock.ts'
import { countRows, writeSentinel } from './sentinel.ts'
import { asAppError } from './sqlite-error.ts'
import { transaction } from './transaction.ts'
import type { Logger } from '../kernel/logger.ts'
import type { ProfilePaths } from '../kernel/paths.ts'
import type { Db } from './connection.ts'
import type { Counts, ProfileLock, Witness } from './profile-lock.ts'
import type { Sentinel } from './sentinel.ts'

export type { Db } from './connection.ts'
export { setDamagedAside } from './aside.ts'
export { transaction } from './transaction.ts'

export interface ProfileDatabase {
  readonly db: Db
  /** The folder with the file that was set aside before this new one was made; else null. */
  readonly setAside: string | null
  /**
   * Moves the journal into the file and empties it; needed soon after a delete, since until then the file itself still holds what was erased.
   * @throws AppError DISK_FULL when the file cannot grow: what was stored is safe in the journal, and what was erased is not gone yet.
   */
  checkpoint(): void
  /** On a full disk, gives up a file kept for that, once: deleting needs space too. @returns true when trying again makes sense. */
  makeRoom(): boolean
  /** Ends the work, remembers that it ended well, and gives the profile back. Can be called twice. */
  close(): void
}

export interface OpenOptions {
  readonly paths: ProfilePaths
  /** The profile's data key, 32 bytes. */
  readonly key: Uint8Array
  readonly logger: Logger
  readonly now: () => number
  /** The schema's steps; the product's own unless a test opens an older or a newer program. */
  readonly migrations?: readonly string[]
}

/** SQLite cannot tell a wrong key from a damaged page; the key file can. */
function wrongKeyOrDamage({ paths, key }: OpenOptions): AppError {
  const stored = readKeyFile(paths)
  return stored !== null && matchesCheck(key, stored.check)
    ? new AppError('DB_DAMAGED', 'The database is damaged', { reason: 'unreadable' })
    : new AppError('PROFILE_KEY', 'The key does not open this profile')
}

/** A lock file that does not open is rubbish if the database opens with this key. */
function takeLock(options: OpenOptions): ProfileLock {
  const { paths, key, logger } = options
  const lock = lockProfile(paths.lock, key)
  if (lock !== null) return lock
  if (!opensWith(paths.database, key)) throw wrongKeyOrDamage(options)
  logger.warn('lock-file-replaced')
  removeLock(paths.lock)
  const next = lockProfile(paths.lock, key)
  if (next === null) throw new AppError('INTERNAL', 'The lock file cannot be made')
  return next
}

/** When there was no lock file either, an unreadable database may only mean a wrong key. */
function doubtKey(options: OpenOptions, lock: ProfileLock, cause: AppError): AppError {
  const unreadable = cause.code === 'DB_DAMAGED' && cause.data?.['reason'] === 'unreadable'
  return unreadable && lock.fresh && !opensWith(options.paths.database, options.key) ? wrongKeyOrDamage(options) : cause
}

/** Makes the file whole in one transaction, then closes it to prove that it is encrypted. */
function createFile({ paths, key, migrations = ownMigrations }: OpenOptions): Sentinel {
  const sentinel: Sentinel = { databaseId: randomBytes(16).toString('hex'), generation: 1 }
  const db = openEncrypted(paths.database, { key })
  try {
    configure(db)
    applyMigrations(db, migrations, () => writeSentinel(db, sentinel))
    // Tables that a later version dropped would leave a megabyte of unused pages in every new file.
    db.exec('vacuum')
  } finally {
    db.close()
  }
  try {
    requireEncrypted(paths.database)
  } catch (cause) {
    // Nothing of a person is in it yet.
    for (const suffix of ['', '-wal', '-shm']) rmSync(`${paths.database}${suffix}`, { force: true })
    throw cause
  }
  return sentinel
}

/** Opens for writing. The database's own count of openings grows first, so that it can never be behind what the lock file remembers. */
function openForWork(options: OpenOptions, lock: ProfileLock, found: Sentinel): { db: Db; witness: Witness } {
  const { paths, key, logger, now, migrations = ownMigrations } = options
  const db = openEncrypted(paths.database, { key, mustExist: true })
  try {
    configure(db)
    migrate(db, { migrations, logger, snapshots: { key, folder: paths.backups, now } })
    const sentinel: Sentinel = { ...found, generation: found.generation + 1 }
    transaction(db, () => writeSentinel(db, sentinel))
    const witness: Witness = { ...sentinel, clean: false, counts: countRows(db) }
    lock.remember(witness)
    return { db, witness }
  } catch (cause) {
    db.close()
    throw cause
  }
}

function countOrNull(db: Db): Counts | null {
  try {
    return countRows(db)
  } catch {
    return null
  }
}

/** An iterator that is still open makes this throw, and the profile stays taken: closing can be tried again. */
function closeProfile(lock: ProfileLock, db: Db, witness: Witness, logger: Logger): void {
  if (!db.open) return
  const counts = countOrNull(db)
  db.close()
  try {
    if (counts !== null) lock.remember({ ...witness, clean: true, counts })
  } catch (cause) {
    // On a full disk the file stays marked as not closed well; the next start only looks closer.
    logger.warn('close-not-remembered', { code: asAppError(cause, 'Closing').code })
  } finally {
    lock.release()
  }
}

function checkpoint(db: Db, logger: Logger): void {
  try {
    const [answer]: unknown[] = [db.pragma('wal_checkpoint(TRUNCATE)')].flat()
    const busy = typeof answer === 'object' && answer !== null && 'busy' in answer && answer.busy !== 0
    if (busy) logger.warn('checkpoint-busy')
  } catch (cause) {
    throw asAppError(cause, 'Emptying the journal')
  }
}

/** The lock file remembers the database too, so a key file that cannot be written now is no reason to stay closed. */
function keepMark(paths: ProfilePaths, { databaseId }: Witness, logger: Logger): void {
  try {
    markDatabase(paths, databaseId)
  } catch (cause) {
    logger.warn('database-not-marked', { code: asAppError(cause, 'Marking').code })
  }
}

function openLocked(options: OpenOptions, lock: ProfileLock): ProfileDatabase {
  const { paths, key, logger, migrations = ownMigrations } = options
  const mark = readKeyFile(paths)?.database ?? null
  const found = inspect(paths.database, key, { witness: lock.witness, mark, known: migrations.length })
  const isNew = found.state === 'new'
  const { db, witness } = openForWork(options, lock, isNew ? createFile(options) : found.sentinel)
  keepMark(paths, witness, logger)
  keepBallast(paths, logger)
  return {
    db,
    setAside: isNew ? latestAside(paths) : null,
    checkpoint: () => checkpoint(db, logger),
    makeRoom: () => releaseBallast(paths),
    close: () => closeProfile(lock, db, witness, logger)
  }
}

/** For their owner alone, whatever the folder's own mode is. What cannot be changed (another file system) is left as it is. */
function ownerOnly(files: readonly string[]): void {
  for (const file of files) {
    try {
      chmodSync(file, 0o600)
    } catch {
      // Not there, or not ours to change: the contents are encrypted, and the mode only keeps others from copying them.
    }
  }
}

/**
 * Opens the profile's database for this process alone, makes it when the profile is new, and upgrades its schema.
 * @throws AppError PROFILE_LOCKED (another process has it), PROFILE_KEY (wrong key), DB_NEWER (`found`, `known`; untouched), DB_DAMAGED
 * (`reason` and remembered counts; untouched), DISK_FULL.
 */
export function openProfileDatabase(options: OpenOptions): ProfileDatabase {
  requireKey(options.key)
  try {
    mkdirSync(options.paths.dir, { recursive: true, mode: 0o700 })
    const lock = takeLock(options)
    try {
      const opened = openLocked(options, lock)
      ownerOnly([options.paths.database, options.paths.lock].flatMap((file) => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]))
      return opened
    } catch (cause) {
      const error = doubtKey(options, lock, asAppError(cause, 'Opening the database'))
      lock.release()
      // A lock file made with a wrong key would keep the right one out.
      if (error.code === 'PROFILE_KEY' && lock.fresh) removeLock(options.paths.lock)
      throw error
    }
  } catch (cause) {
    throw asAppError(cause, 'Opening the profile')
  }
}
