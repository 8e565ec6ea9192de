import { AppError } from '../kernel/app-error.ts'
import type { GateFetch } from '../privacy/gate.ts'

/** An answer as data, or why there is none. Failures of the connection itself reject, as the gate says. */
export type JsonAnswer =
  | { readonly kind: 'json'; readonly status: number; readonly value: unknown }
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'too-large' }

async function boundedText(response: Response, maxBytes: number): Promise<string | null> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  const reader = response.body?.getReader()
  if (reader === undefined) return text
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > maxBytes) {
      await reader.cancel()
      return null
    }
    text += decoder.decode(value, { stream: true })
  }
}

/**
 * GET of a small JSON document. A status that is not 2xx counts as JSON when its body is (services explain a 400 that way).
 * @param maxBytes the answer is given up beyond this size.
 */
export async function fetchJson(fetchPort: GateFetch, url: URL, signal: AbortSignal, maxBytes: number): Promise<JsonAnswer> {
  const response = await fetchPort(url, { headers: { accept: 'application/json' }, redirect: 'manual', signal })
  let text: string | null
  try {
    text = await boundedText(response, maxBytes)
  } catch (cause) {
    if (signal.aborted) throw cause
    throw new AppError('PROVIDER_DOWN', 'The connection broke while the answer was read', undefined, { cause })
  }
  if (text === null) return { kind: 'too-large' }
  try {
    return { kind: 'json', status: response.status, value: JSON.parse(text) }
  } catch {
    return response.ok ? { kind: 'not-json' } : { kind: 'status', status: response.status }
  }
}
