import type { RouteOutput } from '../../../shared/ipc/contract.ts'

export type AboutMessage = RouteOutput<'memory.about'>['messages'][number]

/** A conversation with what was said in it about something. */
export interface Mentioned {
  readonly conversationId: string
  readonly title: string
  readonly hits: readonly AboutMessage[]
}

/** Messages by conversation, in the order in which each is first met. */
export function byConversation(messages: readonly AboutMessage[]): readonly Mentioned[] {
  const found = new Map<string, AboutMessage[]>()
  for (const hit of messages) found.set(hit.conversationId, [...(found.get(hit.conversationId) ?? []), hit])
  return [...found].map(([conversationId, hits]) => ({ conversationId, title: hits[0]?.title ?? '', hits }))
}
