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

export type DamageKind = 'gone' | 'other' | 'broken'

const DAMAGES: Readonly<Record<string, DamageKind>> = {
  missing: 'gone',
  empty: 'gone',
  swapped: 'other',
  older: 'other',
  'rows-missing': 'other'
}

/** What is wrong with a damaged database, by the reason that the core gives. */
export function damageKind(error: ErrorData | null): DamageKind {
  const reason = error?.data?.['reason']
  return (typeof reason === 'string' ? DAMAGES[reason] : undefined) ?? 'broken'
}

/** How much the database held when it was last closed; null when that is not known. */
export function lastCounts(
  error: ErrorData | null
): { readonly facts: number; readonly conversations: number; readonly messages: number } | null {
  const { facts, conversations, messages } = error?.data ?? {}
  const known = typeof facts === 'number' && typeof conversations === 'number' && typeof messages === 'number'
  return known ? { facts, conversations, messages } : null
}
