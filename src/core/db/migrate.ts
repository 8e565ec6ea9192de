import { AppError } from '../kernel/app-error.ts'
import { transaction } from './transaction.ts'
import type { Db } from './connection.ts'

/** The version of the schema in a file; 0 for a new one. */
export function schemaVersion(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }))
}

/** Brings the schema up to date, one transaction per version. @throws AppError DB_NEWER when the file comes from a later Hearth. */
export function migrate(db: Db, migrations: readonly string[]): void {
  const found = schemaVersion(db)
  const known = migrations.length
  if (found > known) throw new AppError('DB_NEWER', 'The database is from a newer version', { found, known })
  for (let version = found; version < known; version += 1) {
    transaction(db, () => {
      db.exec(migrations[version] ?? '')
      db.pragma(`user_version = ${version + 1}`)
    })
  }
}
