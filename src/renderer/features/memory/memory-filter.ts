import type { RouteInput } from '../../../shared/ipc/contract.ts'
import type { FactCategory, FactScope, FactSource, FactStatus } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'

/** How long ago a fact was stored, by the calendar of this machine. */
export type FactAge = 'any' | 'today' | 'week' | 'month' | 'year' | 'older'
export type FactOrder = 'recent' | 'oldest' | 'used'

/** What the memory page shows. `any` leaves a filter out. */
export interface MemoryFilter {
  readonly search: string
  readonly privacy: Privacy | 'any'
  readonly category: FactCategory | 'any'
  readonly scope: FactScope | 'any'
  /** One project of the scope `project`; null for all of them. */
  readonly projectId: string | null
  readonly source: FactSource | 'any'
  readonly age: FactAge
  readonly pinned: boolean
  readonly status: FactStatus | 'all'
  readonly order: FactOrder
}

export const noFilter: MemoryFilter = {
  search: '',
  privacy: 'any',
  category: 'any',
  scope: 'any',
  projectId: null,
  source: 'any',
  age: 'any',
  pinned: false,
  status: 'live',
  order: 'recent'
}

/** The choices beside the search that differ from the usual one, in the order of the form. */
export const NARROWING = ['status', 'category', 'scope', 'privacy', 'source', 'age', 'pinned'] as const
export type Narrowing = (typeof NARROWING)[number]

export function chosenIn(filter: MemoryFilter): readonly Narrowing[] {
  return NARROWING.filter((name) => filter[name] !== noFilter[name])
}

/** The filter without one of its choices. */
export function without(filter: MemoryFilter, name: Narrowing): MemoryFilter {
  return { ...filter, [name]: noFilter[name], ...(name === 'scope' ? { projectId: null } : {}) }
}

/** True when the list may be empty because of the filter and not because nothing is known. */
export function isFiltered(filter: MemoryFilter): boolean {
  return filter.search.trim() !== '' || chosenIn(filter).length > 0
}

const DAYS: Readonly<Record<Exclude<FactAge, 'any' | 'older'>, number>> = { today: 0, week: 6, month: 29, year: 364 }

/** The midnight with which the last `days` days and today begin, in local time. */
function midnight(now: number, days: number): string {
  const day = new Date(now)
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).toISOString()
}

function timesOf(age: FactAge, now: number): Pick<RouteInput<'memory.list'>, 'from' | 'to'> {
  switch (age) {
    case 'any':
      return {}
    case 'older':
      return { to: midnight(now, DAYS.year) }
    case 'today':
    case 'week':
    case 'month':
    case 'year':
      return { from: midnight(now, DAYS[age]) }
  }
}

/**
 * The question to the core for a part of the list.
 * @param now in milliseconds; ages are counted back from here
 */
export function listInput(filter: MemoryFilter, offset: number, limit: number, now: number): RouteInput<'memory.list'> {
  const search = filter.search.trim()
  return {
    status: filter.status,
    order: filter.order,
    offset,
    limit,
    ...(search === '' ? {} : { search }),
    ...(filter.privacy === 'any' ? {} : { privacy: filter.privacy }),
    ...(filter.category === 'any' ? {} : { category: filter.category }),
    ...(filter.scope === 'any' ? {} : { scope: filter.scope }),
    ...(filter.projectId === null ? {} : { projectId: filter.projectId }),
    ...(filter.source === 'any' ? {} : { source: filter.source }),
    ...(filter.pinned ? { pinned: true } : {}),
    ...timesOf(filter.age, now)
  }
}

/** One choice of the scope form: a scope, or one project as `project:<id>`. */
export type ScopeChoice = FactScope | 'any' | `project:${string}`

export function scopeChoice({ scope, projectId }: MemoryFilter): ScopeChoice {
  return projectId === null ? scope : `project:${projectId}`
}

export function withScope(filter: MemoryFilter, choice: ScopeChoice): MemoryFilter {
  switch (choice) {
    case 'any':
    case 'user':
    case 'thread':
    case 'project':
      return { ...filter, scope: choice, projectId: null }
    default:
      return { ...filter, scope: 'project', projectId: choice.slice('project:'.length) }
  }
}
