import type { Destination } from '../../shared/model/privacy.ts'
import type { Purpose } from '../../shared/model/receipt.ts'
import type { Gate } from '../privacy/gate.ts'
import { complaintOf } from './chunk.ts'
import { complaintFailure, connectionFailure, failure } from './failure.ts'
import { readLimited } from './limited-text.ts'
import { headersFor } from './openai-client.ts'

/** A provider's server, before a model is chosen. */
export interface ProviderServer {
  readonly baseUrl: string
  readonly apiKey: string | null
  /** `remote` for a loopback address that forwards to a cloud. */
  readonly declared: Destination | null
  readonly gate: Gate
  /** Limit for a whole answer in milliseconds; 15 seconds when absent. */
  readonly timeoutMs?: number
}

const ANSWER_MS = 15_000

/** Largest list that is read, in bytes. */
const LONGEST_LIST = 8_000_000

function parse(text: string, host: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw failure('PROVIDER_BAD_REPLY', host, /^\s*</.test(text) ? 'html' : 'not-json', {}, cause)
  }
}

function complaintIn(text: string, status: number): Parameters<typeof complaintFailure>[0] {
  try {
    return complaintOf(JSON.parse(text), status) ?? { status, text, html: false }
  } catch {
    return { status, text, html: /^\s*</.test(text) }
  }
}

function isTimeout(reason: unknown): boolean {
  return reason instanceof Error && reason.name === 'TimeoutError'
}

/**
 * GET of one JSON text through the gate, with a limit for all of it. No retries.
 * @throws AppError of the provider codes; those of the gate pass unchanged; a caller's signal rejects with its reason, unless that is a timeout
 */
export async function getJson(
  server: ProviderServer,
  url: string,
  { purpose, signal }: { purpose: Purpose; signal: AbortSignal | undefined }
): Promise<unknown> {
  const { host } = new URL(url)
  const { gate, apiKey, declared, timeoutMs = ANSWER_MS } = server
  const fetch = gate.fetchFor({ purpose, conversationId: null, turnId: null, factIds: [], declared, runtimeText: [] })
  const limit = AbortSignal.timeout(timeoutMs)
  const either = signal === undefined ? limit : AbortSignal.any([signal, limit])
  try {
    const response = await fetch(url, { method: 'GET', headers: headersFor(apiKey, host), signal: either })
    const text = await readLimited(response, LONGEST_LIST)
    if (!response.ok) throw complaintFailure(complaintIn(text, response.status), host)
    return parse(text, host)
  } catch (cause) {
    if (signal?.aborted === true && !isTimeout(signal.reason)) throw signal.reason
    if (either.aborted && isTimeout(either.reason)) throw failure('PROVIDER_DOWN', host, 'timeout', {}, cause)
    throw connectionFailure(cause, host)
  }
}
