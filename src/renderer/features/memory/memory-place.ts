import { create } from 'zustand'
import { useRouter } from '../../app/router.ts'
import { noFilter, type MemoryFilter } from './memory-filter.ts'

export const MEMORY_TABS = ['facts', 'review', 'profile', 'timeline', 'map'] as const
export type MemoryTab = (typeof MEMORY_TABS)[number]

/** `words` lists what holds the typed words, `recall` what a turn would be given for them. */
export type MemoryView = 'words' | 'recall'

interface MemoryPlace {
  readonly tab: MemoryTab
  readonly filter: MemoryFilter
  readonly view: MemoryView
  readonly setTab: (tab: MemoryTab) => void
  readonly setFilter: (filter: MemoryFilter) => void
  readonly setView: (view: MemoryView) => void
}

/** Where the memory page is. It outlives the page, so that coming back from a conversation finds it as it was. */
export const useMemoryPlace = create<MemoryPlace>((set) => ({
  tab: 'facts',
  filter: noFilter,
  view: 'words',
  setTab: (tab) => set({ tab }),
  setFilter: (filter) => set({ filter }),
  setView: (view) => set({ view })
}))

/** Opens the card of a fact, whatever is shown now. */
export function showFact(factId: string): void {
  const { setFilter, setView, setTab } = useMemoryPlace.getState()
  setFilter({ ...noFilter, status: 'all' })
  setView('words')
  setTab('facts')
  useRouter.getState().openFact(factId)
}
