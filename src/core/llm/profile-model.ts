import type { ProfileModel } from '../memory/profile/profile-writer.ts'
import { PROFILE_SCHEMA } from '../memory/profile/read-profile-answer.ts'
import { chat } from './chat.ts'
import type { LlmPort, LlmRequest } from './llm-port.ts'

/** Share of the model's window that the data of one request may take, and the most of it. */
const INPUT_SHARE = 0.4
const MOST_INPUT = 8_000

/** The conversation's own model as the one that rewrites the profile. A server that refuses the form of an answer is asked again without it. */
export function profileModel(port: LlmPort): ProfileModel {
  return {
    destination: port.destination,
    inputTokens: Math.min(MOST_INPUT, Math.floor(port.contextWindow * INPUT_SHARE)),
    write: async ({ instruction, data }, { conversationId, factIds }, signal) => {
      const plain: LlmRequest = {
        messages: [
          { role: 'system', content: instruction },
          { role: 'user', content: data }
        ],
        purpose: 'profile',
        conversationId,
        turnId: null,
        factIds,
        runtimeText: [instruction]
      }
      const formed = await chat(port, { ...plain, temperature: 0, jsonSchema: { name: 'profile', schema: PROFILE_SCHEMA } }, signal)
      const refused = !formed.ok && formed.error.data?.['status'] === 400
      const result = refused ? await chat(port, plain, signal) : formed
      return result.ok ? result.value : null
    }
  }
}
