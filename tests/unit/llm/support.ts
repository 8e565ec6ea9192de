import { createClock } from '../../../src/core/kernel/clock.ts'
import type { LlmEvent, LlmPort, LlmRequest, LlmToolCall } from '../../../src/core/llm/llm-port.ts'
import { createOpenAiCompatible } from '../../../src/core/llm/openai-compatible.ts'
import type { OpenAiCompatibleOptions } from '../../../src/core/llm/openai-compatible.ts'
import type { Gate, OutgoingContext } from '../../../src/core/privacy/gate.ts'
import type { ScriptedServer } from '../../support/scripted-server/index.ts'

/** A gate that lets everything through as it is and notes what it was told. */
export function openGate(seen: OutgoingContext[] = []): Gate {
  return {
    fetchFor: (context) => {
      seen.push(context)
      return (input, init) => fetch(input, init)
    },
    destinationOf: () => 'local'
  }
}

export function portTo(server: Pick<ScriptedServer, 'baseUrl'>, options: Partial<OpenAiCompatibleOptions> = {}): LlmPort {
  return createOpenAiCompatible({
    providerId: 'p1',
    preset: 'custom',
    baseUrl: server.baseUrl,
    model: 'scripted',
    apiKey: 'sk-marked-key',
    destination: 'local',
    contextWindow: 16_000,
    gate: openGate(),
    timeouts: () => ({ firstPayloadMs: 5_000, idleMs: 5_000, retryAfterMaxMs: 30_000 }),
    clock: createClock(),
    sleep: async () => {},
    ...options
  })
}

export function ask(fields: Partial<LlmRequest> = {}): LlmRequest {
  return {
    messages: [{ role: 'user', content: 'hello' }],
    purpose: 'chat',
    conversationId: 'c1',
    turnId: 't1',
    factIds: [],
    runtimeText: [],
    ...fields
  }
}

/** The events of a whole answer, gathered. */
export interface Gathered {
  readonly events: readonly LlmEvent[]
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly LlmToolCall[]
  readonly usage: { readonly input: number; readonly output: number } | undefined
  /** The reason to finish, or the code of the error. */
  readonly end: string
  readonly hint: unknown
}

export async function gather(stream: AsyncIterable<LlmEvent>): Promise<Gathered> {
  const events: LlmEvent[] = []
  for await (const event of stream) events.push(event)
  const last = events.at(-1)
  const usage = events.find((event) => event.type === 'usage')
  return {
    events,
    text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    reasoning: events.map((event) => (event.type === 'reasoning' ? event.text : '')).join(''),
    calls: events.flatMap((event) => (event.type === 'tool-calls' ? event.calls : [])),
    usage: usage?.type === 'usage' ? { input: usage.input, output: usage.output } : undefined,
    end: last?.type === 'finish' ? last.reason : last?.type === 'error' ? last.error.code : 'nothing',
    hint: last?.type === 'error' ? last.error.data?.['hint'] : undefined
  }
}

export const never = new AbortController().signal
