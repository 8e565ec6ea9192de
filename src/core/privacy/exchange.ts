import { AppError } from '../kernel/app-error.ts'
import type { Dispatcher } from 'undici'
import type { ErrorDetails } from '../../shared/model/errors.ts'
import type { Route } from './dispatchers.ts'

/** What goes on the wire, after all checks. */
export interface WireRequest {
  readonly method: 'GET' | 'POST'
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | null
  /** Redirects are never followed here; when set, the answer that redirects is given to the caller instead of being refused. */
  readonly givesRedirect?: boolean
}

type ResponseHeaders = Parameters<NonNullable<Dispatcher.DispatchHandler['onResponseStart']>>[2]

/** Bytes that may wait for a slow reader before the socket is paused. */
const MOST_WAITING = 64 * 1024

const NO_BODY = new Set([204, 205, 304])

function reasonOf(code: string): string {
  if (code.includes('TIMEOUT') || code === 'ETIMEDOUT') return 'timeout'
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'name'
  if (code === 'UND_ERR_ABORTED') return 'proxy'
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET') return 'reset'
  if (/CERT|TLS|SSL|SIGNATURE|ISSUER/.test(code)) return 'certificate'
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH') return 'unreachable'
  return 'other'
}

/** A failure of the network as a code of the product. The system's own text stays behind: it can hold addresses. */
export function connectionError(cause: unknown, data: ErrorDetails): AppError {
  if (cause instanceof AppError) return cause
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? String(cause.code) : ''
  return cause instanceof Error && cause.name === 'HTTPParserError'
    ? new AppError('PROVIDER_BAD_REPLY', 'The answer is not HTTP', data, { cause })
    : new AppError('PROVIDER_DOWN', 'No connection', { ...data, reason: reasonOf(code) }, { cause })
}

function toHeaders(raw: ResponseHeaders): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(raw)) {
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) headers.append(name, one)
  }
  return headers
}

/** Redirects are not followed unseen, and an encoding that was not asked for cannot be read. */
function refuseReply(status: number, headers: Headers, givesRedirect: boolean, data: ErrorDetails): AppError | null {
  const encoding = headers.get('content-encoding') ?? 'identity'
  if (status >= 300 && status < 400 && !givesRedirect) {
    return new AppError('PROVIDER_BAD_REPLY', 'The server redirects', { ...data, status, reason: 'redirect' })
  }
  if (encoding !== 'identity')
    return new AppError('PROVIDER_BAD_REPLY', 'The answer is compressed', { ...data, status, reason: 'encoding' })
  if (status < 200 || status > 599) return new AppError('PROVIDER_BAD_REPLY', 'The status is not one of HTTP', { ...data, status })
  return null
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new DOMException('The request was stopped', 'AbortError')
}

/** One answer while it arrives: the handler that undici feeds, and the stream that the caller reads. */
function receive(
  data: ErrorDetails,
  signal: AbortSignal | null,
  givesRedirect: boolean,
  settle: { answer(response: Response): void; fail(cause: unknown): void }
) {
  let wire: Dispatcher.DispatchController | null = null
  let reader: ReadableStreamDefaultController<Uint8Array> | null = null
  let over = false

  const end = () => {
    over = true
    signal?.removeEventListener('abort', stop)
  }
  const failWith = (cause: unknown) => {
    if (over) return
    end()
    reader?.error(cause)
    settle.fail(cause)
  }
  const stop = () => {
    const reason: unknown = signal?.reason
    failWith(reason)
    wire?.abort(asError(reason))
  }
  const body = () =>
    new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (reader = controller),
        pull: () => wire?.resume(),
        cancel: (reason: unknown) => {
          end()
          wire?.abort(asError(reason))
        }
      },
      new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING })
    )

  const handler: Dispatcher.DispatchHandler = {
    onRequestStart(controller) {
      wire = controller
      if (signal?.aborted === true) controller.abort(asError(signal.reason))
    },
    onResponseStart(controller, status, raw) {
      if (status < 200) return
      const headers = toHeaders(raw)
      const refused = refuseReply(status, headers, givesRedirect, data)
      if (refused !== null) {
        failWith(refused)
        controller.abort(refused)
        return
      }
      settle.answer(new Response(NO_BODY.has(status) ? null : body(), { status, headers }))
    },
    onResponseData(controller, chunk) {
      reader?.enqueue(chunk)
      if ((reader?.desiredSize ?? 1) <= 0) controller.pause()
    },
    onResponseEnd() {
      if (over) return
      end()
      reader?.close()
    },
    onResponseError: (_controller, cause) => failWith(connectionError(cause, data))
  }
  return { handler, stop }
}

/**
 * Sends one request and gives the answer as soon as its headers are there; the body streams unbuffered. An aborted signal rejects with its
 * reason and closes the socket; so does a cancelled body.
 * @throws AppError `PROVIDER_DOWN` without an answer, `PROVIDER_BAD_REPLY` for a redirect and for what is not HTTP
 */
export function exchange(route: Route, request: WireRequest, signal: AbortSignal | null, data: ErrorDetails): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { handler, stop } = receive(data, signal, request.givesRedirect ?? false, { answer: resolve, fail: reject })
    if (signal?.aborted === true) return stop()
    signal?.addEventListener('abort', stop, { once: true })
    try {
      route.dispatcher.dispatch(
        {
          origin: route.origin,
          path: route.path,
          method: request.method,
          headers: { ...request.headers, ...route.headers },
          body: request.body
        },
        handler
      )
    } catch (cause) {
      reject(connectionError(cause, data))
    }
  })
}
