import { Suspense, useCallback, useEffect, useState } from 'react'
import type { ShellState } from '../../shared/ipc/contract.ts'
import { act } from './act.ts'
import { useRoute } from '../bridge/use-route.ts'
import { ChatPage } from '../features/chat/chat-page.tsx'
import { Drawer } from '../features/chat/drawer.tsx'
import { useDrawer } from '../features/chat/drawer-store.ts'
import { followTurns } from '../features/chat/turn-store.ts'
import { cx } from '../ui/cx.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { DataPage, MemoryPage, ModelsPage, ReceiptsPage, SettingsPage, ToolsPage, Welcome } from './pages.ts'
import { Palette } from './palette.tsx'
import { Rail } from './rail/rail.tsx'
import { useRouter, type PageName } from './router.ts'
import { TitleBar } from './title-bar/title-bar.tsx'
import { useNarrow } from './use-narrow.ts'
import { useShortcuts } from './use-shortcuts.ts'
import styles from './frame.module.css'

function PageOf({ page }: { readonly page: PageName }) {
  switch (page) {
    case 'chat':
      return <ChatPage />
    case 'memory':
      return <MemoryPage />
    case 'receipts':
      return <ReceiptsPage />
    case 'models':
      return <ModelsPage />
    case 'tools':
      return <ToolsPage />
    case 'data':
      return <DataPage />
    case 'settings':
      return <SettingsPage />
  }
}

function useRail(narrow: boolean): { readonly shown: boolean; readonly set: (shown: boolean) => void } {
  const collapsed = useRoute('settings.get', {}).value?.appearance.railCollapsed ?? false
  const [over, setOver] = useState(false)
  const [wanted, setWanted] = useState<boolean | null>(null)
  const set = useCallback(
    (shown: boolean) => {
      if (narrow) {
        setOver(shown)
        return
      }
      setWanted(shown)
      void act('settings.set', { patch: { appearance: { railCollapsed: !shown } } })
    },
    [narrow]
  )
  return { shown: narrow ? over : (wanted ?? !collapsed), set }
}

/** After a reload: back to the conversation that is being answered, unless the person went somewhere already. */
function returnTo(conversationId: string): void {
  const { visit, page, openConversation } = useRouter.getState()
  if (visit === 0 && page === 'chat') openConversation(conversationId)
}

/** Fetches the Markdown chunk when nothing else is to do, so that the first conversation opens at once. */
function useWarmMarkdown(): void {
  useEffect(() => {
    const idle = requestIdleCallback(() => void import('../markdown/render.tsx').catch(() => {}))
    return () => cancelIdleCallback(idle)
  }, [])
}

/** A profile in which nothing happened yet and no model is set is greeted once. */
function useWelcome(): { readonly shown: boolean; readonly done: () => void } {
  const status = useRoute('app.status', {}).value
  const [shown, setShown] = useState<boolean | null>(null)
  const fresh = status === undefined ? null : status.provider === null && status.counts.conversations === 0 && status.counts.facts === 0
  if (shown === null && fresh !== null) setShown(fresh)
  return { shown: shown === true, done: useCallback(() => setShown(false), []) }
}

/** Left rail, middle, right drawer. */
export function Frame({ shell }: { readonly shell: ShellState }) {
  const narrow = useNarrow()
  const rail = useRail(narrow)
  const page = useRouter((state) => state.page)
  const place = useRouter((state) => `${state.page} ${state.conversationId ?? ''}`)
  const drawerOpen = useDrawer((state) => state.open) && page === 'chat'
  const welcome = useWelcome()
  const { set: setRail } = rail
  useEffect(() => followTurns(returnTo), [])
  useWarmMarkdown()
  const palette = useShortcuts({
    toggleRail: () => rail.set(!rail.shown),
    showRail: () => {
      if (!rail.shown) rail.set(true)
    }
  })
  useEffect(() => {
    if (narrow) setRail(false)
  }, [place, narrow, setRail])

  if (welcome.shown && page === 'chat') return <Welcome onDone={welcome.done} />
  return (
    <div className={cx(styles['frame'], narrow && styles['narrow'])}>
      {rail.shown && (
        <>
          {narrow && <div className={styles['veil']} onClick={() => rail.set(false)} aria-hidden />}
          <Rail overlay={narrow} onHide={() => rail.set(false)} />
        </>
      )}
      <div className={styles['middle']}>
        <TitleBar shell={shell} railShown={rail.shown} onToggleRail={() => rail.set(!rail.shown)} />
        <div className={styles['page']}>
          <ErrorBoundary key={page}>
            <Suspense fallback={null}>
              <PageOf page={page} />
            </Suspense>
          </ErrorBoundary>
        </div>
      </div>
      {drawerOpen && <Drawer />}
      {palette.open && <Palette onClose={palette.close} />}
    </div>
  )
}
