import type { Readable, Writable } from 'node:stream'
import type { Protocol } from '../../node_modules/playwright-core/types/protocol.d.ts'

export type { Protocol }
type Method = keyof Protocol.CommandParameters & keyof Protocol.CommandReturnValues
type EventName = keyof Protocol.Events

/** One attached target, or the browser itself. `send` rejects once the target is gone. */
export interface CdpSession {
  send<M extends Method>(method: M, params?: Protocol.CommandParameters[M]): Promise<Protocol.CommandReturnValues[M]>
  on<E extends EventName>(event: E, listener: (payload: Protocol.Events[E]) => void): void
}

export interface CdpConnection {
  readonly browser: CdpSession
  session(sessionId: string): CdpSession
  /** Forgets a session; what it still waits for rejects. */
  forget(sessionId: string): void
}

interface Message {
  id?: number
  method?: string
  sessionId?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

interface Waiting {
  readonly sessionId: string
  resolve(value: unknown): void
  reject(error: Error): void
}

/** Speaks Chromium's debugging protocol over two pipes: JSON texts that end in a zero byte. No port is opened. */
export function connectPipe(toChromium: Writable, fromChromium: Readable): CdpConnection {
  const waiting = new Map<number, Waiting>()
  const listeners = new Map<string, ((payload: unknown) => void)[]>()
  let nextId = 0

  const rejectAll = (sessionId: string | null) => {
    for (const [id, entry] of waiting) {
      if (sessionId !== null && entry.sessionId !== sessionId) continue
      waiting.delete(id)
      entry.reject(new Error('The Chromium page is gone'))
    }
  }
  const receive = (message: Message) => {
    if (message.id !== undefined) {
      const entry = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error) entry?.reject(new Error(message.error.message))
      else entry?.resolve(message.result)
      return
    }
    for (const listener of listeners.get(`${message.sessionId ?? ''} ${message.method}`) ?? []) listener(message.params)
  }
  const makeSession = (sessionId: string): CdpSession => ({
    send: (method, params) => {
      const { promise, resolve, reject } = Promise.withResolvers<never>()
      const id = ++nextId
      waiting.set(id, { sessionId, resolve: (value) => resolve(value as never), reject })
      const message = sessionId === '' ? { id, method, params } : { id, method, params, sessionId }
      if (toChromium.writable) toChromium.write(`${JSON.stringify(message)}\0`)
      else rejectAll(null)
      return promise
    },
    on: (event, listener) => {
      const key = `${sessionId} ${event}`
      listeners.set(key, [...(listeners.get(key) ?? []), listener as (payload: unknown) => void])
    }
  })

  splitAtZero(fromChromium, (text) => receive(JSON.parse(text) as Message))
  toChromium.on('error', () => rejectAll(null))
  fromChromium.on('error', () => rejectAll(null))
  fromChromium.on('close', () => rejectAll(null))
  const browser = makeSession('')
  return {
    browser,
    session: makeSession,
    forget: (sessionId) => {
      rejectAll(sessionId)
      for (const key of listeners.keys()) if (key.startsWith(`${sessionId} `)) listeners.delete(key)
    }
  }
}

function splitAtZero(stream: Readable, onText: (text: string) => void): void {
  let parts: Buffer[] = []
  stream.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      parts.push(chunk.subarray(from, end))
      const text = Buffer.concat(parts).toString('utf8')
      parts = []
      from = end + 1
      onText(text)
    }
    if (from < chunk.length) parts.push(chunk.subarray(from))
  })
}
