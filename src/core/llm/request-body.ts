import type { PresetId } from '../../shared/model/provider.ts'
import { presetOf, type ReasoningEcho } from '../settings/presets.ts'
import type { LlmMessage, LlmRequest, LlmToolCall } from './llm-port.ts'

export interface BodyToolCall {
  id: string
  type: 'function'
  function: { name: string; arguments: string }
}

export type BodyMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string }
  | { role: 'assistant'; content: string; reasoning_content?: string; tool_calls?: BodyToolCall[] }
  | { role: 'tool'; tool_call_id: string; content: string }

/** The JSON body of a streaming chat completion, in the order in which it is written. */
export interface ChatBody {
  model: string
  messages: BodyMessage[]
  stream: true
  stream_options: { include_usage: true }
  temperature?: number
  max_tokens?: number
  max_completion_tokens?: number
  response_format?:
    | { type: 'json_object' }
    | { type: 'json_schema'; json_schema: { name: string; strict: true; schema: Record<string, unknown> } }
  tools?: { type: 'function'; function: { name: string; description: string; parameters: Record<string, unknown> } }[]
}

/** The providers that have renamed `max_tokens`. */
const RENAMED_LIMIT: ReadonlySet<PresetId> = new Set(['openai'])

/**
 * Arguments that are not a JSON object are sent back as an empty one: several servers parse what they get and answer 400 or 500 to the whole
 * conversation. The tool's result says what was wrong with them.
 */
function sendableArgs(args: string): string {
  try {
    const value: unknown = JSON.parse(args)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? args : '{}'
  } catch {
    return '{}'
  }
}

function bodyCall(call: LlmToolCall): BodyToolCall {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: sendableArgs(call.args) } }
}

function echoed(message: Extract<LlmMessage, { role: 'assistant' }>, echo: ReasoningEcho): string | undefined {
  const hasCalls = (message.toolCalls ?? []).length > 0
  switch (echo) {
    case 'never':
      return undefined
    case 'with-tool-calls':
      return hasCalls ? message.reasoning : undefined
    case 'always':
      // A server that wants the field refuses a call without it, also one that another model made without thinking.
      return message.reasoning ?? (hasCalls ? '' : undefined)
  }
}

function bodyMessage(message: LlmMessage, echo: ReasoningEcho): BodyMessage {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.content }
    case 'user':
      return { role: 'user', content: message.content }
    case 'tool':
      return { role: 'tool', tool_call_id: message.toolCallId, content: message.content }
    case 'assistant': {
      const reasoning = echoed(message, echo)
      const calls = message.toolCalls ?? []
      return {
        role: 'assistant',
        content: message.content,
        ...(reasoning === undefined ? {} : { reasoning_content: reasoning }),
        ...(calls.length === 0 ? {} : { tool_calls: calls.map(bodyCall) })
      }
    }
  }
}

export interface BodyOptions {
  readonly preset: PresetId
  readonly model: string
  readonly echo: ReasoningEcho
}

/** How this provider is asked for JSON; nothing for one that may refuse the question. */
function responseFormat({ jsonSchema }: LlmRequest, preset: PresetId): Pick<ChatBody, 'response_format'> {
  if (jsonSchema === undefined) return {}
  switch (presetOf(preset).jsonAnswers) {
    case 'schema':
      return {
        response_format: { type: 'json_schema', json_schema: { name: jsonSchema.name, strict: true, schema: { ...jsonSchema.schema } } }
      }
    case 'object':
      return { response_format: { type: 'json_object' } }
    case 'unknown':
      return {}
  }
}

/** A request as the wire wants it. The same request gives the same bytes. */
export function chatBody(request: LlmRequest, { preset, model, echo }: BodyOptions): ChatBody {
  const tools = request.tools ?? []
  return {
    model,
    messages: request.messages.map((message) => bodyMessage(message, echo)),
    stream: true,
    stream_options: { include_usage: true },
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.maxTokens === undefined
      ? {}
      : RENAMED_LIMIT.has(preset)
        ? { max_completion_tokens: request.maxTokens }
        : { max_tokens: request.maxTokens }),
    ...responseFormat(request, preset),
    ...(tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: 'function' as const,
            function: { name, description, parameters: { ...parameters } }
          }))
        })
  }
}

/** The policy to try when this one was answered with 400: without the reasoning if it was sent, else with all of it. */
export function otherEcho(body: ChatBody): ReasoningEcho {
  return body.messages.some((message) => 'reasoning_content' in message) ? 'never' : 'always'
}
