import type { RecalledFact } from '../../shared/model/memory.ts'
import type { Privacy } from '../../shared/model/privacy.ts'
import { countTokens } from '../kernel/tokens.ts'
import type { LlmMessage, LlmPort } from '../llm/llm-port.ts'
import { addAnswer, askModel, endNotices, endWithError } from './model-round.ts'
import { modeTexts } from './modes.ts'
import { buildRequest, makeFit } from './request-context.ts'
import type { RunEvent } from './run-event.ts'
import type { TurnPorts, TurnRequest } from './turn-ports.ts'

/**
 * Tree of thought (SEED A8) in three calls: different approaches, a score for each, the best one with its steps. The first two are
 * shown as reasoning, the last is the answer. No tools.
 */
export async function* answerByTree(
  request: TurnRequest,
  ports: TurnPorts,
  llm: LlmPort,
  facts: readonly RecalledFact[],
  label: Privacy,
  signal: AbortSignal
): AsyncGenerator<RunEvent, void, undefined> {
  const { approaches, score, choose } = modeTexts[request.language]
  const steps = [approaches, score, choose]
  const messageId = ports.newId('msg')
  yield { type: 'message-start', messageId }
  yield { type: 'label', privacy: label }
  const factIds = facts.map((fact) => fact.factId)
  const said: LlmMessage[] = []
  let reasoning = ''
  for (const [index, step] of steps.entries()) {
    const last = index === steps.length - 1
    said.push({ role: 'user', content: step })
    const carried = { facts, mode: 'tot', extra: said.reduce((sum, { content }) => sum + countTokens(content) + 4, 0) } as const
    yield* makeFit(request, ports, llm, carried, signal)
    if (signal.aborted) return
    const base = buildRequest(request, ports, llm, carried, factIds)
    const before = said.map((message) => ({ ...message, content: ports.memory.shortTerm.withoutForgotten(message.content) }))
    const round = yield* askModel(llm, { ...base, messages: [...base.messages, ...before] }, signal, last ? 'text' : 'reasoning')
    if (round.error !== null) {
      yield* endWithError(request, ports, round.error)
      return
    }
    if (last) addAnswer(ports, messageId, { ...round, reasoning }, label)
    if (signal.aborted) return
    if (last) yield* endNotices(round)
    else yield { type: 'reasoning-delta', text: '\n\n' }
    said.push({ role: 'assistant', content: round.text })
    reasoning += `${round.text}\n\n`
  }
  yield* makeFit(request, ports, llm, { facts, mode: null }, signal)
  yield { type: 'turn-end', reason: 'done' }
}
