import { strictest } from '../../shared/privacy-order.ts'
import { memoryAnswer } from './memory-answer.ts'
import type { RunEvent } from './run-event.ts'
import { agentTexts } from './texts.ts'
import type { TurnPorts, TurnRequest } from './turn-ports.ts'

/** An answer of this machine alone: no model is set, or the message stays here. Nothing is sent. */
export async function* answerHere(
  request: TurnRequest,
  ports: TurnPorts,
  remembered: string | null
): AsyncGenerator<RunEvent, void, undefined> {
  const texts = agentTexts[request.language]
  yield { type: 'notice', code: request.keepHere ? 'kept-here' : 'memory-only' }
  const messageId = ports.newId('msg')
  const computed = request.isQuestion || remembered === null ? ports.arithmetic(request.query) : null
  if (remembered !== null || (request.keepHere && !request.isQuestion)) {
    yield { type: 'message-start', messageId }
    yield { type: 'label', privacy: request.userMessage.privacy }
    // Memory is off: the message is kept, a fact is not.
    const kept = request.persist !== null && remembered === null ? texts.stayedHere : texts.keptHere
    yield { type: 'text-delta', text: request.keepHere ? kept : texts.remembered(request.query) }
  } else if (computed !== null) {
    yield { type: 'message-start', messageId }
    yield { type: 'label', privacy: request.userMessage.privacy }
    yield { type: 'text-delta', text: texts.result(computed) }
  } else {
    const facts = await ports.recallHere(request.query)
    const factIds = facts.map((fact) => fact.factId)
    if (factIds.length > 0) yield { type: 'memory-used', factIds }
    ports.markUsed(factIds)
    yield { type: 'message-start', messageId }
    yield { type: 'label', privacy: strictest([request.userMessage.privacy, ...facts.map((fact) => fact.privacy)]) }
    const answer = memoryAnswer(facts, request.language)
    yield { type: 'text-delta', text: request.keepHere ? answer : `${answer}\n\n${texts.noModel}` }
  }
  yield { type: 'turn-end', reason: 'done' }
}
