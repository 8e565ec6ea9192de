import type { RecalledFact } from '../../shared/model/memory.ts'
import type { Destination } from '../../shared/model/privacy.ts'
import type { ErrorData } from '../../shared/model/errors.ts'
import type { LlmPort, LlmToolCall, LlmToolSchema } from '../llm/llm-port.ts'
import type { ChatMessage } from '../memory/conversation/chat-message.ts'
import type { Mode } from './modes.ts'
import type { MemoryManager } from '../memory/memory-manager.ts'
import type { TextLanguage } from '../memory/memory-texts.ts'
import type { ExecutedCall } from '../tools/executor.ts'
import type { ToolContext } from '../tools/tool.ts'

/** One turn: a user message that is stored already, and how it is to be answered. */
export interface TurnRequest {
  readonly turnId: string
  readonly conversationId: string
  readonly projectId: string | null
  readonly userMessage: ChatMessage
  /** What is looked up in memory: the message without its command. */
  readonly query: string
  /** The text to remember (after 记住：), or null. Null also when the message is answered again. */
  readonly persist: string | null
  /** True: the message stays here and is answered from memory alone. */
  readonly keepHere: boolean
  readonly isQuestion: boolean
  readonly language: TextLanguage
  readonly destination: Destination
  readonly host: string | null
  /** How to answer; null is the plain loop with tools, `auto` lets the model choose. */
  readonly mode: Mode | 'auto' | null
  /** Messages of this thread that a remote turn does not see. */
  readonly leftOut: number
}

/** Tools as the loop sees them. */
export interface ToolRunner {
  /** @param context `keptResults`: a long result stands in the context shortened, and the rest of it can be read. */
  schemas(context: { readonly keptResults: boolean }): readonly LlmToolSchema[]
  /** True when its result is text from outside. */
  isForeign(name: string): boolean
  execute(call: LlmToolCall, context: ToolContext): Promise<ExecutedCall>
}

export interface TurnLimits {
  readonly maxRounds: number
  readonly maxCalls: number
  /** Calls of one round that run at the same time. */
  readonly parallel: number
}

export interface TurnPorts {
  /** Null: memory alone. An error: the provider cannot be used now (no key, offline). */
  readonly llm: LlmPort | { readonly error: ErrorData } | null
  readonly memory: MemoryManager
  readonly tools: ToolRunner
  readonly limits: TurnLimits
  readonly temperature: number | null
  /** Share of the chat model's window at which older messages become the note. */
  readonly compactionFraction: number
  /** Text of the product's own code in the request, such as the date. */
  readonly runtimeText: readonly string[]
  readonly newId: (kind: string) => string
  /** True when one of the texts holds a protected value, which must not go to another machine. */
  readonly holdsPrivate: (texts: readonly string[]) => boolean
  readonly markUsed: (factIds: readonly string[]) => void
  /** Facts for an answer from memory alone; private ones included, since nothing is sent. */
  readonly recallHere: (query: string) => Promise<readonly RecalledFact[]>
  readonly arithmetic: (text: string) => string | null
  /** Told of a failure that nobody expected, for the log. */
  readonly onFault: (cause: unknown) => void
}
