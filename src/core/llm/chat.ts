import type { ErrorData, Result } from '../../shared/model/errors.ts'
import { providerError } from './failure.ts'
import type { LlmFinish, LlmMessage, LlmPort, LlmRequest, LlmToolCall } from './llm-port.ts'

/** A whole answer. */
export interface LlmAnswer {
  /** With its tool calls, ready to be put back into the messages. */
  readonly message: Extract<LlmMessage, { role: 'assistant' }>
  readonly finish: LlmFinish
  readonly usage: { readonly input: number; readonly output: number } | null
}

/** Waits for the whole message with its tool calls. A stopped or cut stream gives what came, with `finish: cut`. */
export async function chatForTools(port: LlmPort, request: LlmRequest, signal: AbortSignal): Promise<Result<LlmAnswer>> {
  let content = ''
  let reasoning = ''
  let toolCalls: readonly LlmToolCall[] = []
  let finish: LlmFinish = 'cut'
  let usage: LlmAnswer['usage'] = null
  let error: ErrorData | null = null
  for await (const event of port.chatStream(request, signal)) {
    switch (event.type) {
      case 'text':
        content += event.text
        break
      case 'reasoning':
        reasoning += event.text
        break
      case 'tool-calls':
        toolCalls = event.calls
        break
      case 'usage':
        usage = { input: event.input, output: event.output }
        break
      case 'finish':
        finish = event.reason
        break
      case 'error':
        error = event.error
        break
      case 'waiting':
        break
    }
  }
  if (error !== null) return { ok: false, error }
  const message = {
    role: 'assistant' as const,
    content,
    ...(reasoning === '' ? {} : { reasoning }),
    ...(toolCalls.length === 0 ? {} : { toolCalls })
  }
  return { ok: true, value: { message, finish, usage } }
}

/** Waits for the whole text. Only a text that the model finished counts; a cut, cut short or empty one is `PROVIDER_BAD_REPLY`. */
export async function chat(port: LlmPort, request: LlmRequest, signal: AbortSignal): Promise<Result<string>> {
  const answer = await chatForTools(port, request, signal)
  if (!answer.ok) return answer
  const { finish, message } = answer.value
  const text = message.content.trim()
  if (finish === 'stop' && text !== '') return { ok: true, value: text }
  return { ok: false, error: providerError('PROVIDER_BAD_REPLY', port.host, finish === 'stop' ? 'empty' : 'cut') }
}
