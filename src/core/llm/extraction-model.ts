import type { ExtractionModel } from '../memory/extraction/extraction-model.ts'
import { CANDIDATES_SCHEMA } from '../memory/extraction/prompt.ts'
import { chat } from './chat.ts'
import type { LlmMessage, LlmPort, LlmRequest } from './llm-port.ts'

/** Share of the model's window that the data of one request may take, and the most of it. */
const INPUT_SHARE = 0.4
const MOST_INPUT = 12_000

/** The conversation's own model as the one that proposes facts. A server that refuses the form of an answer is asked again without it. */
export function extractionModel(port: LlmPort): ExtractionModel {
  return {
    destination: port.destination,
    inputTokens: Math.min(MOST_INPUT, Math.floor(port.contextWindow * INPUT_SHARE)),
    propose: async ({ instruction, data, again }, { conversationId, factIds, unread }, signal) => {
      const messages: LlmMessage[] = [
        { role: 'system', content: instruction },
        { role: 'user', content: data },
        ...(unread === null
          ? []
          : [
              { role: 'assistant' as const, content: unread },
              { role: 'user' as const, content: again }
            ])
      ]
      const plain: LlmRequest = {
        messages,
        purpose: 'extraction',
        conversationId,
        turnId: null,
        factIds,
        runtimeText: [instruction, again]
      }
      const formed = await chat(port, { ...plain, temperature: 0, jsonSchema: { name: 'facts', schema: CANDIDATES_SCHEMA } }, signal)
      const refused = !formed.ok && formed.error.data?.['status'] === 400
      return refused ? chat(port, plain, signal) : formed
    }
  }
}
