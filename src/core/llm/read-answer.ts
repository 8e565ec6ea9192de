import { setTimeout as delay } from 'node:timers/promises'
import type { Assembly } from './assembly.ts'
import { hasPayload, readChunk } from './chunk.ts'
import type { Chunk } from './chunk.ts'
import { complaintFailure, failure, isBrokenConnection } from './failure.ts'
import type { LlmEvent } from './llm-port.ts'
import type { PayloadTimer } from './payload-timer.ts'
import { createSseParser } from './sse.ts'
import type { SseParser } from './sse.ts'

export interface ReadOptions {
  readonly assembly: Assembly
  readonly timer: PayloadTimer
  /** Longest wait between two payloads, in milliseconds. */
  readonly idleMs: number
  readonly host: string
  readonly signal: AbortSignal
}

/** After a reason to finish only the usage may follow; a server that keeps the stream open is not waited for. */
const AFTER_FINISH_MS = 2_000
/** Longest single event, or answer that is one JSON text, in characters. */
const LONGEST_EVENT = 8_000_000
/** An answer that goes on for ever is cut here, in characters of text, reasoning and calls together. */
const LONGEST_ANSWER = 1_000_000
/** How long the end of the body may take after `[DONE]`: waited for, and then read on in the background. */
const END_MS = 50
const DRAIN_MS = 1_000

type Reader = ReadableStreamDefaultReader<Uint8Array>

/**
 * Reads to the end, since cancelling would close a connection that is still good. The end mostly follows at once, and waiting for it lets the
 * next round of the same turn use the connection.
 */
async function letGo(reader: Reader): Promise<void> {
  const giveUp = setTimeout(() => void reader.cancel().catch(() => {}), DRAIN_MS)
  giveUp.unref()
  const drained = (async () => {
    while (!(await reader.read()).done);
  })()
    .catch(() => {})
    .finally(() => clearTimeout(giveUp))
  await Promise.race([drained, delay(END_MS, undefined, { ref: false })])
}

/** What kind of body this is, by its first character that is not white space: content types are often wrong. */
function kindOf(start: string): 'stream' | 'json' | 'html' | null {
  const first = /\S/.exec(start)?.[0]
  if (first === undefined) return null
  if (first === '<') return 'html'
  return first === '{' || first === '[' ? 'json' : 'stream'
}

function parseChunk(data: string, host: string): Chunk {
  let value: unknown
  try {
    value = JSON.parse(data)
  } catch (cause) {
    throw failure('PROVIDER_BAD_REPLY', host, 'not-json', {}, cause)
  }
  const chunk = readChunk(value)
  if (chunk === null) throw failure('PROVIDER_BAD_REPLY', host, 'not-json')
  if (chunk.error !== null) throw complaintFailure(chunk.error, host)
  return chunk
}

/** One body on its way: bytes in, `data` of events out. */
interface Body {
  next(): Promise<{ readonly events: readonly string[]; readonly ended: boolean }>
}

function createBody(reader: Reader, timer: PayloadTimer, host: string): Body {
  const decoder = new TextDecoder()
  const parser: SseParser = createSseParser()
  let kind: ReturnType<typeof kindOf> = null
  let start = ''

  /** A body that is one JSON text is an event of its own, complete at the end. */
  function accept(text: string, ended: boolean): readonly string[] {
    if (kind === 'stream') return parser.push(text)
    start += text
    kind ??= kindOf(start)
    if (kind === 'html') throw failure('PROVIDER_BAD_REPLY', host, 'html')
    if (kind === 'json') return ended ? [start] : []
    if (kind === null) return []
    const events = parser.push(start)
    start = ''
    return events
  }

  return {
    next: async () => {
      const { done, value } = await timer.wait(reader.read())
      const events = accept(done ? decoder.decode() : decoder.decode(value, { stream: true }), done)
      if (parser.held + start.length > LONGEST_EVENT) throw failure('PROVIDER_BAD_REPLY', host, 'rejected')
      return { events: done ? [...events, ...parser.end()] : events, ended: done }
    }
  }
}

/** How much of an answer has come. */
interface Size {
  characters: number
}

/** An unreadable piece at the very end is what a cut connection leaves; anywhere else it is a fault. */
function* take(events: readonly string[], ended: boolean, options: ReadOptions, size: Size): Generator<LlmEvent, boolean> {
  const { assembly, timer, idleMs, host } = options
  for (const [place, data] of events.entries()) {
    if (data.trim() === '[DONE]') return true
    if (ended && assembly.started && place === events.length - 1 && !isJson(data)) return false
    const chunk = parseChunk(data, host)
    yield* assembly.push(chunk)
    size.characters += chunk.text.length + chunk.reasoning.length + chunk.calls.reduce((sum, call) => sum + call.args.length, 0)
    if (size.characters > LONGEST_ANSWER) return false
    if (hasPayload(chunk)) timer.restart(assembly.finished ? Math.min(idleMs, AFTER_FINISH_MS) : idleMs)
  }
  return false
}

function isJson(data: string): boolean {
  try {
    JSON.parse(data)
    return true
  } catch {
    return false
  }
}

/**
 * Reads the body of an answer and yields its events up to and with `finish`. Throws `LlmFailure`, `PayloadTimeout` or what the body threw;
 * whoever catches it decides by `assembly.started` whether to try again.
 */
export async function* readAnswer(body: ReadableStream<Uint8Array>, options: ReadOptions): AsyncGenerator<LlmEvent> {
  const { assembly, host, signal } = options
  const reader = body.getReader()
  const source = createBody(reader, options.timer, host)
  const size: Size = { characters: 0 }
  let whole = false
  try {
    for (;;) {
      const { events, ended } = await source.next()
      const done = yield* take(events, ended, options, size)
      if (size.characters > LONGEST_ANSWER) {
        yield* assembly.end('cut')
        return
      }
      if (!done && !ended) continue
      if (!done && !assembly.started && !assembly.finished) throw failure('PROVIDER_BAD_REPLY', host, 'empty')
      whole = true
      if (!ended) await letGo(reader)
      yield* assembly.end(done ? 'done' : 'closed')
      return
    }
  } catch (cause) {
    // Once the provider has named a reason to finish, a silent or broken connection takes nothing away from the answer.
    if (!assembly.finished || signal.aborted || !isBrokenConnection(cause)) throw cause
    yield* assembly.end('closed')
  } finally {
    if (!whole) void reader.cancel().catch(() => {})
  }
}
