import { AppError } from '../../kernel/app-error.ts'
import type { ChatMessage } from '../conversation/chat-message.ts'

/** A thread taken apart for one compaction. */
export interface Cut {
  readonly systems: readonly ChatMessage[]
  /** The note so far; at most one in the product. */
  readonly notes: readonly ChatMessage[]
  /** What the new note is made from. */
  readonly leaving: readonly ChatMessage[]
  /** What stays word for word, in order. */
  readonly kept: readonly ChatMessage[]
}

export const isSystem = (message: ChatMessage): boolean => message.role === 'system' && message.kind === undefined
export const isNote = (message: ChatMessage): boolean => message.kind === 'summary'
/** Neither a system prompt nor the note: what `keep` and `maxMessages` count. */
export const isOther = (message: ChatMessage): boolean => !isSystem(message) && !isNote(message)

/**
 * Messages in units that are never separated: one by itself, or a tool call with all its results (and whatever stands between them),
 * matched by id. @throws AppError `INTERNAL` for a result without its call
 */
export function unitsOf(messages: readonly ChatMessage[]): ChatMessage[][] {
  const units: ChatMessage[][] = []
  const unitOfCall = new Map<string, number>()
  for (const message of messages) {
    if (message.role !== 'tool') {
      for (const call of message.toolCalls ?? []) unitOfCall.set(call.id, units.length)
      units.push([message])
      continue
    }
    const owner = unitOfCall.get(message.toolCallId ?? '')
    if (owner === undefined) throw new AppError('INTERNAL', 'A tool result without its call')
    const joined = units.splice(owner + 1).flat()
    units[owner]?.push(...joined, message)
    if (joined.length === 0) continue
    for (const [id, at] of unitOfCall) if (at > owner) unitOfCall.set(id, owner)
  }
  return units
}

/** Where the kept part begins: a cut inside a unit goes back to its beginning. */
function startOfKept(units: readonly (readonly ChatMessage[])[], wanted: number): number {
  let start = 0
  for (const unit of units) {
    if (start + unit.length > wanted) return start
    start += unit.length
  }
  return start
}

/** SEED D3: the last `keep` others stay, whole units, and the latest user message, but not everything since it; system messages stay. */
export function cutAt(messages: readonly ChatMessage[], keep: number): Cut {
  const others = messages.filter(isOther)
  const start = startOfKept(unitsOf(others), Math.max(0, others.length - keep))
  const latestUser = others.findLastIndex((message) => message.role === 'user')
  const stays = (_message: ChatMessage, index: number): boolean => index >= start || index === latestUser
  return {
    systems: messages.filter(isSystem),
    notes: messages.filter(isNote),
    leaving: others.filter((message, index) => !stays(message, index)),
    kept: others.filter(stays)
  }
}
