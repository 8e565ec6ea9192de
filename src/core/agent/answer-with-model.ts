import type { ErrorData } from '../../shared/model/errors.ts'
import type { RecalledFact } from '../../shared/model/memory.ts'
import type { Privacy } from '../../shared/model/privacy.ts'
import type { TurnEvent } from '../../shared/model/turn-event.ts'
import { strictest } from '../../shared/privacy-order.ts'
import { AppError } from '../kernel/app-error.ts'
import { countTokens } from '../kernel/tokens.ts'
import type { LlmFinish, LlmPort, LlmRequest, LlmToolCall } from '../llm/llm-port.ts'
import { totalTokens } from '../memory/chat-message.ts'
import type { Compaction, CompactionLimits } from '../memory/memory-manager.ts'
import { llmMessages } from './llm-messages.ts'
import { runCalls, type CallBook } from './run-calls.ts'
import type { RunEvent } from './run-event.ts'
import { agentTexts } from './texts.ts'
import type { TurnPorts, TurnRequest } from './turn-ports.ts'

/** Share of the model's window that is left for its answer. */
const OUTPUT_SHARE = 0.15

interface Round {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly LlmToolCall[]
  readonly finish: LlmFinish | null
  readonly error: ErrorData | null
}

/** The request of one round, the same for sending and for the preview. @throws AppError `CONTEXT_TOO_LARGE` */
export function buildRequest(
  request: TurnRequest,
  ports: TurnPorts,
  llm: LlmPort,
  facts: readonly RecalledFact[],
  factIds: readonly string[]
): LlmRequest {
  const messages = ports.memory.compose(facts)
  const tools = ports.tools.schemas()
  const { tokens, room } = sizeOf(ports, llm, facts)
  if (tokens > room) throw new AppError('CONTEXT_TOO_LARGE', 'The context does not fit the model', { tokens, room, model: llm.model })
  return {
    messages: llmMessages(messages),
    ...(tools.length === 0 ? {} : { tools }),
    ...(ports.temperature === null ? {} : { temperature: ports.temperature }),
    purpose: 'chat',
    conversationId: request.conversationId,
    turnId: request.turnId,
    factIds: [...factIds],
    runtimeText: ports.runtimeText
  }
}

/** Tokens of the request that would go now, and those that the model has room for. */
function sizeOf(ports: TurnPorts, llm: LlmPort, facts: readonly RecalledFact[]): { tokens: number; room: number } {
  const tokens = totalTokens(ports.memory.compose(facts)) + countTokens(JSON.stringify(ports.tools.schemas()))
  return { tokens, room: Math.floor(llm.contextWindow * (1 - OUTPUT_SHARE)) }
}

/** Facts for a request. An open fact that holds a private value stays here like the value itself. */
export async function recallForRequest(request: TurnRequest, ports: TurnPorts): Promise<readonly RecalledFact[]> {
  const { facts } = await ports.memory.getContext(request.query)
  return request.destination === 'local' ? facts : facts.filter((fact) => !ports.holdsPrivate([fact.text]))
}

async function* compact(
  ports: TurnPorts,
  signal: AbortSignal,
  limits?: CompactionLimits
): AsyncGenerator<RunEvent, Compaction['outcome'], undefined> {
  const compaction = await ports.memory.maybeCompress(signal, limits)
  if (compaction.outcome === 'failed' && !signal.aborted) yield { type: 'notice', code: 'compaction-failed' }
  if (compaction.outcome === 'changed') {
    yield { type: 'compacted', messages: compaction.messages, removed: compaction.removed }
    yield { type: 'compaction', removed: compaction.removed, kept: compaction.kept }
  }
  return compaction.outcome
}

/** Messages kept word for word when the usual number of them does not fit the model. */
const FEWER_KEPT = [4, 2, 1, 0]

/** Compacts when due, and further for as long as the request does not fit the model. */
async function* makeFit(
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

async function* askModel(llm: LlmPort, request: LlmRequest, signal: AbortSignal): AsyncGenerator<TurnEvent, Round, undefined> {
  let text = ''
  let reasoning = ''
  let calls: readonly LlmToolCall[] = []
  for await (const event of llm.chatStream(request, signal)) {
    switch (event.type) {
      case 'text':
        text += event.text
        yield { type: 'text-delta', text: event.text }
        break
      case 'reasoning':
        reasoning += event.text
        yield { type: 'reasoning-delta', text: event.text }
        break
      case 'tool-calls':
        calls = event.calls
        break
      case 'usage':
        yield { type: 'usage', input: event.input, output: event.output }
        break
      case 'waiting':
        yield { type: 'notice', code: 'waiting', seconds: event.seconds }
        break
      case 'error':
        return { text, reasoning, calls: [], finish: null, error: event.error }
      case 'finish':
        return { text, reasoning, calls, finish: event.reason, error: null }
    }
  }
  return { text, reasoning, calls: [], finish: 'cut', error: null }
}

/** Files what the model said in short-term memory, so that the next round and the next turn have it. */
function addAnswer(ports: TurnPorts, id: string, round: Round, privacy: Privacy): void {
  ports.memory.add({
    id,
    role: 'assistant',
    content: round.text,
    ...(round.reasoning === '' ? {} : { reasoning: round.reasoning }),
    ...(round.calls.length === 0 ? {} : { toolCalls: round.calls }),
    privacy,
    origin: 'assistant'
  })
}

function endNotices(round: Round): TurnEvent[] {
  const notices: TurnEvent[] = []
  if (round.finish === 'cut' || round.finish === 'length') notices.push({ type: 'notice', code: 'cut-off' })
  else if (round.text.trim() === '') notices.push({ type: 'notice', code: 'no-answer' })
  return notices
}

/**
 * SEED A7 and A9: compact when due, recall, ask; no calls is the answer; otherwise the assistant message with its calls and every result go
 * into the next round. Calls of a message that ended by length or a cut are never run.
 */
export async function* answerWithModel(
  request: TurnRequest,
  ports: TurnPorts,
  llm: LlmPort | { readonly error: ErrorData },
  signal: AbortSignal
): AsyncGenerator<RunEvent, void, undefined> {
  if (request.leftOut > 0) yield { type: 'notice', code: 'private-left-out' }
  if ('error' in llm) {
    yield { type: 'message-start', messageId: ports.newId('msg') }
    yield { type: 'turn-end', reason: 'error', error: llm.error }
    return
  }
  const facts = await recallForRequest(request, ports)
  const recalled = facts.map((fact) => fact.factId)
  const label = request.destination === 'remote' ? 'open' : labelOf(request, ports, facts)
  const book: CallBook = { seen: new Map(), origins: new Set(), factIds: new Set(recalled), count: 0, label }
  if (facts.length > 0) yield { type: 'memory-used', factIds: recalled }
  ports.markUsed(recalled)

  for (let count = 1; count <= ports.limits.maxRounds && !signal.aborted; count += 1) {
    yield* makeFit(ports, llm, facts, signal)
    if (signal.aborted) return
    const messageId = ports.newId('msg')
    yield { type: 'message-start', messageId }
    yield { type: 'label', privacy: book.label }
    const round = yield* askModel(llm, buildRequest(request, ports, llm, facts, [...book.factIds]), signal)
    if (round.error !== null) {
      const typedIt = round.error.code === 'PRIVATE_BLOCKED' && ports.holdsPrivate([request.userMessage.content])
      if (typedIt) yield { type: 'keep-here', messageId: request.userMessage.id }
      yield { type: 'turn-end', reason: 'error', error: round.error }
      return
    }
    addAnswer(ports, messageId, round, book.label)
    if (signal.aborted) return
    if (round.calls.length === 0) {
      yield* endNotices(round)
      yield* compact(ports, signal)
      yield { type: 'turn-end', reason: 'done' }
      return
    }
    const limit = overLimit(round.calls, book, ports)
    if (limit !== null) {
      yield { type: 'notice', code: limit }
      yield { type: 'turn-end', reason: 'limit' }
      return
    }
    for (const result of yield* runCalls(round.calls, request, ports, book, signal)) {
      ports.memory.add({
        id: result.messageId,
        role: 'tool',
        content: result.content,
        toolCallId: result.call.id,
        privacy: result.privacy,
        origin: 'tool'
      })
    }
  }
  if (signal.aborted) return
  yield { type: 'notice', code: 'round-limit' }
  yield { type: 'message-start', messageId: ports.newId('msg') }
  yield { type: 'text-delta', text: agentTexts[request.language].roundLimit }
  yield { type: 'turn-end', reason: 'limit' }
}

/** What a local turn derives takes the strictest label of everything in its context. */
function labelOf(request: TurnRequest, ports: TurnPorts, facts: readonly RecalledFact[]): Privacy {
  return strictest([
    request.userMessage.privacy,
    ...facts.map((fact) => fact.privacy),
    ...ports.memory.shortTerm.messages.map((message) => message.privacy)
  ])
}

/** Calls beyond the limit, or a call that came a third time, end the turn before anything of this round runs. */
function overLimit(calls: readonly LlmToolCall[], book: CallBook, ports: TurnPorts): 'call-limit' | 'repeated-call' | null {
  if (book.count + calls.length > ports.limits.maxCalls) return 'call-limit'
  if (calls.some((call) => (book.seen.get(`${call.name} ${call.args}`) ?? 0) >= 2)) return 'repeated-call'
  return null
}
