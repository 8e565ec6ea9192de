import { Suspense } from 'react'
import type { ShellState } from '../../shared/ipc/contract.ts'
import { useRoute } from '../bridge/use-route.ts'
import { useTexts } from '../i18n/messages.ts'
import { Spinner } from '../ui/spinner.tsx'
import { ToastLayer } from '../ui/toast.tsx'
import { TooltipLayer } from '../ui/tooltip.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { Frame } from './frame.tsx'
import { CoreFailedScreen, UnlockScreen } from './pages.ts'
import { useAppearance } from './use-appearance.ts'
import { useShell } from './use-shell.ts'
import styles from './app.module.css'

function Waiting() {
  const texts = useTexts()
  return (
    <main className={styles['waiting']}>
      <Spinner label={texts.app.opening} />
    </main>
  )
}

function Screen({ shell }: { readonly shell: ShellState | null }) {
  switch (shell?.state) {
    case undefined:
    case 'starting':
      return <Waiting />
    case 'new':
    case 'locked':
      return <UnlockScreen state={shell} />
    case 'failed':
      return <CoreFailedScreen state={shell} />
    case 'ready':
      return <Frame shell={shell} />
  }
}

/** The whole window: what is shown follows the state of the core. */
export function App() {
  const shell = useShell()
  const settings = useRoute('settings.get', shell?.state === 'ready' ? {} : null)
  useAppearance(settings.value?.appearance, shell?.locale ?? navigator.language)
  const known = shell?.state !== 'ready' || settings.value !== undefined || settings.error !== null
  return (
    <>
      <ErrorBoundary>
        <Suspense fallback={<Waiting />}>{known ? <Screen shell={shell} /> : <Waiting />}</Suspense>
      </ErrorBoundary>
      <ToastLayer />
      <TooltipLayer />
    </>
  )
}
