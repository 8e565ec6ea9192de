import type { FactCategory, FactScope, FactStatus } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'

/** What can be chosen, in the order that people read it. */
export const PRIVACIES: readonly Privacy[] = ['open', 'ask', 'private']
export const CATEGORIES: readonly FactCategory[] = ['preference', 'context', 'goal', 'correction', 'knowledge']
export const SCOPES: readonly FactScope[] = ['user', 'thread', 'project']
export const STATUSES: readonly FactStatus[] = ['live', 'proposed', 'superseded', 'retracted']
