import type { ErrorData } from '../model/errors.ts'
import type { MessageStatus, ToolCallRecord } from '../model/conversation.ts'
import type { NoticeCode } from '../model/notice.ts'
import type { TurnEvent } from '../model/turn-event.ts'

export interface TurnViewMessage {
  readonly messageId: string
  readonly content: string
  readonly reasoning: string
  readonly toolCalls: readonly ToolCallRecord[]
  readonly status: MessageStatus
}

export interface TurnNotice {
  readonly code: NoticeCode
  readonly factIds: readonly string[]
  readonly seconds: number | null
}

/** A turn as its events tell it. The window shows it and the hub stores it, so what was shown is what is stored. */
export interface TurnView {
  readonly userMessageId: string | null
  readonly messages: readonly TurnViewMessage[]
  readonly factIds: readonly string[]
  readonly notices: readonly TurnNotice[]
  readonly pendingRequest: { readonly requestId: string; readonly kind: 'tool' | 'ask' } | null
  readonly compactions: readonly { readonly removed: number; readonly kept: number; readonly compactionId: string | null }[]
  readonly usage: { readonly input: number; readonly output: number } | null
  readonly ended: Extract<TurnEvent, { type: 'turn-end' }>['reason'] | null
  readonly error: ErrorData | null
}

export const emptyTurnView: TurnView = {
  userMessageId: null,
  messages: [],
  factIds: [],
  notices: [],
  pendingRequest: null,
  compactions: [],
  usage: null,
  ended: null,
  error: null
}

const END_STATUS: Readonly<Record<Extract<TurnEvent, { type: 'turn-end' }>['reason'], MessageStatus>> = {
  done: 'complete',
  limit: 'complete',
  stopped: 'stopped',
  error: 'failed'
}

function editLast(view: TurnView, edit: (message: TurnViewMessage) => TurnViewMessage): TurnView {
  const last = view.messages.at(-1)
  return last === undefined ? view : { ...view, messages: [...view.messages.slice(0, -1), edit(last)] }
}

/** Some servers give every round the same ids: the newest call of that id is meant. */
function editCall(view: TurnView, callId: string, edit: (call: ToolCallRecord) => ToolCallRecord): TurnView {
  const owner = view.messages.findLastIndex((message) => message.toolCalls.some((call) => call.callId === callId))
  return {
    ...view,
    messages: view.messages.map((message, index) =>
      index === owner ? { ...message, toolCalls: message.toolCalls.map((call) => (call.callId === callId ? edit(call) : call)) } : message
    )
  }
}

/** Pure and total: one event more. Events after `turn-end` change nothing (late chunks are dropped). */
export function reduceTurn(view: TurnView, event: TurnEvent): TurnView {
  if (view.ended !== null) return view
  switch (event.type) {
    case 'turn-start':
      return { ...view, userMessageId: event.userMessageId }
    case 'memory-used':
      return { ...view, factIds: [...new Set([...view.factIds, ...event.factIds])] }
    case 'message-start': {
      const done = editLast(view, (message) => ({ ...message, status: 'complete' }))
      const message: TurnViewMessage = { messageId: event.messageId, content: '', reasoning: '', toolCalls: [], status: 'streaming' }
      return { ...done, messages: [...done.messages, message] }
    }
    case 'text-delta':
      return editLast(view, (message) => ({ ...message, content: message.content + event.text }))
    case 'reasoning-delta':
      return editLast(view, (message) => ({ ...message, reasoning: message.reasoning + event.text }))
    case 'tool-start':
      return editLast(view, (message) => ({
        ...message,
        toolCalls: [...message.toolCalls, { callId: event.callId, name: event.name, args: event.args, outcome: null, preview: null }]
      }))
    case 'tool-end':
      return editCall(view, event.callId, (call) => ({ ...call, outcome: event.outcome, preview: event.preview }))
    case 'tool-approval-request':
      return { ...view, pendingRequest: { requestId: event.requestId, kind: 'tool' } }
    case 'ask-request':
      return { ...view, pendingRequest: { requestId: event.requestId, kind: 'ask' } }
    case 'compaction':
      return { ...view, compactions: [...view.compactions, { removed: event.removed, kept: event.kept, compactionId: event.compactionId }] }
    case 'notice':
      return { ...view, notices: [...view.notices, { code: event.code, factIds: event.factIds ?? [], seconds: event.seconds ?? null }] }
    case 'usage':
      return { ...view, usage: { input: (view.usage?.input ?? 0) + event.input, output: (view.usage?.output ?? 0) + event.output } }
    case 'turn-end': {
      const cut = view.notices.some((notice) => notice.code === 'cut-off')
      const status = event.reason === 'done' && cut ? 'interrupted' : END_STATUS[event.reason]
      const ended = editLast(view, (message) => ({ ...message, status }))
      return { ...ended, pendingRequest: null, ended: event.reason, error: event.error ?? null }
    }
  }
}
