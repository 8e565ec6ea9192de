import type { Origin, Privacy } from '../../../shared/model/privacy.ts'
import { countTokens } from '../../kernel/tokens.ts'

export interface ChatToolCall {
  readonly id: string
  readonly name: string
  readonly args: string
}

/** A message as memory keeps it and the context carries it. */
export interface ChatMessage {
  readonly id: string
  readonly role: 'system' | 'user' | 'assistant' | 'tool'
  readonly content: string
  readonly reasoning?: string
  readonly toolCalls?: readonly ChatToolCall[]
  /** Role `tool`: the call that it answers. */
  readonly toolCallId?: string
  /** Role `tool`: characters of the whole result, when the content is only its head and tail. */
  readonly fullLength?: number
  /** `summary` is the one rolling summary; `memory` is recalled facts, composed for one call and never stored. */
  readonly kind?: 'summary' | 'memory'
  readonly privacy: Privacy
  readonly origin: Origin
}

/** Tokens of a message by estimate, with a little for its frame. */
export function messageTokens(message: ChatMessage): number {
  const calls = (message.toolCalls ?? []).reduce((sum, call) => sum + countTokens(call.name) + countTokens(call.args) + 8, 0)
  return 4 + countTokens(message.content) + countTokens(message.reasoning ?? '') + calls
}

export function totalTokens(messages: readonly ChatMessage[]): number {
  return messages.reduce((sum, message) => sum + messageTokens(message), 0)
}
