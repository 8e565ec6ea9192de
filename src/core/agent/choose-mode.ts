import { chat } from '../llm/chat.ts'
import type { LlmPort } from '../llm/llm-port.ts'
import { modeByWords, modeNamed, modeTexts, type Mode } from './modes.ts'
import type { TurnPorts, TurnRequest } from './turn-ports.ts'

/** Asks the model which mode fits, and looks for the word in its answer; without one the words of the question decide (SEED A8). */
export async function chooseMode(request: TurnRequest, ports: TurnPorts, llm: LlmPort, signal: AbortSignal): Promise<Mode> {
  const instruction = modeTexts[request.language].classify
  const answer = await chat(
    llm,
    {
      messages: [
        { role: 'system', content: instruction },
        { role: 'user', content: request.query }
      ],
      purpose: 'chat',
      conversationId: request.conversationId,
      turnId: request.turnId,
      factIds: [],
      runtimeText: [...ports.runtimeText, instruction]
    },
    signal
  )
  return (answer.ok ? modeNamed(answer.value) : null) ?? modeByWords(request.query)
}
