import { useEffect } from 'react'
import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { FactList } from './fact-list.tsx'
import type { MemoryFilter } from './memory-filter.ts'
import { MemoryFilters } from './memory-filters.tsx'
import { useMemoryPlace } from './memory-place.ts'
import { RecallResults } from './recall-results.tsx'

/** Forgets which fact the page was opened for. The card stays open. */
function letGo(): void {
  const { page, factId, openPage } = useRouter.getState()
  if (page === 'memory' && factId !== null) openPage('memory')
}

/** The cards: found, narrowed, opened, changed, kept private, merged, forgotten. */
export function FactsPanel({ onProjects }: { readonly onProjects: () => void }) {
  const wanted = useRouter((state) => state.factId)
  const status = useRoute('app.status', {})
  const { filter, setFilter, view, setView } = useMemoryPlace()
  // What was asked for is asked for once: with another filter, or after another view, it is not brought back.
  useEffect(() => letGo, [])
  const narrow = (next: MemoryFilter): void => {
    letGo()
    setFilter(next)
  }
  return (
    <>
      <MemoryFilters filter={filter} onFilter={narrow} view={view} onView={setView} onProjects={onProjects} />
      {view === 'words' ? (
        <FactList filter={filter} wanted={wanted} known={status.value?.counts.facts ?? null} />
      ) : (
        <RecallResults query={filter.search} />
      )}
    </>
  )
}
