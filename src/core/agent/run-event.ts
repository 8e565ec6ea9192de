import type { Origin, Privacy } from '../../shared/model/privacy.ts'
import type { TurnEvent } from '../../shared/model/turn-event.ts'

/** What the loop tells the hub and no window: results and labels. */
export type InternalEvent =
  | {
      readonly type: 'tool-result'
      readonly messageId: string
      readonly callId: string
      /** As the model is given it. */
      readonly content: string
      /** The whole result when the content is only its head and tail. */
      readonly full: string | null
      readonly privacy: Privacy
      readonly origin: Origin
    }
  /** The label that the answer takes: the strictest of what it was made from. */
  | { readonly type: 'label'; readonly privacy: Privacy }
  /** The gate refused because of what the user wrote: the message stays here from now on. */
  | { readonly type: 'keep-here'; readonly messageId: string }

export type RunEvent = TurnEvent | InternalEvent

const INTERNAL: ReadonlySet<string> = new Set(['tool-result', 'label', 'keep-here'] satisfies InternalEvent['type'][])

export function isPublic(event: RunEvent): event is TurnEvent {
  return !INTERNAL.has(event.type)
}
