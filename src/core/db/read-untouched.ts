import { existsSync, rmSync } from 'node:fs'
import { openEncrypted } from './connection.ts'
import type { Db } from './connection.ts'

/**
 * Reads a database without changing a byte of it or leaving a file beside it, also when it has a journal of a killed process. The caller
 * makes sure that nobody else uses it.
 */
export function readUntouched<T>(file: string, key: Uint8Array, work: (db: Db) => T): T {
  const made = [`${file}-wal`, `${file}-shm`].filter((beside) => !existsSync(beside))
  // A rollback journal is only there when the very first write was cut short; it has to be played back before anything can be read.
  const db = openEncrypted(file, { key, mustExist: true, readonly: !existsSync(`${file}-journal`) })
  try {
    return work(db)
  } finally {
    db.close()
    for (const beside of made) rmSync(beside, { force: true })
  }
}
