import { closed } from './closed.ts'

interface RequestDetails {
  readonly id: number
  readonly url: string
  readonly method: string
  readonly resourceType: string
  readonly webContentsId: number
}
interface ResponseDetails extends RequestDetails {
  readonly statusCode: number
  readonly responseHeaders: Record<string, string[]>
}
type Filter = { readonly urls: readonly string[] }
type BeforeAnswer = { cancel?: boolean; redirectURL?: string }
type HeadersAnswer = { cancel?: boolean; responseHeaders?: Record<string, string | string[]> }
type BeforeListener = (details: RequestDetails, callback: (answer: BeforeAnswer) => void) => void
type HeadersListener = (details: ResponseDetails, callback: (answer: HeadersAnswer) => void) => void

interface Slot<L> {
  readonly listener: L
  readonly matches: (url: string) => boolean
}

/** Match patterns of Electron: `<all_urls>`, or an address in which `*` stands for anything. */
function matcher(filter: Filter): (url: string) => boolean {
  const patterns = filter.urls.map((text) =>
    text === '<all_urls>' ? /^/ : new RegExp(`^${text.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll('*', '.*')}$`)
  )
  return (url) => patterns.length === 0 || patterns.some((pattern) => pattern.test(url))
}

function slot<L extends (...args: never[]) => void>(first: Filter | L | null, second?: L | null): Slot<L> | null {
  const listener = typeof first === 'function' ? first : second
  if (!listener) return null
  return { listener, matches: typeof first === 'function' || first === null ? () => true : matcher(first) }
}

/** `session.webRequest`: one listener per kind, as in Electron. */
export class WebRequest {
  private before: Slot<BeforeListener> | null = null
  private headers: Slot<HeadersListener> | null = null

  onBeforeRequest(first: Filter | BeforeListener | null, second?: BeforeListener | null): void {
    this.before = slot(first, second)
  }

  onHeadersReceived(first: Filter | HeadersListener | null, second?: HeadersListener | null): void {
    this.headers = slot(first, second)
  }

  /** Not Electron's: asks the app's listener about a request. */
  askBefore(details: RequestDetails): Promise<BeforeAnswer> {
    const { before } = this
    if (!before?.matches(details.url)) return Promise.resolve({})
    return new Promise((resolve) => before.listener(details, resolve))
  }

  /** Not Electron's: asks the app's listener about an answer that the app itself gave. */
  askHeaders(details: ResponseDetails): Promise<HeadersAnswer> {
    const { headers } = this
    if (!headers?.matches(details.url)) return Promise.resolve({})
    return new Promise((resolve) => headers.listener(details, resolve))
  }
}

export function createWebRequest(): WebRequest {
  return closed('session.webRequest', new WebRequest())
}
