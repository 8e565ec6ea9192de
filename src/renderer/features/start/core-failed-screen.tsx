import { useState } from 'react'
import { FolderOpen, RotateCw } from 'lucide-react'
import type { ShellState } from '../../../shared/ipc/contract.ts'
import type { ErrorData } from '../../../shared/model/errors.ts'
import { act } from '../../app/act.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { startText, type StartText } from '../../i18n/pages/start-text.ts'
import { Button } from '../../ui/index.ts'
import { damageKind, failureKind, lastCounts } from './failure.ts'
import { Screen } from './screen.tsx'
import { SetAside } from './set-aside.tsx'
import styles from './start.module.css'

interface Told {
  readonly title: string
  readonly what: readonly string[]
  readonly kept: string
  readonly doThis: string
}

const inWords = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function tellDamage(error: ErrorData | null, texts: StartText, format: Format): Told {
  const counts = lastCounts(error)
  const held =
    counts === null
      ? []
      : [texts.damageHeld(format.number(counts.facts), format.number(counts.conversations), format.number(counts.messages))]
  const { title, doThis } = texts.failed.damaged
  return { title, what: [texts.damage[damageKind(error)], ...held], kept: texts.damageKept, doThis }
}

function tell(error: ErrorData | null, texts: StartText, format: Format): Told {
  const kind = failureKind(error)
  if (kind === 'damaged') return tellDamage(error, texts, format)
  if (kind === 'newer') {
    const { title, what, doThis } = texts.failed.newer
    const versions = { found: inWords(error?.data?.['found']), known: inWords(error?.data?.['known']) }
    return { title, what: [what(versions)], kept: texts.keptAll, doThis }
  }
  const { title, what, doThis } = texts.failed[kind]
  return { title, what: [what], kept: texts.keptAll, doThis }
}

function ForReport({ error, profile }: { readonly error: ErrorData | null; readonly profile: string }) {
  const texts = useCatalogue(startText)
  return (
    <section className={styles['part']}>
      <h2>{texts.detail}</h2>
      <p className={styles['detail']}>
        <code>
          {error?.code ?? 'INTERNAL'}
          {error !== null && `: ${error.message}`}
        </code>
      </p>
      <p className={styles['detail']}>
        <code>{profile}</code>
      </p>
    </section>
  )
}

/** The core could not start: what happened, what was kept, what can be done. */
export function CoreFailedScreen({ state }: { readonly state: ShellState }) {
  const texts = useCatalogue(startText)
  const format = useFormat()
  const { error, profile } = state
  const told = tell(error, texts, format)
  const [busy, setBusy] = useState(false)
  const retry = async (): Promise<void> => {
    setBusy(true)
    await act('shell.retry', {})
    setBusy(false)
  }
  return (
    <Screen title={told.title} wide>
      {told.what.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
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
      {failureKind(error) === 'damaged' && <SetAside />}
      <ForReport error={error} profile={profile} />
    </Screen>
  )
}
