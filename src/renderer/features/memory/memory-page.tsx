import { useCallback, useEffect, useState } from 'react'
import { Plus } from 'lucide-react'
import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Page } from '../../ui/index.ts'
import { AddFactDialog } from './add-fact-dialog.tsx'
import { FactList } from './fact-list.tsx'
import { noFilter, type MemoryFilter } from './memory-filter.ts'
import { MemoryFilters, type MemoryView } from './memory-filters.tsx'
import { Proposals } from './proposals.tsx'
import { RecallResults } from './recall-results.tsx'

/** What Hearth knows, as cards: found, opened, changed, kept private, forgotten. */
export function MemoryPage() {
  const texts = useCatalogue(memoryText)
  const wanted = useRouter((state) => state.factId)
  const status = useRoute('app.status', {})
  const [filter, setFilter] = useState<MemoryFilter>(noFilter)
  const [view, setView] = useState<MemoryView>('words')
  const [adding, setAdding] = useState(false)
  useEffect(() => {
    if (wanted === null) return
    setFilter({ ...noFilter, status: 'all' })
    setView('words')
  }, [wanted])
  const close = useCallback(() => setAdding(false), [])

  return (
    <Page
      title={texts.title}
      intro={texts.lead}
      actions={
        <Button icon={Plus} tone="primary" onClick={() => setAdding(true)}>
          {texts.add}
        </Button>
      }
    >
      <Proposals />
      <MemoryFilters filter={filter} onFilter={setFilter} view={view} onView={setView} />
      {view === 'words' ? (
        <FactList filter={filter} wanted={wanted} known={status.value?.counts.facts ?? null} />
      ) : (
        <RecallResults query={filter.search} />
      )}
      {adding && <AddFactDialog onClose={close} />}
    </Page>
  )
}
