import type { ErrorCode, ErrorData } from '../../../shared/model/errors.ts'

export type FailureKind = 'locked' | 'key' | 'newer' | 'damaged' | 'full' | 'other'

const KINDS: Partial<Record<ErrorCode, FailureKind>> = {
  PROFILE_LOCKED: 'locked',
  PROFILE_KEY: 'key',
  DB_NEWER: 'newer',
  DB_DAMAGED: 'damaged',
  DISK_FULL: 'full'
}

/** Which of the start screens tells about an error. */
export function failureKind(error: ErrorData | null): FailureKind {
  return (error === null ? undefined : KINDS[error.code]) ?? 'other'
}
