import type { ProfileModel } from '../memory/profile/profile-writer.ts'
import { chat } from './chat.ts'
import type { LlmPort } from './llm-port.ts'

/** The conversation's own model as the one that rewrites the profile. */
export function profileModel(port: LlmPort): ProfileModel {
  return {
    destination: port.destination,
    write: async ({ instruction, data }, { conversationId, factIds }, signal) => {
      const result = await chat(
        port,
        {
          messages: [
            { role: 'system', content: instruction },
            { role: 'user', content: data }
          ],
          temperature: 0,
          purpose: 'profile',
          conversationId,
          turnId: null,
          factIds,
          runtimeText: [instruction]
        },
        signal
      )
      return result.ok ? result.value : null
    }
  }
}
