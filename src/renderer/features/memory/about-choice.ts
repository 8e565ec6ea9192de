import type { SearchHit } from '../../../shared/model/conversation.ts'

/** A conversation with what was said in it about something. */
export interface Mentioned {
  readonly conversationId: string
  readonly title: string
  readonly hits: readonly SearchHit[]
}

/** Messages by conversation, in the order in which each is first met. */
export function byConversation(messages: readonly SearchHit[]): readonly Mentioned[] {
  const found = new Map<string, SearchHit[]>()
  for (const hit of messages) found.set(hit.conversationId, [...(found.get(hit.conversationId) ?? []), hit])
  return [...found].map(([conversationId, hits]) => ({ conversationId, title: hits[0]?.title ?? '', hits }))
}
