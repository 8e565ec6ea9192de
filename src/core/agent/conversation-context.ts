import type { Destination } from '../../shared/model/privacy.ts'
import type { ChatMessage } from '../memory/conversation/chat-message.ts'
import { toolCallsOf, type MessageRow } from '../memory/conversation/message-store.ts'
import type { StoredSummary } from '../memory/compaction/summary-store.ts'

function chatMessage(row: MessageRow): ChatMessage {
  const calls = toolCallsOf(row).map(({ callId, name, args }) => ({ id: callId, name, args }))
  return {
    id: row.id,
    role: row.role,
    content: row.content,
    ...(row.reasoning === '' ? {} : { reasoning: row.reasoning }),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...(row.tool_call_id === null ? {} : { toolCallId: row.tool_call_id }),
    ...(typeof row.full_length === 'number' ? { fullLength: row.full_length } : {}),
    privacy: row.privacy,
    origin: row.origin
  }
}

/** Every call has its result and every result its call: a crash or a stop may have left one alone, and providers refuse that. */
function pairedCalls(messages: readonly ChatMessage[], interrupted: string): ChatMessage[] {
  const paired: ChatMessage[] = []
  // Results stand right behind their message. Ids are compared only there: some servers use the same ones again and again.
  let results = new Map<string, ChatMessage>()
  for (const message of messages.toReversed()) {
    if (message.role === 'tool') {
      results.set(message.toolCallId ?? '', message)
      continue
    }
    const ofCalls = (message.toolCalls ?? []).map((call) => results.get(call.id) ?? interruptedResult(message, call.id, interrupted))
    paired.push(...ofCalls.toReversed(), message)
    results = new Map()
  }
  return paired.toReversed()
}

function interruptedResult(message: ChatMessage, callId: string, interrupted: string): ChatMessage {
  return {
    id: interruptedId(message.id, callId),
    role: 'tool',
    content: interrupted,
    toolCallId: callId,
    privacy: message.privacy,
    origin: 'runtime'
  }
}

const interruptedId = (messageId: string, callId: string): string => `${messageId}#${callId}`

/** The stored message that a message of the context stands for: a missing result stands for the message that made the call. */
export function storedIdOf(contextId: string): string {
  return contextId.split('#')[0] ?? contextId
}

const isEmpty = (message: ChatMessage): boolean =>
  message.role === 'assistant' && message.content === '' && (message.toolCalls ?? []).length === 0

export interface ContextSource {
  /** The shown messages, first to last, up to and without the current user message. */
  readonly path: readonly MessageRow[]
  readonly summary: StoredSummary | null
  readonly audience: Destination
  /** True when one of the texts holds a value that became private after it was said. */
  readonly holdsPrivate: (texts: readonly string[]) => boolean
  /** Stands for a result that a call never got. */
  readonly interruptedText: string
}

/**
 * What a turn knows of its thread: the summary of its audience and the messages after it. For a remote audience everything that is not
 * open is dropped here, before any window, budget or number is derived from it.
 */
export function conversationContext(source: ContextSource): { readonly messages: readonly ChatMessage[]; readonly leftOut: number } {
  const { path, audience, holdsPrivate } = source
  const summary = source.summary !== null && audience === 'remote' && holdsPrivate([source.summary.text]) ? null : source.summary
  const visible = path.filter((row) => audience === 'local' || row.privacy === 'open')
  const upto = summary === null ? -1 : path.findIndex((row) => row.id === summary.uptoMessageId)
  const covered = new Set(path.slice(0, upto + 1).map((row) => row.id))
  for (const kept of summary?.keptIds ?? []) covered.delete(kept)
  // A summary of another version of this thread does not belong here.
  const usable = summary !== null && upto >= 0
  const carried = visible.filter((row) => !covered.has(row.id))
  const sayable = carried.filter((row) => audience === 'local' || !holdsPrivate([row.content, row.reasoning, row.tool_calls ?? '']))
  const messages = sayable.map(chatMessage).filter((message) => !isEmpty(message))
  const head: ChatMessage[] = usable
    ? [{ id: summary.uptoMessageId, role: 'user', kind: 'summary', content: summary.text, privacy: summary.privacy, origin: 'runtime' }]
    : []
  return {
    messages: [...head, ...pairedCalls(messages, source.interruptedText)],
    leftOut: path.length - visible.length + carried.length - sayable.length
  }
}
