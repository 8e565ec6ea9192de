import type { ErrorCode, ErrorData, ErrorDetails, Result } from '../../shared/model/errors.ts'

/** A failure with a code of the closed set. `message` is short English without keys, paths of the person, or user content. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly data: ErrorDetails | undefined

  constructor(code: ErrorCode, message: string, data?: ErrorDetails, options?: ErrorOptions) {
    super(message, options)
    this.name = 'AppError'
    this.code = code
    this.data = data
  }

  toData(): ErrorData {
    return this.data === undefined
      ? { code: this.code, message: this.message }
      : { code: this.code, message: this.message, data: this.data }
  }
}

/** Full disk and damaged file look different per library; both are told apart here so that a person gets the right sentence. */
function codeOfUnknown(cause: unknown): ErrorCode {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  if (code === 'ENOSPC' || code === 'SQLITE_FULL') return 'DISK_FULL'
  if (code.startsWith('SQLITE_CORRUPT') || code === 'SQLITE_NOTADB') return 'DB_DAMAGED'
  return 'INTERNAL'
}

/** Any thrown value as an error that may cross a boundary. The text of unknown errors stays behind: it may hold content. */
export function toErrorData(cause: unknown): ErrorData {
  if (cause instanceof AppError) return cause.toData()
  const code = codeOfUnknown(cause)
  const name = cause instanceof Error ? cause.name : typeof cause
  return { code, message: code === 'INTERNAL' ? `Unexpected ${name}` : code }
}

export function ok<T>(value: T): Result<T> {
  return { ok: true, value }
}

export function fail<T>(cause: unknown): Result<T> {
  return { ok: false, error: toErrorData(cause) }
}
