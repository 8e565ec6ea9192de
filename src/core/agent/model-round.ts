import type { ErrorData } from '../../shared/model/errors.ts'
import type { Privacy } from '../../shared/model/privacy.ts'
import type { TurnEvent } from '../../shared/model/turn-event.ts'
import type { LlmFinish, LlmPort, LlmRequest, LlmToolCall } from '../llm/llm-port.ts'
import type { RunEvent } from './run-event.ts'
import type { TurnPorts, TurnRequest } from './turn-ports.ts'

/** What one request to the model brought. */
export interface Round {
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly LlmToolCall[]
  readonly finish: LlmFinish | null
  readonly error: ErrorData | null
}

/**
 * Sends one request and passes the deltas on.
 * @param textAs `reasoning` when the text is not yet the answer.
 */
export async function* askModel(
  llm: LlmPort,
  request: LlmRequest,
  signal: AbortSignal,
  textAs: 'text' | 'reasoning' = 'text'
): AsyncGenerator<TurnEvent, Round, undefined> {
  let text = ''
  let reasoning = ''
  let calls: readonly LlmToolCall[] = []
  for await (const event of llm.chatStream(request, signal)) {
    switch (event.type) {
      case 'text':
        text += event.text
        yield { type: `${textAs}-delta`, text: event.text }
        break
      case 'reasoning':
        reasoning += event.text
        yield { type: 'reasoning-delta', text: event.text }
        break
      case 'tool-calls':
        calls = event.calls
        break
      case 'usage':
        yield { type: 'usage', input: event.input, output: event.output }
        break
      case 'waiting':
        yield { type: 'notice', code: 'waiting', seconds: event.seconds }
        break
      case 'error':
        return { text, reasoning, calls: [], finish: null, error: event.error }
      case 'finish':
        return { text, reasoning, calls, finish: event.reason, error: null }
    }
  }
  return { text, reasoning, calls: [], finish: 'cut', error: null }
}

/** Files what the model said in short-term memory, so that the next round and the next turn have it. */
export function addAnswer(ports: TurnPorts, id: string, round: Round, privacy: Privacy): void {
  ports.memory.add({
    id,
    role: 'assistant',
    content: round.text,
    ...(round.reasoning === '' ? {} : { reasoning: round.reasoning }),
    ...(round.calls.length === 0 ? {} : { toolCalls: round.calls }),
    privacy,
    origin: 'assistant'
  })
}

/** What a person is told of how an answer ended. */
export function endNotices(round: Round): TurnEvent[] {
  const notices: TurnEvent[] = []
  if (round.finish === 'cut' || round.finish === 'length') notices.push({ type: 'notice', code: 'cut-off' })
  else if (round.text.trim() === '') notices.push({ type: 'notice', code: 'no-answer' })
  return notices
}

/** Ends a turn with an error. When the gate refused what the user typed, the message stays here from now on. */
export function* endWithError(request: TurnRequest, ports: TurnPorts, error: ErrorData): Generator<RunEvent> {
  const typedIt = error.code === 'PRIVATE_BLOCKED' && ports.holdsPrivate([request.userMessage.content])
  if (typedIt) yield { type: 'keep-here', messageId: request.userMessage.id }
  yield { type: 'turn-end', reason: 'error', error }
}
