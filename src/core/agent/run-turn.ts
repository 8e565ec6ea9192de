import type { NoticeCode } from '../../shared/model/notice.ts'
import type { TurnEvent } from '../../shared/model/turn-event.ts'
import { toErrorData } from '../kernel/app-error.ts'
import { answerHere } from './answer-here.ts'
import { answerWithModel } from './answer-with-model.ts'
import type { RunEvent } from './run-event.ts'
import type { TurnPorts, TurnRequest } from './turn-ports.ts'

const ONCE: ReadonlySet<NoticeCode> = new Set(['compaction-failed', 'still-large'])

/**
 * One turn, from the stored user message to its end. Never throws; streams deltas only; ends with exactly one `turn-end`.
 * An aborted signal ends it with `stopped`, or with `limit` when the abort's reason is a TimeoutError.
 */
export async function* runTurn(request: TurnRequest, ports: TurnPorts, signal: AbortSignal): AsyncGenerator<RunEvent, void, undefined> {
  const told = new Set<NoticeCode>()
  let end: Extract<TurnEvent, { type: 'turn-end' }> | null = null
  try {
    yield {
      type: 'turn-start',
      conversationId: request.conversationId,
      userMessageId: request.userMessage.id,
      destination: request.keepHere || ports.llm === null ? null : request.destination,
      host: request.keepHere || ports.llm === null ? null : request.host,
      privacy: request.userMessage.privacy
    }
    const remembered = ports.memory.add(request.userMessage, request.persist === null ? {} : { persist: true, factText: request.persist })
    if (remembered !== null) yield { type: 'notice', code: 'remembered', factIds: [remembered] }
    const answer =
      request.keepHere || ports.llm === null
        ? answerHere(request, ports, remembered)
        : answerWithModel(request, ports, ports.llm, remembered, signal)
    for await (const event of answer) {
      if (event.type === 'turn-end') {
        end = event
        break
      }
      // What every round would say again is said once.
      if (event.type === 'notice' && ONCE.has(event.code)) {
        if (told.has(event.code)) continue
        told.add(event.code)
      }
      yield event
    }
  } catch (cause) {
    const error = toErrorData(cause)
    if (error.code === 'INTERNAL') ports.onFault(cause)
    end = { type: 'turn-end', reason: 'error', error }
  }
  if (signal.aborted) {
    const timedOut = signal.reason instanceof Error && signal.reason.name === 'TimeoutError'
    end = { type: 'turn-end', reason: timedOut ? 'limit' : 'stopped' }
  }
  yield end ?? { type: 'turn-end', reason: 'done' }
}
