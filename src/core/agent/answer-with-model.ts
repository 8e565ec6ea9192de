import type { ErrorData } from '../../shared/model/errors.ts'
import type { RecalledFact } from '../../shared/model/memory.ts'
import type { Privacy } from '../../shared/model/privacy.ts'
import { strictest } from '../../shared/privacy-order.ts'
import type { LlmPort, LlmToolCall } from '../llm/llm-port.ts'
import { answerByTree } from './answer-by-tree.ts'
import { chooseMode } from './choose-mode.ts'
import { addAnswer, askModel, endNotices, endWithError } from './model-round.ts'
import { buildRequest, makeFit, recallForRequest } from './request-context.ts'
import { runCalls, type CallBook } from './run-calls.ts'
import type { RunEvent } from './run-event.ts'
import { agentTexts } from './texts.ts'
import type { TurnPorts, TurnRequest } from './turn-ports.ts'

/**
 * SEED A7 and A9: compact when due, recall, ask; no calls is the answer; otherwise the assistant message with its calls and every result go
 * into the next round. Calls of a message that ended by length or a cut are never run.
 */
export async function* answerWithModel(
  request: TurnRequest,
  ports: TurnPorts,
  llm: LlmPort | { readonly error: ErrorData },
  remembered: string | null,
  signal: AbortSignal
): AsyncGenerator<RunEvent, void, undefined> {
  if (request.leftOut > 0) yield { type: 'notice', code: 'private-left-out' }
  if ('error' in llm) {
    yield { type: 'message-start', messageId: ports.newId('msg') }
    yield { type: 'turn-end', reason: 'error', error: llm.error }
    return
  }
  // What this very message asks to remember stands in it already.
  if (remembered !== null) ports.memory.leaveOut(remembered)
  const facts = await recallForRequest(request, ports)
  if (ports.memory.profile().tooLong) yield { type: 'notice', code: 'profile-too-long' }
  const recalled = facts.map((fact) => fact.factId)
  const label = request.destination === 'remote' ? 'open' : labelOf(request, ports, facts)
  const book: CallBook = { seen: new Map(), origins: new Set(), factIds: new Set(recalled), count: 0, label }
  if (facts.length > 0) yield { type: 'memory-used', factIds: recalled }

  const mode = request.mode === 'auto' ? await chooseMode(request, ports, llm, signal) : request.mode
  if (mode === 'tot') {
    ports.markUsed(recalled)
    yield* answerByTree(request, ports, llm, facts, book.label, signal)
    return
  }
  for (let count = 1; count <= ports.limits.maxRounds && !signal.aborted; count += 1) {
    yield* makeFit(request, ports, llm, { facts, mode }, signal)
    if (signal.aborted) return
    const messageId = ports.newId('msg')
    yield { type: 'message-start', messageId }
    yield { type: 'label', privacy: book.label }
    const round = yield* askModel(llm, buildRequest(request, ports, llm, { facts, mode }, [...book.factIds]), signal)
    // Only now: noting is a write, and the request should not wait for it.
    if (count === 1) ports.markUsed(recalled)
    if (round.error !== null) {
      yield* endWithError(request, ports, round.error)
      return
    }
    addAnswer(ports, messageId, round, book.label)
    if (signal.aborted) return
    if (round.calls.length === 0) {
      yield* endNotices(round)
      yield* makeFit(request, ports, llm, { facts, mode }, signal)
      yield { type: 'turn-end', reason: 'done' }
      return
    }
    const limit = overLimit(round.calls, book, ports)
    if (limit !== null) {
      // Of a call that comes again the person has been told when it came the second time.
      if (limit === 'call-limit') yield { type: 'notice', code: limit }
      yield { type: 'text-delta', text: agentTexts[request.language].roundLimit }
      yield { type: 'turn-end', reason: 'limit' }
      return
    }
    for (const result of yield* runCalls(round.calls, request, ports, book, signal)) {
      ports.memory.add({
        id: result.messageId,
        role: 'tool',
        content: result.content,
        toolCallId: result.call.id,
        ...(result.fullLength === null ? {} : { fullLength: result.fullLength }),
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
  return strictest([request.userMessage.privacy, ...ports.memory.compose(facts).map((message) => message.privacy)])
}

/** Calls beyond the limit, or a call that came a third time, end the turn before anything of this round runs. */
function overLimit(calls: readonly LlmToolCall[], book: CallBook, ports: TurnPorts): 'call-limit' | 'repeated-call' | null {
  if (book.count + calls.length > ports.limits.maxCalls) return 'call-limit'
  if (calls.some((call) => (book.seen.get(`${call.name} ${call.args}`) ?? 0) >= 2)) return 'repeated-call'
  return null
}
