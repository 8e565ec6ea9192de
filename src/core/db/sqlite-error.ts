import { AppError } from '../kernel/app-error.ts'
import { errnoOf } from './atomic-file.ts'

/** True for what a wrong key and a torn page look like: SQLite cannot tell the two apart. */
export function isUnreadable(cause: unknown): boolean {
  const code = errnoOf(cause)
  return code === 'SQLITE_NOTADB' || code.startsWith('SQLITE_CORRUPT')
}

export function isBusy(cause: unknown): boolean {
  return errnoOf(cause).startsWith('SQLITE_BUSY')
}

const FULL = new Set(['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'SQLITE_IOERR_SHMSIZE', 'SQLITE_IOERR_WRITE'])

/** A failure of the database or its files with the code that a person's sentence hangs on. */
export function asAppError(cause: unknown, what: string): AppError {
  if (cause instanceof AppError) return cause
  const code = errnoOf(cause)
  if (isUnreadable(cause)) return new AppError('DB_DAMAGED', `${what}: damaged`, { reason: 'unreadable' }, { cause })
  if (FULL.has(code)) return new AppError('DISK_FULL', `${what}: no space left`, undefined, { cause })
  if (isBusy(cause)) return new AppError('PROFILE_LOCKED', `${what}: in use`, undefined, { cause })
  return new AppError('INTERNAL', `${what} failed`, { code }, { cause })
}
