import { mkdirSync } from 'node:fs'
import { configure, openEncrypted } from './connection.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import type { Logger } from '../kernel/logger.ts'
import type { ProfilePaths } from '../kernel/paths.ts'
import type { Db } from './connection.ts'

export type { Db } from './connection.ts'
export { transaction } from './transaction.ts'

export interface ProfileDatabase {
  readonly db: Db
  /** The folder with the file that was set aside before this new one was made; null in a profile without damage. */
  readonly setAside: string | null
  /** Moves the journal into the file and empties it; needed soon after a delete, so that nothing erased stays in the journal. */
  checkpoint(): void
  close(): void
}

export interface OpenOptions {
  readonly paths: ProfilePaths
  /** The profile's data key, 32 bytes. */
  readonly key: Uint8Array
  readonly logger: Logger
  readonly now: () => number
}

/** Opens the profile's database, makes it when the profile is new, and brings its schema up to date. */
export function openProfileDatabase(options: OpenOptions): ProfileDatabase {
  mkdirSync(options.paths.dir, { recursive: true, mode: 0o700 })
  const db = openEncrypted(options.paths.database, { key: options.key })
  try {
    configure(db)
    migrate(db, migrations)
  } catch (cause) {
    db.close()
    throw cause
  }
  return {
    db,
    setAside: null,
    checkpoint: () => void db.pragma('wal_checkpoint(TRUNCATE)'),
    close: () => db.close()
  }
}
