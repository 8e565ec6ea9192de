import type { LlmMessage } from '../llm/llm-port.ts'
import type { ChatMessage } from '../memory/conversation/chat-message.ts'

/** A context as the provider's port takes it. */
export function llmMessages(messages: readonly ChatMessage[]): LlmMessage[] {
  return messages.map((message): LlmMessage => {
    switch (message.role) {
      case 'system':
      case 'user':
        return { role: message.role, content: message.content }
      case 'tool':
        return { role: 'tool', content: message.content, toolCallId: message.toolCallId ?? '' }
      case 'assistant':
        return {
          role: 'assistant',
          content: message.content,
          ...(message.reasoning === undefined ? {} : { reasoning: message.reasoning }),
          ...(message.toolCalls === undefined ? {} : { toolCalls: message.toolCalls })
        }
    }
  })
}
