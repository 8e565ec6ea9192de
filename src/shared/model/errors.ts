/** The closed set of error codes. A new one is added here and in both catalogues. */
export const ERROR_CODES = [
  'INVALID_INPUT',
  'UNKNOWN_ROUTE',
  'NOT_FOUND',
  'PROFILE_LOCKED',
  'PROFILE_KEY',
  'DB_NEWER',
  'DB_DAMAGED',
  'DISK_FULL',
  'OFFLINE',
  'PRIVATE_BLOCKED',
  'PROVIDER_NONE',
  'PROVIDER_AUTH',
  'PROVIDER_QUOTA',
  'PROVIDER_RATE',
  'PROVIDER_DOWN',
  'PROVIDER_BAD_REPLY',
  'CONTEXT_TOO_LARGE',
  'MODEL_MISSING',
  'TOOL_FAILED',
  'INTERNAL'
] as const

export type ErrorCode = (typeof ERROR_CODES)[number]

/** JSON-safe details for the sentence a person reads: host, status, seconds, versions. Never a key, a stack or user content. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null>>

/** An error as it crosses a boundary. `message` is short English for logs and scripts; people read the catalogue's sentence for `code`. */
export interface ErrorData {
  readonly code: ErrorCode
  readonly message: string
  readonly data?: ErrorDetails | undefined
}

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ErrorData }
