import type { Chunk, Usage } from './chunk.ts'
import type { LlmEvent, LlmFinish } from './llm-port.ts'
import { createThinkSplitter } from './think-splitter.ts'
import { createToolCallJoiner } from './tool-call-joiner.ts'

/** Turns the chunks of one answer into events. Knows nothing of sockets, so every odd stream can be tested as a list of chunks. */
export interface Assembly {
  /** Whether anything of an answer has come; from then on the request is not repeated. */
  readonly started: boolean
  /** Whether the provider named a reason to finish. */
  readonly finished: boolean
  push(chunk: Chunk): LlmEvent[]
  /** Text that was held back, when the stream failed. */
  flush(): LlmEvent[]
  /**
   * Ends the answer: what was held back, usage, calls, `finish`.
   * @param how `done` after `[DONE]`, `closed` when the stream ended without it, `cut` when it was broken off
   */
  end(how: 'done' | 'closed' | 'cut'): LlmEvent[]
}

const RUNS_CALLS: ReadonlySet<string> = new Set(['stop', 'tool_calls', 'function_call', 'tool_call'])
const OUT_OF_TOKENS: ReadonlySet<string> = new Set(['length', 'max_tokens', 'model_length'])
const BROKEN: ReadonlySet<string> = new Set(['insufficient_system_resource', 'abort', 'error', 'cancelled'])

/** Calls are run only when the provider said, in words we know, that the message is complete. */
function finishOf(reason: string | null, how: 'done' | 'closed' | 'cut', calls: number): LlmFinish {
  if (reason === null) return how === 'done' && calls === 0 ? 'stop' : 'cut'
  if (OUT_OF_TOKENS.has(reason)) return 'length'
  if (reason === 'content_filter') return 'filtered'
  if (BROKEN.has(reason)) return 'cut'
  if (calls === 0) return 'stop'
  return RUNS_CALLS.has(reason) ? 'tool-calls' : 'cut'
}

/** Keeps the first half of a surrogate pair back until its second half comes, so that every delta is well-formed text. */
function createPairKeeper(): (text: string) => string {
  let held = ''
  return (text) => {
    const all = held + text
    const last = all.charCodeAt(all.length - 1)
    held = last >= 0xd800 && last <= 0xdbff ? all.slice(-1) : ''
    return held === '' ? all : all.slice(0, -1)
  }
}

/** @param makeCallId id for a call that came without one, by its place in the message */
export function createAssembly(makeCallId: (place: number) => string): Assembly {
  const calls = createToolCallJoiner()
  const splitter = createThinkSplitter()
  const wholeText = createPairKeeper()
  const wholeReasoning = createPairKeeper()
  let usage: Usage | null = null
  let reason: string | null = null
  let started = false

  const eventsOf = (pieces: readonly { kind: 'text' | 'reasoning'; text: string }[]): LlmEvent[] =>
    pieces.map(({ kind, text }) => ({ type: kind, text }))

  return {
    get started() {
      return started
    },
    get finished() {
      return reason !== null
    },
    push: (chunk) => {
      usage = chunk.usage ?? usage
      reason ??= chunk.finish
      for (const call of chunk.calls) calls.push(call)
      if (chunk.text !== '' || chunk.reasoning !== '' || chunk.calls.length > 0) started = true
      const reasoning = wholeReasoning(chunk.reasoning)
      const thought: LlmEvent[] = reasoning === '' ? [] : [{ type: 'reasoning', text: reasoning }]
      return [...thought, ...eventsOf(splitter.push(wholeText(chunk.text)))]
    },
    flush: () => eventsOf(splitter.end()),
    end: (how) => {
      const finish = how === 'cut' ? 'cut' : finishOf(reason, how, calls.count)
      return [
        ...eventsOf(splitter.end()),
        ...(usage === null ? [] : [{ type: 'usage', ...usage } as const]),
        ...(finish === 'tool-calls' ? [{ type: 'tool-calls', calls: calls.end(makeCallId) } as const] : []),
        { type: 'finish', reason: finish }
      ]
    }
  }
}
