import { basename } from 'node:path'
import { AppError } from '../kernel/app-error.ts'
import { schemaVersion } from './schema-version.ts'
import { removeSnapshots, takeSnapshot } from './snapshot.ts'
import { asAppError } from './sqlite-error.ts'
import { transaction } from './transaction.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Db } from './connection.ts'
import type { SnapshotTarget } from './snapshot.ts'

/** Rebuilding a table is only possible with foreign keys off, and the switch does nothing inside a transaction. */
function withoutForeignKeys(db: Db, work: () => void): void {
  db.pragma('foreign_keys=OFF')
  try {
    work()
  } finally {
    db.pragma('foreign_keys=ON')
  }
}

/**
 * Brings the schema up to date in one transaction over all missing versions, so that a failure in any of them, or a kill, leaves the file
 * as it was.
 * @param finish runs as the last step of the same transaction.
 */
export function applyMigrations(db: Db, migrations: readonly string[], finish: () => void = () => {}): void {
  withoutForeignKeys(db, () =>
    transaction(db, () => {
      for (const step of migrations.slice(schemaVersion(db))) {
        db.exec(step)
        db.pragma(`user_version = ${schemaVersion(db) + 1}`)
      }
      const broken: unknown = db.pragma('foreign_key_check')
      if (Array.isArray(broken) && broken.length > 0) throw new AppError('INTERNAL', 'An upgrade left rows without their parents')
      finish()
    })
  )
}

export interface MigrateOptions {
  readonly migrations: readonly string[]
  readonly snapshots: SnapshotTarget
  readonly logger: Logger
}

function upgradeFailed(cause: unknown, from: number, to: number): AppError {
  const known = asAppError(cause, 'The upgrade of the database')
  return known.code === 'INTERNAL'
    ? new AppError('INTERNAL', 'The upgrade failed; the old data is as it was', { from, to }, { cause })
    : known
}

function upgrade(db: Db, from: number, { migrations, snapshots, logger }: MigrateOptions): void {
  const to = migrations.length
  try {
    const snapshot = takeSnapshot(db, from, snapshots)
    logger.info('upgrade-start', { from, to, snapshot: basename(snapshot) })
    applyMigrations(db, migrations)
    logger.info('upgrade-done', { from, to })
  } catch (cause) {
    logger.error('upgrade-failed', { from, to })
    throw upgradeFailed(cause, from, to)
  }
}

/**
 * Upgrades an existing database: a verified snapshot first, then the migrations, then the snapshot goes (also one that a killed process
 * left). After a failure the file is as it was and the snapshot stays.
 */
export function migrate(db: Db, options: MigrateOptions): void {
  const from = schemaVersion(db)
  if (from < options.migrations.length) upgrade(db, from, options)
  try {
    removeSnapshots(options.snapshots.folder, schemaVersion(db))
  } catch {
    options.logger.warn('snapshot-not-removed')
  }
}
