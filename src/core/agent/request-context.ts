import type { RecalledFact } from '../../shared/model/memory.ts'
import { AppError } from '../kernel/app-error.ts'
import { countTokens } from '../kernel/tokens.ts'
import type { LlmPort, LlmRequest } from '../llm/llm-port.ts'
import { totalTokens } from '../memory/conversation/chat-message.ts'
import type { Compaction, Fullness } from '../memory/memory-manager.ts'
import { llmMessages } from './llm-messages.ts'
import { modeTokens, ownTextOf, withMode, type Mode } from './modes.ts'
import type { RunEvent } from './run-event.ts'
import type { TurnPorts, TurnRequest } from './turn-ports.ts'

/** Share of the model's window that is left for its answer. */
const OUTPUT_SHARE = 0.15

/** What a request carries beside the conversation. */
export interface Carried {
  readonly facts: readonly RecalledFact[]
  readonly mode: Mode | null
  /** Tokens of what the caller adds to it by itself. */
  readonly extra?: number
}

/** The request of one round, the same for sending and for the preview. @throws AppError `CONTEXT_TOO_LARGE` */
export function buildRequest(
  request: TurnRequest,
  ports: TurnPorts,
  llm: LlmPort,
  carried: Carried,
  factIds: readonly string[]
): LlmRequest {
  const { facts, mode } = carried
  const tools = toolsFor(ports, mode)
  const { beside, room } = fullness(ports, llm, carried, request)
  const tokens = totalTokens(ports.memory.shortTerm.messages) + beside
  if (tokens > room) throw new AppError('CONTEXT_TOO_LARGE', 'The context does not fit the model', { tokens, room, model: llm.model })
  return {
    messages: withMode(llmMessages(ports.memory.compose(facts)), mode, request.language),
    ...(tools.length === 0 ? {} : { tools }),
    ...(ports.temperature === null ? {} : { temperature: ports.temperature }),
    purpose: 'chat',
    conversationId: request.conversationId,
    turnId: request.turnId,
    factIds: [...new Set([...factIds, ...ports.memory.profile().factIds])],
    runtimeText: [...ports.runtimeText, ...ownTextOf(mode, request.language)]
  }
}

/** The tools that are offered now: none in a tree of thought; the rest of a long result can be read while its beginning is in the context. */
function toolsFor(ports: TurnPorts, mode: Mode | null): ReturnType<TurnPorts['tools']['schemas']> {
  if (mode === 'tot') return []
  const keptResults = ports.memory.shortTerm.messages.some((message) => message.fullLength !== undefined)
  return ports.tools.schemas({ keptResults })
}

/** How full the request is that would go now, counted against the chat model's window. */
function fullness(ports: TurnPorts, llm: LlmPort, { facts, mode, extra = 0 }: Carried, { language }: TurnRequest): Fullness {
  const composed = totalTokens(ports.memory.compose(facts)) - totalTokens(ports.memory.shortTerm.messages)
  return {
    beside: composed + countTokens(JSON.stringify(toolsFor(ports, mode))) + modeTokens(mode, language) + extra,
    limit: Math.floor(llm.contextWindow * ports.compactionFraction),
    room: Math.floor(llm.contextWindow * (1 - OUTPUT_SHARE))
  }
}

/** Facts for a request. */
export async function recallForRequest(request: TurnRequest, ports: TurnPorts): Promise<readonly RecalledFact[]> {
  const { facts } = await ports.memory.getContext(request.query)
  return facts
}

/** Each pass removes something, or is the last. */
const MOST_PASSES = 3

/** Compacts when due before a model call, says so, and goes on while the request does not fit the model. */
export async function* makeFit(
  request: TurnRequest,
  ports: TurnPorts,
  llm: LlmPort,
  carried: Carried,
  signal: AbortSignal
): AsyncGenerator<RunEvent, void, undefined> {
  for (let pass = 0; pass < MOST_PASSES && !signal.aborted; pass += 1) {
    const compaction = await ports.memory.maybeCompress(signal, fullness(ports, llm, carried, request))
    // The person who stopped needs no word on what was stopped with it.
    if (signal.aborted && compaction.outcome !== 'changed') return
    yield* told(compaction)
    const { beside, room } = fullness(ports, llm, carried, request)
    // `not-due` too: a note that was dropped, since something was forgotten while it was made, is made anew when the request needs it.
    if (compaction.outcome === 'failed' || totalTokens(ports.memory.shortTerm.messages) + beside <= room) return
  }
}

/** What a person is told of a compaction. */
function* told(compaction: Compaction): Generator<RunEvent> {
  switch (compaction.outcome) {
    case 'not-due':
      return
    case 'failed':
      yield { type: 'notice', code: 'compaction-failed' }
      return
    case 'changed': {
      const { removed, kept, compactionId } = compaction
      yield { type: 'compaction', removed, kept, compactionId }
      if (compaction.stillLarge) yield { type: 'notice', code: 'still-large' }
    }
  }
}
