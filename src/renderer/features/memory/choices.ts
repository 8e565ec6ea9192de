import type { FactCategory, FactScope, FactSource, FactStatus } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import type { FactAge, FactOrder } from './memory-filter.ts'

/** What can be chosen, in the order that people read it. */
export const PRIVACIES: readonly Privacy[] = ['open', 'ask', 'private']
export const CATEGORIES: readonly FactCategory[] = ['preference', 'context', 'goal', 'correction', 'knowledge']
export const SCOPES: readonly FactScope[] = ['user', 'thread', 'project']
export const STATUSES: readonly FactStatus[] = ['live', 'proposed', 'superseded', 'retracted']
export const SOURCES: readonly FactSource[] = ['person', 'message', 'extraction', 'tool', 'import']
export const AGES: readonly FactAge[] = ['any', 'today', 'week', 'month', 'year', 'older']
export const ORDERS: readonly FactOrder[] = ['recent', 'oldest', 'used']
