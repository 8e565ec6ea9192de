import { AppError } from '../kernel/app-error.ts'
import type { GateFetch } from '../privacy/gate.ts'
import { retryAfterMs } from './retry.ts'
import { causes, complaintFailure, connectionFailure, providerError } from './failure.ts'
import type { LlmFailure } from './failure.ts'
import { readLimited } from './limited-text.ts'
import type { ChatBody } from './request-body.ts'

type OpenAiModule = typeof import('openai')

let loading: Promise<OpenAiModule> | undefined

/**
 * Loads the client's package, once. It takes some 100 to 200 ms and 35 MB, so it is not part of the start; call this when the app has
 * answered its first request, so that the first message does not wait for it.
 */
export function loadOpenAi(): Promise<OpenAiModule> {
  return (loading ??= import('openai'))
}

export interface OpenChat {
  readonly baseUrl: string
  /** Null for a server without keys: no Authorization header is sent. */
  readonly apiKey: string | null
  readonly host: string
  readonly fetch: GateFetch
  readonly signal: AbortSignal
  /** Wall time in milliseconds, for `Retry-After` dates. */
  readonly now: () => number
}

const silent = { error: () => {}, warn: () => {}, info: () => {}, debug: () => {} }
const KEY_CHARACTERS = /^[\x21-\x7e]+$/
/** The package wants some key; the header it makes of it is never sent. */
const NO_KEY = 'none'
/** The package's own timer only ends a request; ours watch the payload. */
const NO_TIMEOUT_MS = 2 ** 31 - 1

/** @throws AppError `PROVIDER_AUTH` when a key holds what no header can carry, such as spaces or Chinese text. */
export function headersFor(apiKey: string | null, host: string): Record<string, string> {
  const key = apiKey?.trim() ?? ''
  if (key === '') return { accept: 'application/json' }
  if (!KEY_CHARACTERS.test(key)) {
    const { code, message, data } = providerError('PROVIDER_AUTH', host, 'key-format')
    throw new AppError(code, message, data)
  }
  return { accept: 'application/json', authorization: `Bearer ${key}` }
}

/**
 * The package's request with headers of our own: it adds the machine's system and versions, and whatever its environment variables say.
 * The body of an error is cut to what is looked at.
 */
function plainFetch(open: OpenChat): GateFetch {
  return async (input, init) => {
    const headers = { ...headersFor(open.apiKey, open.host), 'content-type': 'application/json' }
    const response = await open.fetch(input, { method: 'POST', headers, body: init?.body ?? null, signal: open.signal })
    if (response.ok) return response
    const text = await readLimited(response)
    return new Response(text === '' ? null : text, { status: response.status, headers: response.headers })
  }
}

/** A malformed variable would make the constructor throw, a well-formed one would put its headers into requests to every provider. */
function withoutCustomHeaders<T>(make: () => T): T {
  const name = 'OPENAI_CUSTOM_HEADERS'
  const value = process.env[name]
  if (value === undefined) return make()
  delete process.env[name]
  try {
    return make()
  } finally {
    process.env[name] = value
  }
}

function createClient({ OpenAI }: OpenAiModule, open: OpenChat): InstanceType<OpenAiModule['OpenAI']> {
  return withoutCustomHeaders(
    () =>
      new OpenAI({
        apiKey: NO_KEY,
        adminAPIKey: null,
        organization: null,
        project: null,
        webhookSecret: null,
        baseURL: open.baseUrl,
        fetch: plainFetch(open),
        maxRetries: 0,
        timeout: NO_TIMEOUT_MS,
        logger: silent,
        logLevel: 'off'
      })
  )
}

/** What the client threw, as a failure with a code. */
function failureOf(thrown: unknown, module: OpenAiModule, open: OpenChat): LlmFailure {
  const isOurs = causes(thrown).some((cause) => cause instanceof AppError)
  if (isOurs || !(thrown instanceof module.APIError) || thrown.status === undefined) return connectionFailure(thrown, open.host)
  const headers: unknown = thrown.headers
  const known = headers instanceof Headers ? headers : new Headers()
  const html = (known.get('content-type') ?? '').includes('html') || /^\s*</.test(thrown.message.replace(/^\d+ /, ''))
  const text = [thrown.code, thrown.type, thrown.message].map((part) => String(part ?? '')).join(' ')
  return complaintFailure({ status: thrown.status, text, html }, open.host, retryAfterMs(known, open.now()), thrown)
}

/** Sends a chat request. Resolves with the response once its head has come; its body is not touched. @throws LlmFailure */
export async function openChat(body: ChatBody, open: OpenChat): Promise<Response> {
  const module = await loadOpenAi()
  try {
    return await createClient(module, open).chat.completions.create(body).asResponse()
  } catch (thrown) {
    throw failureOf(thrown, module, open)
  }
}
