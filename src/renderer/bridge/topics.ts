import type { EventData, Route } from '../../shared/ipc/contract.ts'

export type Topic = EventData<'data.changed'>['what']

/** Which stored things an answer is made of; when one of them changes, a shown answer is asked for again. */
const TOPICS: Partial<Record<Route, readonly Topic[]>> = {
  'app.status': ['facts', 'conversations', 'settings', 'providers', 'embedder'],
  'settings.get': ['settings'],
  'providers.list': ['providers'],
  'conversations.list': ['conversations'],
  'conversations.search': ['conversations'],
  'messages.list': ['conversations'],
  'memory.list': ['facts', 'embedder'],
  'memory.get': ['facts'],
  'memory.recall': ['facts'],
  'memory.review': ['facts'],
  'memory.map': ['facts', 'embedder'],
  'memory.profile': ['profile', 'facts'],
  'memory.extraction': ['extraction'],
  'conversations.facts': ['facts'],
  'projects.list': ['projects', 'conversations', 'facts'],
  'embedding.models': ['embedder', 'settings'],
  'privacy.receipts': ['receipts'],
  'tools.list': ['settings']
}

export function topicsOf(route: Route): readonly Topic[] {
  return TOPICS[route] ?? []
}
