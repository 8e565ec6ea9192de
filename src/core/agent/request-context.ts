import type { RecalledFact } from '../../shared/model/memory.ts'
import { AppError } from '../kernel/app-error.ts'
import { countTokens } from '../kernel/tokens.ts'
import type { LlmPort, LlmRequest } from '../llm/llm-port.ts'
import { totalTokens } from '../memory/chat-message.ts'
import type { Compaction, CompactionLimits } from '../memory/memory-manager.ts'
import { llmMessages } from './llm-messages.ts'
import { ownTextOf, withMode, type Mode } from './modes.ts'
import type { RunEvent } from './run-event.ts'
import type { TurnPorts, TurnRequest } from './turn-ports.ts'

/** Share of the model's window that is left for its answer. */
const OUTPUT_SHARE = 0.15

/** The request of one round, the same for sending and for the preview. @throws AppError `CONTEXT_TOO_LARGE` */
export function buildRequest(
  request: TurnRequest,
  ports: TurnPorts,
  llm: LlmPort,
  facts: readonly RecalledFact[],
  factIds: readonly string[],
  mode: Mode | null
): LlmRequest {
  const messages = ports.memory.compose(facts)
  const tools = ports.tools.schemas()
  const { tokens, room } = sizeOf(ports, llm, facts)
  if (tokens > room) throw new AppError('CONTEXT_TOO_LARGE', 'The context does not fit the model', { tokens, room, model: llm.model })
  return {
    messages: withMode(llmMessages(messages), mode, request.language),
    ...(tools.length === 0 ? {} : { tools }),
    ...(ports.temperature === null ? {} : { temperature: ports.temperature }),
    purpose: 'chat',
    conversationId: request.conversationId,
    turnId: request.turnId,
    factIds: [...new Set([...factIds, ...ports.memory.profile().factIds])],
    runtimeText: [...ports.runtimeText, ...ownTextOf(mode, request.language)]
  }
}

/** Tokens of the request that would go now, and those that the model has room for. */
function sizeOf(ports: TurnPorts, llm: LlmPort, facts: readonly RecalledFact[]): { tokens: number; room: number } {
  const tokens = totalTokens(ports.memory.compose(facts)) + countTokens(JSON.stringify(ports.tools.schemas()))
  return { tokens, room: Math.floor(llm.contextWindow * (1 - OUTPUT_SHARE)) }
}

/** Facts for a request. */
export async function recallForRequest(request: TurnRequest, ports: TurnPorts): Promise<readonly RecalledFact[]> {
  const { facts } = await ports.memory.getContext(request.query)
  return facts
}

/** Compacts when due and says so. */
export async function* compact(
  ports: TurnPorts,
  signal: AbortSignal,
  limits?: CompactionLimits
): AsyncGenerator<RunEvent, Compaction['outcome'], undefined> {
  const compaction = await ports.memory.maybeCompress(signal, limits)
  if (compaction.outcome === 'failed' && !signal.aborted) yield { type: 'notice', code: 'compaction-failed' }
  if (compaction.outcome === 'changed') {
    yield { type: 'compacted', messages: compaction.messages, removed: compaction.removed }
    yield { type: 'compaction', removed: compaction.removed, kept: compaction.kept, compactionId: null }
  }
  return compaction.outcome
}

/** Messages kept word for word when the usual number of them does not fit the model. */
const FEWER_KEPT = [4, 2, 1, 0]

/** Compacts when due, and further for as long as the request does not fit the model. */
export async function* makeFit(
  ports: TurnPorts,
  llm: LlmPort,
  facts: readonly RecalledFact[],
  signal: AbortSignal
): AsyncGenerator<RunEvent, void, undefined> {
  let outcome = yield* compact(ports, signal)
  for (const keep of FEWER_KEPT) {
    const { tokens, room } = sizeOf(ports, llm, facts)
    if (tokens <= room || outcome === 'failed' || signal.aborted) return
    outcome = yield* compact(ports, signal, { threshold: 0, keep })
  }
}
