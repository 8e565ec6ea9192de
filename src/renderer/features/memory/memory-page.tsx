import { lazy, Suspense, useEffect, useState } from 'react'
import { ArrowDownUp, Ellipsis, Eraser, FolderClosed, Plus } from 'lucide-react'
import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, IconButton, Menu, Page, Spinner } from '../../ui/index.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { AddFactDialog } from './add-fact-dialog.tsx'
import { FactsPanel } from './facts-panel.tsx'
import { noFilter } from './memory-filter.ts'
import { MEMORY_TABS, useMemoryPlace, type MemoryTab } from './memory-place.ts'
import { useReviewCount } from './use-review-count.ts'

const ReviewPanel = lazy(async () => ({ default: (await import('./review/review-panel.tsx')).ReviewPanel }))
const ProfilePanel = lazy(async () => ({ default: (await import('../profile/profile-panel.tsx')).ProfilePanel }))
const TimePanel = lazy(async () => ({ default: (await import('./time/time-panel.tsx')).TimePanel }))
const MapPanel = lazy(async () => ({ default: (await import('./map/map-panel.tsx')).MapPanel }))
const AboutDialog = lazy(async () => ({ default: (await import('./about-dialog.tsx')).AboutDialog }))
const ExchangeDialog = lazy(async () => ({ default: (await import('./exchange-dialog.tsx')).ExchangeDialog }))
const ProjectsDialog = lazy(async () => ({ default: (await import('../projects/projects-dialog.tsx')).ProjectsDialog }))

type DialogName = 'add' | 'about' | 'exchange' | 'projects'

function Panel({ tab, onProjects }: { readonly tab: MemoryTab; readonly onProjects: () => void }) {
  switch (tab) {
    case 'facts':
      return <FactsPanel onProjects={onProjects} />
    case 'review':
      return <ReviewPanel />
    case 'profile':
      return <ProfilePanel />
    case 'timeline':
      return <TimePanel />
    case 'map':
      return <MapPanel />
  }
}

function OpenDialog({ name, onClose }: { readonly name: DialogName; readonly onClose: () => void }) {
  switch (name) {
    case 'add':
      return <AddFactDialog onClose={onClose} />
    case 'about':
      return <AboutDialog onClose={onClose} />
    case 'exchange':
      return <ExchangeDialog onClose={onClose} />
    case 'projects':
      return <ProjectsDialog onClose={onClose} />
  }
}

function Actions({ onDialog }: { readonly onDialog: (name: DialogName) => void }) {
  const texts = useCatalogue(memoryText)
  return (
    <>
      <Button icon={Plus} tone="primary" onClick={() => onDialog('add')}>
        {texts.add}
      </Button>
      <Menu
        label={texts.more}
        align="end"
        trigger={(props) => <IconButton {...props} label={texts.more} icon={Ellipsis} />}
        items={[
          { id: 'about', label: texts.forgetAbout, icon: Eraser, onSelect: () => onDialog('about') },
          { id: 'exchange', label: texts.exchange, icon: ArrowDownUp, onSelect: () => onDialog('exchange') },
          { id: 'projects', label: texts.projects, icon: FolderClosed, onSelect: () => onDialog('projects') }
        ]}
      />
    </>
  )
}

/** What Hearth knows: as cards, what waits for a word, the profile, along time, and by meaning. */
export function MemoryPage() {
  const texts = useCatalogue(memoryText)
  const wanted = useRouter((state) => state.factId)
  const { tab, setTab, setFilter, setView } = useMemoryPlace()
  const [dialog, setDialog] = useState<DialogName | null>(null)
  const waiting = useReviewCount()
  // Asked here already, so that the first look at the filters knows the projects.
  useRoute('projects.list', {})
  useEffect(() => {
    if (wanted === null) return
    setFilter({ ...noFilter, status: 'all' })
    setView('words')
    setTab('facts')
  }, [wanted, setFilter, setView, setTab])

  return (
    <Page title={texts.title} intro={texts.lead} actions={<Actions onDialog={setDialog} />}>
      <Tabs
        label={texts.tabsName}
        value={tab}
        onValue={setTab}
        tabs={MEMORY_TABS.map((value) => ({ value, label: texts.tabs[value], ...(value === 'review' ? { count: waiting } : {}) }))}
      >
        <Suspense fallback={<Spinner label={texts.loading} />}>
          <Panel tab={tab} onProjects={() => setDialog('projects')} />
        </Suspense>
      </Tabs>
      <Suspense fallback={null}>{dialog !== null && <OpenDialog name={dialog} onClose={() => setDialog(null)} />}</Suspense>
    </Page>
  )
}
