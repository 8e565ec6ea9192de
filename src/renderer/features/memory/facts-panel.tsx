import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { FactList } from './fact-list.tsx'
import { MemoryFilters } from './memory-filters.tsx'
import { useMemoryPlace } from './memory-place.ts'
import { RecallResults } from './recall-results.tsx'

/** The cards: found, narrowed, opened, changed, kept private, merged, forgotten. */
export function FactsPanel({ onProjects }: { readonly onProjects: () => void }) {
  const wanted = useRouter((state) => state.factId)
  const status = useRoute('app.status', {})
  const { filter, setFilter, view, setView } = useMemoryPlace()
  return (
    <>
      <MemoryFilters filter={filter} onFilter={setFilter} view={view} onView={setView} onProjects={onProjects} />
      {view === 'words' ? (
        <FactList filter={filter} wanted={wanted} known={status.value?.counts.facts ?? null} />
      ) : (
        <RecallResults query={filter.search} />
      )}
    </>
  )
}
