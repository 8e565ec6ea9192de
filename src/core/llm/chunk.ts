import type { Complaint } from './failure.ts'

/** A piece of a tool call as the wire gives it; what is missing is empty. */
export interface CallDelta {
  readonly index: number | null
  readonly id: string
  readonly name: string
  readonly args: string
}

export interface Usage {
  readonly input: number
  readonly output: number
}

/** What one chunk of a stream says, freed of the ways in which servers say it. */
export interface Chunk {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly CallDelta[]
  readonly finish: string | null
  readonly usage: Usage | null
  readonly error: Complaint | null
}

type Fields = Readonly<Record<string, unknown>>

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}

function textOf(value: unknown): string {
  // A NUL would end the text in many programs that read it later.
  if (typeof value === 'string') return value.replaceAll('\u0000', '')
  if (!Array.isArray(value)) return ''
  return value.map((part) => textOf(fieldsOf(part)?.['text'])).join('')
}

/** Some servers give arguments as an object, some as null; inside the product they are always text. */
function argsOf(value: unknown): string {
  if (typeof value === 'string') return value
  return value === null || value === undefined ? '' : JSON.stringify(value)
}

function callsOf(value: unknown): CallDelta[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((entry): CallDelta[] => {
    const call = fieldsOf(entry)
    if (call === null) return []
    const made = fieldsOf(call['function'])
    const index = call['index']
    return [
      {
        index: typeof index === 'number' ? index : null,
        id: textOf(call['id']),
        name: textOf(made?.['name']),
        args: argsOf(made?.['arguments'])
      }
    ]
  })
}

function usageOf(value: unknown): Usage | null {
  const usage = fieldsOf(value)
  const input = usage?.['prompt_tokens']
  const output = usage?.['completion_tokens']
  return typeof input === 'number' || typeof output === 'number'
    ? { input: typeof input === 'number' ? input : 0, output: typeof output === 'number' ? output : 0 }
    : null
}

function statusOf(error: Fields): number | null {
  for (const value of [error['status'], error['code'], error['status_code']]) {
    const number = Number(value)
    if (Number.isInteger(number) && number >= 400 && number < 600) return number
  }
  return null
}

/** The complaint in a body, whichever of the usual forms it has; null when it holds none. */
export function complaintOf(body: unknown, status: number | null = null): Complaint | null {
  const fields = fieldsOf(body)
  if (fields === null) return null
  const inner = fields['error'] ?? (fields['object'] === 'error' ? fields : undefined)
  if (inner === undefined || inner === null) return null
  const error = fieldsOf(inner)
  if (error === null) return { status, text: textOf(inner), html: false }
  const text = ['code', 'type', 'message'].map((name) => textOf(error[name])).join(' ')
  return { status: status ?? statusOf(error), text, html: false }
}

const NOTHING: Chunk = { text: '', reasoning: '', calls: [], finish: null, usage: null, error: null }

/** Reads one parsed `data:` line, or a whole completion from a server that does not stream. Null when it is not an object. */
export function readChunk(value: unknown): Chunk | null {
  const fields = fieldsOf(value)
  if (fields === null) return null
  const error = complaintOf(fields)
  if (error !== null) return { ...NOTHING, error }
  const choices = fields['choices']
  const choice = Array.isArray(choices) ? fieldsOf(choices[0]) : null
  const message = fieldsOf(choice?.['delta']) ?? fieldsOf(choice?.['message'])
  const finish = choice?.['finish_reason']
  return {
    text: textOf(message?.['content']) || textOf(message?.['refusal']),
    reasoning: textOf(message?.['reasoning_content']) || textOf(message?.['reasoning']),
    calls: callsOf(message?.['tool_calls']),
    finish: typeof finish === 'string' && finish !== '' ? finish : null,
    usage: usageOf(fields['usage']) ?? usageOf(choice?.['usage']),
    error: null
  }
}

/** Whether a chunk brings anything; empty deltas do not keep a stream alive, as comments do not. */
export function hasPayload(chunk: Chunk): boolean {
  return chunk.text !== '' || chunk.reasoning !== '' || chunk.calls.length > 0 || chunk.finish !== null || chunk.usage !== null
}
