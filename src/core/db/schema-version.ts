import type { Db } from './connection.ts'

/** The version of the schema in a file; 0 for a new one. */
export function schemaVersion(db: Db): number {
  return Number(db.pragma('user_version', { simple: true }))
}
