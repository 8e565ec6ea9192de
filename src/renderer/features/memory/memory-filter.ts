import type { RouteInput } from '../../../shared/ipc/contract.ts'
import type { FactCategory, FactScope, FactStatus } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'

/** What the memory page shows. `any` leaves a filter out. */
export interface MemoryFilter {
  readonly search: string
  readonly privacy: Privacy | 'any'
  readonly category: FactCategory | 'any'
  readonly scope: FactScope | 'any'
  readonly status: FactStatus | 'all'
}

export const noFilter: MemoryFilter = { search: '', privacy: 'any', category: 'any', scope: 'any', status: 'live' }

/** True when the list may be empty because of the filter and not because nothing is known. */
export function isFiltered(filter: MemoryFilter): boolean {
  return (
    filter.search.trim() !== '' ||
    filter.privacy !== 'any' ||
    filter.category !== 'any' ||
    filter.scope !== 'any' ||
    filter.status !== noFilter.status
  )
}

/** The question to the core for a part of the list. */
export function listInput(filter: MemoryFilter, offset: number, limit: number): RouteInput<'memory.list'> {
  const search = filter.search.trim()
  return {
    status: filter.status,
    offset,
    limit,
    ...(search === '' ? {} : { search }),
    ...(filter.privacy === 'any' ? {} : { privacy: filter.privacy }),
    ...(filter.category === 'any' ? {} : { category: filter.category }),
    ...(filter.scope === 'any' ? {} : { scope: filter.scope })
  }
}
