import type { Origin, Privacy } from '../../shared/model/privacy.ts'
import type { TurnEvent } from '../../shared/model/turn-event.ts'
import type { ChatMessage } from '../memory/chat-message.ts'

/** What the loop tells the hub and no window: full results, labels, and the summary that a compaction made. */
export type InternalEvent =
  | {
      readonly type: 'tool-result'
      readonly messageId: string
      readonly callId: string
      readonly content: string
      readonly privacy: Privacy
      readonly origin: Origin
    }
  /** The label that the answer takes: the strictest of what it was made from. */
  | { readonly type: 'label'; readonly privacy: Privacy }
  | { readonly type: 'compacted'; readonly messages: readonly ChatMessage[]; readonly removed: number }
  /** The gate refused because of what the user wrote: the message stays here from now on. */
  | { readonly type: 'keep-here'; readonly messageId: string }

export type RunEvent = TurnEvent | InternalEvent

const INTERNAL: ReadonlySet<string> = new Set(['tool-result', 'label', 'compacted', 'keep-here'] satisfies InternalEvent['type'][])

export function isPublic(event: RunEvent): event is TurnEvent {
  return !INTERNAL.has(event.type)
}
