import type { ErrorData } from '../../shared/model/errors.ts'
import { AppError } from '../kernel/app-error.ts'

/** What a person can do about it; goes into `data.hint` so that the window can choose a sentence. */
export type FailureHint =
  | 'address'
  | 'model'
  | 'html'
  | 'not-json'
  | 'empty'
  | 'rejected'
  | 'provider'
  | 'timeout'
  | 'connection'
  | 'cut'
  | 'key-format'

/** A failed attempt at a request, in terms of what to do next. */
export class LlmFailure extends AppError {
  /** Another attempt may help, as long as nothing of an answer has come. */
  readonly again: boolean
  /** The connection broke: what came of an answer is cut off rather than failed. */
  readonly reset: boolean
  readonly status: number | null
  /** What the provider asked to wait, in milliseconds; null when it did not say. */
  readonly waitMs: number | null

  constructor(
    error: ErrorData,
    retry: { again?: boolean; reset?: boolean; status?: number | null; waitMs?: number | null },
    cause?: unknown
  ) {
    super(error.code, error.message, error.data, { cause })
    this.name = 'LlmFailure'
    this.again = retry.again ?? false
    this.reset = retry.reset ?? false
    this.status = retry.status ?? null
    this.waitMs = retry.waitMs ?? null
  }
}

const MESSAGES = {
  PROVIDER_AUTH: 'The provider did not accept the key',
  PROVIDER_QUOTA: 'The account with the provider has no credit left',
  PROVIDER_RATE: 'The provider asks to slow down',
  PROVIDER_DOWN: 'The provider could not be reached or failed',
  PROVIDER_BAD_REPLY: 'The provider gave an answer that is not one of a model',
  CONTEXT_TOO_LARGE: 'The request is longer than the model accepts'
} as const

export type FailureCode = keyof typeof MESSAGES

/** @param host Host and port of the provider; never a path or a query. */
export function providerError(code: FailureCode, host: string, hint: FailureHint | null, status: number | null = null): ErrorData {
  return {
    code,
    message: MESSAGES[code],
    data: { host, ...(status === null ? {} : { status }), ...(hint === null ? {} : { hint }) }
  }
}

export function failure(
  code: FailureCode,
  host: string,
  hint: FailureHint,
  retry: { again?: boolean; reset?: boolean } = {},
  cause?: unknown
): LlmFailure {
  return new LlmFailure(providerError(code, host, hint), retry, cause)
}

/** What a provider says went wrong. `text` (its code, type and message) is only looked at, never passed on: it may quote the request. */
export interface Complaint {
  /** HTTP status, or the number in an error inside a stream; null when there is none. */
  readonly status: number | null
  readonly text: string
  readonly html: boolean
}

const NO_CREDIT =
  /insufficient[_ ]?quota|exceeded_current_quota|insufficient[_ ]?balance|billing[_ ](hard|limit)|arrearage|AllocationQuota/i
const TOO_LONG =
  /context[_ ]?(length|window|size)|maximum context|too many tokens|prompt is too long|reduce the length|(input|prompt|request)[^.]{0,40}too (long|large)|range of input length|exceeds?[^.]{0,40}(token|context)/i
const RATE = /rate[_ ]?limit|too many requests/i
const NO_MODEL = /model/i

function codeOf({ status, text, html }: Complaint): { code: FailureCode; hint: FailureHint | null } {
  if (status === 402) return { code: 'PROVIDER_QUOTA', hint: null }
  if (!html && (status === null || status < 500) && NO_CREDIT.test(text)) return { code: 'PROVIDER_QUOTA', hint: null }
  if (status === 401 || status === 403) return { code: 'PROVIDER_AUTH', hint: null }
  if (status === 429 || (status === null && RATE.test(text))) return { code: 'PROVIDER_RATE', hint: null }
  if (status === 404) return { code: 'PROVIDER_BAD_REPLY', hint: !html && NO_MODEL.test(text) ? 'model' : 'address' }
  if (status === 413 || (!html && TOO_LONG.test(text))) return { code: 'CONTEXT_TOO_LARGE', hint: null }
  if (status === null || status === 408 || status >= 500) return { code: 'PROVIDER_DOWN', hint: 'provider' }
  return { code: 'PROVIDER_BAD_REPLY', hint: html ? 'html' : status < 400 ? 'address' : 'rejected' }
}

/** A complaint as a failure. Retried are only 408, 429 (unless the credit is used up) and 5xx. */
export function complaintFailure(complaint: Complaint, host: string, waitMs: number | null = null, cause?: unknown): LlmFailure {
  const { code, hint } = codeOf(complaint)
  const { status } = complaint
  const again = code === 'PROVIDER_RATE' || (code === 'PROVIDER_DOWN' && status !== null)
  return new LlmFailure(providerError(code, host, hint, status), { again, status, waitMs }, cause)
}

const RESETS: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', 'ECONNABORTED'])

/** The values of an error's `cause` chain, itself first. */
export function* causes(error: unknown): Generator<unknown> {
  let current = error
  for (let depth = 0; depth < 8 && current !== undefined && current !== null; depth += 1) {
    yield current
    current = typeof current === 'object' && 'cause' in current ? current.cause : undefined
  }
}

export function isReset(error: unknown): boolean {
  for (const cause of causes(error)) {
    if (typeof cause === 'object' && cause !== null && 'code' in cause && RESETS.has(String(cause.code))) return true
  }
  return false
}

/** Whether a body ended because the connection did: whatever the platform throws there, or the gate's word for it. */
export function isBrokenConnection(error: unknown): boolean {
  return error instanceof AppError ? error.code === 'PROVIDER_DOWN' && !(error instanceof LlmFailure) : true
}

/** Errors of the gate pass unchanged however deep a client wrapped them; a broken connection becomes `PROVIDER_DOWN`. */
export function connectionFailure(error: unknown, host: string): LlmFailure {
  for (const cause of causes(error)) {
    if (cause instanceof LlmFailure) return cause
    if (cause instanceof AppError) return new LlmFailure(cause.toData(), isReset(cause) ? { again: true, reset: true } : {}, cause)
  }
  const reset = isReset(error)
  return failure('PROVIDER_DOWN', host, 'connection', { again: reset, reset }, error)
}
