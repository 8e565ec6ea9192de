import Database from 'better-sqlite3'
import { closeSync, openSync, readSync } from 'node:fs'
import { AppError } from '../kernel/app-error.ts'
import { isUnreadable } from './sqlite-error.ts'

const PLAIN_HEADER = 'SQLite format 3'

function header(file: string): string {
  const handle = openSync(file, 'r')
  try {
    const bytes = Buffer.alloc(PLAIN_HEADER.length)
    readSync(handle, bytes, 0, bytes.length, 0)
    return bytes.toString('latin1')
  } finally {
    closeSync(handle)
  }
}

function opensWithoutKey(file: string): boolean {
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    db.prepare('select count(*) from sqlite_schema').get()
    return true
  } catch (cause) {
    if (isUnreadable(cause)) return false
    throw cause
  } finally {
    db.close()
  }
}

/**
 * Proves that a file is not readable without its key. The file must be closed.
 * @throws AppError PROFILE_KEY when it is: a key error that was swallowed makes a plaintext file.
 */
export function requireEncrypted(file: string): void {
  if (header(file) === PLAIN_HEADER || opensWithoutKey(file)) throw new AppError('PROFILE_KEY', 'The database would not be encrypted')
}
