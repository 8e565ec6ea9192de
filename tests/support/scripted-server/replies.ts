import type { Reply, Step } from './types.ts'

/** A part of a stream: an object is sent as one `data:` event, text and bytes as they are, a step is done. */
export type Part = string | Uint8Array | Step | Readonly<Record<string, unknown>>

export const DONE = 'data: [DONE]\n\n'

export const cut: Step = { do: 'cut' }
export const resetConnection: Step = { do: 'reset' }
export const hang: Step = { do: 'hang' }

export function wait(ms: number): Step {
  return { do: 'wait', ms }
}

export function keepAlive(count: number): string {
  return ': keep-alive\n\n'.repeat(count)
}

export function data(value: unknown): string {
  return `data: ${JSON.stringify(value)}\n\n`
}

function isStep(part: Step | Readonly<Record<string, unknown>>): part is Step {
  return 'do' in part
}

function stepOf(part: Part): Step {
  if (typeof part === 'string' || part instanceof Uint8Array) return { do: 'write', data: part }
  return isStep(part) ? part : { do: 'write', data: data(part) }
}

/** One chunk of a completion with this delta. */
export function delta(fields: Readonly<Record<string, unknown>>, reason: string | null = null): Readonly<Record<string, unknown>> {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'scripted',
    choices: [{ index: 0, delta: fields, finish_reason: reason }]
  }
}

export function finish(reason: string): Readonly<Record<string, unknown>> {
  return delta({}, reason)
}

/** A chunk without choices that carries only the usage. */
export function usage(input: number, output: number): Readonly<Record<string, unknown>> {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    choices: [],
    usage: { prompt_tokens: input, completion_tokens: output, total_tokens: input + output }
  }
}

/** A stream of exactly these parts; nothing is added. */
export function stream(...parts: readonly Part[]): Reply {
  return { status: 200, headers: { 'content-type': 'text/event-stream; charset=utf-8' }, steps: parts.map(stepOf) }
}

export interface TextOptions {
  /** Thinking that comes before the answer. */
  readonly reasoning?: string
  /** Code points per delta; the whole text in one when absent. */
  readonly size?: number
  /** Milliseconds between deltas. */
  readonly delayMs?: number
  readonly finish?: string
}

function pieces(whole: string, size: number | undefined): string[] {
  if (size === undefined) return whole === '' ? [] : [whole]
  const points = [...whole]
  return Array.from({ length: Math.ceil(points.length / size) }, (_, index) => points.slice(index * size, (index + 1) * size).join(''))
}

/** An ordinary answer: deltas, finish, usage, `[DONE]`. */
export function text(answer: string, options: TextOptions = {}): Reply {
  const deltas = [
    ...pieces(options.reasoning ?? '', options.size).map((piece) => delta({ reasoning_content: piece })),
    ...pieces(answer, options.size).map((piece) => delta({ content: piece }))
  ]
  const paced = options.delayMs === undefined ? deltas : deltas.flatMap((chunk) => [chunk, wait(options.delayMs ?? 0)])
  const reason = options.finish ?? 'stop'
  const counts = usage(12, answer.length)
  const message = {
    role: 'assistant',
    content: answer,
    ...(options.reasoning === undefined ? {} : { reasoning_content: options.reasoning })
  }
  return {
    ...stream(delta({ role: 'assistant', content: '' }), ...paced, finish(reason), counts, DONE),
    whole: { id: 'chatcmpl-1', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: reason }], usage: counts['usage'] }
  }
}

export interface CallOptions {
  readonly id?: string
  readonly reasoning?: string
  /** Text before the calls. */
  readonly content?: string
  readonly finish?: string
}

let callNumber = 0

/** An answer that wants one tool. `args` is sent as JSON, a string as it is. */
export function toolCall(name: string, args: unknown, options: CallOptions = {}): Reply {
  return toolCalls([{ name, args, ...(options.id === undefined ? {} : { id: options.id }) }], options)
}

/** An answer that wants several tools at once. */
export function toolCalls(
  calls: readonly { readonly name: string; readonly args: unknown; readonly id?: string }[],
  options: Omit<CallOptions, 'id'> = {}
): Reply {
  const wire = calls.map((call, index) => ({
    index,
    id: call.id ?? `call_${(callNumber += 1)}`,
    type: 'function',
    function: { name: call.name, arguments: typeof call.args === 'string' ? call.args : JSON.stringify(call.args) }
  }))
  const reason = options.finish ?? 'tool_calls'
  return {
    ...stream(
      delta({ role: 'assistant', content: null }),
      ...(options.reasoning === undefined ? [] : [delta({ reasoning_content: options.reasoning })]),
      ...(options.content === undefined ? [] : [delta({ content: options.content })]),
      ...wire.map((call) => delta({ tool_calls: [call] })),
      finish(reason),
      usage(12, 8),
      DONE
    ),
    whole: {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      choices: [{ index: 0, message: { role: 'assistant', content: options.content ?? null, tool_calls: wire }, finish_reason: reason }]
    }
  }
}

/** Any status with a body; an object is sent as JSON. */
export function status(code: number, body: unknown = '', headers: Readonly<Record<string, string>> = {}): Reply {
  const isText = typeof body === 'string'
  return {
    status: code,
    headers: { 'content-type': isText ? 'text/plain; charset=utf-8' : 'application/json', ...headers },
    steps: [{ do: 'write', data: isText ? body : JSON.stringify(body) }]
  }
}

export function json(value: unknown): Reply {
  return status(200, JSON.stringify(value), { 'content-type': 'application/json' })
}

export function html(code = 200): Reply {
  return status(code, '<!doctype html><title>Welcome</title><h1>It works</h1>', { 'content-type': 'text/html; charset=utf-8' })
}

/** An error in the form that OpenAI and most others use. */
export function failure(
  code: number,
  message: string,
  extra: Readonly<Record<string, string>> = {},
  headers: Readonly<Record<string, string>> = {}
): Reply {
  return status(code, { error: { message, type: 'error', ...extra } }, headers)
}

/** 429, with `Retry-After` when it is given. */
export function rateLimited(retryAfter?: string): Reply {
  return failure(429, 'slow down', {}, retryAfter === undefined ? {} : { 'retry-after': retryAfter })
}

/** Takes the request and never answers, not even with a status line. */
export function silent(): Reply {
  return { status: 200, headers: {}, steps: [hang], head: 'never' }
}

/** Resets the connection before the first byte of an answer. */
export function refused(): Reply {
  return { status: 200, headers: {}, steps: [resetConnection], head: 'never' }
}

/** The same reply in writes of `size` bytes, so that characters are cut wherever that falls. */
export function inBytes(reply: Reply, size: number): Reply {
  const steps = reply.steps.flatMap((step): Step[] => {
    if (step.do !== 'write') return [step]
    const bytes = Buffer.from(step.data)
    return Array.from({ length: Math.ceil(bytes.length / size) }, (_, index): Step[] => [
      { do: 'write', data: bytes.subarray(index * size, (index + 1) * size) },
      wait(0)
    ]).flat()
  })
  return { ...reply, steps }
}
