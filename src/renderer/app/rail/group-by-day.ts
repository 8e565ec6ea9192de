import type { Conversation } from '../../../shared/model/conversation.ts'
import { calendarDays } from '../../i18n/format.ts'

export interface DayGroup {
  /** Stable key; `older` gathers what is more than thirty days back. */
  readonly key: string
  /** A time inside the day, for its name; null for `older`. */
  readonly at: string | null
  readonly conversations: readonly Conversation[]
}

const OLDER_DAYS = 30

/** Conversations by the day of their last change, newest first. Empty ones are left out, except the one that is open. */
export function groupByDay(conversations: readonly Conversation[], now: number, openId: string | null): readonly DayGroup[] {
  const shown = conversations.filter((entry) => entry.messageCount > 0 || entry.conversationId === openId)
  const sorted = [...shown].sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
  const groups = new Map<string, { at: string | null; conversations: Conversation[] }>()
  for (const entry of sorted) {
    const days = Math.max(0, calendarDays(Date.parse(entry.updatedAt), now))
    const key = days > OLDER_DAYS ? 'older' : String(days)
    const group = groups.get(key) ?? { at: key === 'older' ? null : entry.updatedAt, conversations: [] }
    group.conversations.push(entry)
    groups.set(key, group)
  }
  return [...groups].map(([key, group]) => ({ key, ...group }))
}
