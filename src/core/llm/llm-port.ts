import type { ErrorData } from '../../shared/model/errors.ts'
import type { Destination } from '../../shared/model/privacy.ts'
import type { Purpose } from '../../shared/model/receipt.ts'

export interface LlmToolCall {
  /** Never empty and unique in its message; sent back unchanged. */
  readonly id: string
  readonly name: string
  /** JSON text as the model wrote it; empty means no arguments. Not yet parsed. */
  readonly args: string
}

export type LlmMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string; readonly reasoning?: string; readonly toolCalls?: readonly LlmToolCall[] }
  | { readonly role: 'tool'; readonly content: string; readonly toolCallId: string }

export interface LlmToolSchema {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** What an answer is to look like. Providers that know nothing of it get the request without; so the instruction must ask for JSON as well. */
export interface LlmJsonSchema {
  readonly name: string
  readonly schema: Readonly<Record<string, unknown>>
}

export interface LlmRequest {
  readonly messages: readonly LlmMessage[]
  readonly tools?: readonly LlmToolSchema[]
  readonly jsonSchema?: LlmJsonSchema
  readonly temperature?: number
  readonly maxTokens?: number
  readonly purpose: Purpose
  readonly conversationId: string | null
  readonly turnId: string | null
  readonly factIds: readonly string[]
  readonly runtimeText: readonly string[]
}

/**
 * `stop` finished, `tool-calls` wants tools, `length` ran out of tokens, `cut` closed without a finish. Calls of a message that ended
 * by `length` or `cut` are never executed, even if they parse.
 */
export type LlmFinish = 'stop' | 'tool-calls' | 'length' | 'filtered' | 'cut'

export type LlmEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'reasoning'; readonly text: string }
  /** Once, after the stream has ended, only when `finish` allows execution. */
  | { readonly type: 'tool-calls'; readonly calls: readonly LlmToolCall[] }
  | { readonly type: 'usage'; readonly input: number; readonly output: number }
  /** The provider asked to wait before a retry. */
  | { readonly type: 'waiting'; readonly seconds: number }
  /** Ends the stream, exactly one of these two. Text that came before an `error` stays. */
  | { readonly type: 'finish'; readonly reason: LlmFinish }
  | { readonly type: 'error'; readonly error: ErrorData }

/** One model of one provider. A new provider is configuration. */
export interface LlmPort {
  readonly providerId: string
  readonly model: string
  readonly destination: Destination
  readonly host: string
  /** Tokens that fit the model. */
  readonly contextWindow: number
  /** Never throws; an aborted signal ends it with a `finish: cut`. */
  chatStream(request: LlmRequest, signal: AbortSignal): AsyncIterable<LlmEvent>
  /** The JSON body that `chatStream` would send first, for previews. */
  requestBody(request: LlmRequest): string
}
