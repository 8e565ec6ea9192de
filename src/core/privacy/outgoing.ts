import { AppError } from '../kernel/app-error.ts'
import { hasUserinfo, parseWebUrl } from './destination.ts'
import type { Purpose } from '../../shared/model/receipt.ts'

/** A request as it will be sent: nothing is in it that the lists below do not name. */
export interface Outgoing {
  readonly url: URL
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** The value that `body` is the JSON text of; undefined when there is none or when it is a form. */
  readonly json: unknown
  /** How many keys of the body were left out. */
  readonly dropped: number
}

/** Top-level keys of a chat request: OpenAI's, and those of the presets for reasoning. `store`, `user` and `metadata` are never among them. */
const CHAT_KEYS: ReadonlySet<string> = new Set([
  'model',
  'messages',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'stream',
  'stream_options',
  'temperature',
  'top_p',
  'max_tokens',
  'max_completion_tokens',
  'response_format',
  'stop',
  'seed',
  'presence_penalty',
  'frequency_penalty',
  'reasoning_effort',
  'reasoning',
  'thinking',
  'enable_thinking',
  'thinking_budget'
])

/** The rest of a file that was cut off. */
const REST = /^bytes=\d{1,15}-$/
const PLAIN_ACCEPT = /^[\w/+*.;=, -]{1,100}$/
const FORM = 'application/x-www-form-urlencoded'

function invalid(message: string, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', message, undefined, { cause })
}

/** The allow-list of headers. All others are dropped: the OpenAI client adds its own and takes some from the environment. */
function allowedHeaders(given: Headers, purpose: Purpose, contentType: string | null): Record<string, string> {
  const accept = given.get('accept') ?? ''
  const range = purpose === 'download' ? (given.get('range') ?? '') : ''
  const authorization = given.get('authorization')
  return {
    accept: PLAIN_ACCEPT.test(accept) ? accept : 'application/json',
    ...(contentType === null ? {} : { 'content-type': contentType }),
    'user-agent': 'Hearth',
    ...(REST.test(range) ? { range } : {}),
    ...(authorization === null ? {} : { authorization })
  }
}

/**
 * Unknown keys of a chat body are dropped, not refused: the body stays one that the provider understands, and a new version of the client that
 * adds a key does not take a person's chat away. The gate logs how many were dropped, so a mistake of ours shows.
 */
function allowedKeys(value: unknown, purpose: Purpose): { readonly json: unknown; readonly dropped: number } {
  if (purpose === 'tool') return { json: value, dropped: 0 }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalid('The body must be a JSON object')
  const all = Object.entries(value)
  const kept = all.filter(([key]) => CHAT_KEYS.has(key))
  return { json: Object.fromEntries(kept), dropped: all.length - kept.length }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw invalid('The body must be JSON', cause)
  }
}

function methodOf(method: string): 'GET' | 'POST' {
  if (method === 'GET' || method === 'POST') return method
  throw invalid('Only GET and POST leave this machine')
}

function urlOf(text: string): URL {
  const url = parseWebUrl(text)
  if (url === null) throw invalid('Only http and https addresses can be reached')
  if (hasUserinfo(url)) throw invalid('An address must not carry a name or a password')
  url.hash = ''
  return url
}

/**
 * Reads a `fetch` call into what may be sent. A JSON body is written anew from its parsed value, so that what is checked is what is sent (two equal
 * keys in a text hide one from a parser).
 * @throws AppError `INVALID_INPUT` for another scheme, method or kind of body, and for an address with userinfo
 */
export async function readOutgoing(input: string | URL | Request, init: RequestInit | undefined, purpose: Purpose): Promise<Outgoing> {
  const url = urlOf(input instanceof Request ? input.url : String(input))
  const { signal: _own, ...rest } = init ?? {}
  const request = new Request(input instanceof Request ? input : url, rest)
  const method = methodOf(request.method)
  const text = method === 'GET' ? '' : await request.text()
  if (text === '') return { url, method, headers: allowedHeaders(request.headers, purpose, null), body: null, json: undefined, dropped: 0 }
  if (purpose === 'tool' && (request.headers.get('content-type') ?? '').startsWith(FORM)) {
    return { url, method, headers: allowedHeaders(request.headers, purpose, FORM), body: text, json: undefined, dropped: 0 }
  }
  const { json, dropped } = allowedKeys(parse(text), purpose)
  const headers = allowedHeaders(request.headers, purpose, 'application/json')
  return { url, method, headers, body: JSON.stringify(json), json, dropped }
}
