import { useState } from 'react'
import { FolderOpen, RotateCw } from 'lucide-react'
import type { ShellState } from '../../../shared/ipc/contract.ts'
import type { ErrorData } from '../../../shared/model/errors.ts'
import { act } from '../../app/act.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { startText, type StartText } from '../../i18n/pages/start-text.ts'
import { Button } from '../../ui/index.ts'
import { failureKind } from './failure.ts'
import { Screen } from './screen.tsx'
import styles from './start.module.css'

interface Told {
  readonly title: string
  readonly what: string
  readonly kept: string
  readonly doThis: string
}

const inWords = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function tell(error: ErrorData | null, texts: StartText): Told {
  const kind = failureKind(error)
  if (kind === 'newer') {
    const versions = { found: inWords(error?.data?.['found']), known: inWords(error?.data?.['known']) }
    const { title, what, doThis } = texts.failed.newer
    return { title, what: what(versions), kept: texts.keptAll, doThis }
  }
  if (kind === 'damaged') return texts.failed.damaged
  return { ...texts.failed[kind], kept: texts.keptAll }
}

/** The core could not start: what happened, what was kept, what can be done. */
export function CoreFailedScreen({ state }: { readonly state: ShellState }) {
  const texts = useCatalogue(startText)
  const { error, profile } = state
  const told = tell(error, texts)
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    await act('shell.retry', {})
    setBusy(false)
  }
  return (
    <Screen title={told.title} wide>
      <p>{told.what}</p>
      <section className={styles['part']}>
        <h2>{texts.failedKept}</h2>
        <p>{told.kept}</p>
      </section>
      <section className={styles['part']}>
        <h2>{texts.failedDo}</h2>
        <p>{told.doThis}</p>
      </section>
      <div className={styles['buttons']}>
        <Button tone="primary" icon={RotateCw} autoFocus busy={busy} onClick={() => void retry()}>
          {texts.retry}
        </Button>
        <Button icon={FolderOpen} onClick={() => void act('shell.showDataFolder', {})}>
          {texts.showFolder}
        </Button>
      </div>
      <section className={styles['part']}>
        <h2>{texts.detail}</h2>
        <p className={styles['detail']}>
          <code>
            {error?.code ?? 'INTERNAL'}
            {error !== null && ` · ${error.message}`}
          </code>
        </p>
        <p className={styles['detail']}>
          <code>{profile}</code>
        </p>
      </section>
    </Screen>
  )
}
