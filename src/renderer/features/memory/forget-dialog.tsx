import { useState } from 'react'
import type { Fact } from '../../../shared/model/memory.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Dialog } from '../../ui/index.ts'
import { shortened } from './fact-text.ts'
import { timelineOf } from './timeline.ts'
import { useMemoryActions } from './use-memory-actions.ts'
import styles from './memory-forms.module.css'

const SHOWN = 160

/** Says what forgetting a fact erases and what it cannot reach, then does it. */
export function ForgetDialog({ fact, onClose }: { readonly fact: Fact; readonly onClose: (forgotten: boolean) => void }) {
  const texts = useCatalogue(memoryText)
  const actions = useMemoryActions()
  const whole = useRoute('memory.get', { factId: fact.factId })
  const [busy, setBusy] = useState(false)
  const earlier = timelineOf(fact, whole.value?.history ?? []).length - 1
  const erased = [
    texts.forgetFact,
    ...(earlier > 0 ? [texts.forgetHistory(earlier)] : []),
    texts.forgetEvidence,
    texts.forgetCopies,
    texts.forgetIndex
  ]

  const go = async (): Promise<void> => {
    setBusy(true)
    await actions.forget([fact.factId])
    onClose(true)
  }

  return (
    <Dialog
      title={texts.forgetTitle}
      size="small"
      onClose={() => onClose(false)}
      footer={
        <>
          <Button tone="quiet" onClick={() => onClose(false)}>
            {texts.cancel}
          </Button>
          <Button tone="danger" busy={busy} data-focus onClick={() => void go()}>
            {texts.forget}
          </Button>
        </>
      }
    >
      <blockquote className={styles['quote']}>{shortened(fact.text, SHOWN)}</blockquote>
      <p>{texts.forgetWhat}</p>
      <ul className={styles['erased']}>
        {erased.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      <p className={styles['note']}>{texts.forgetKeeps}</p>
    </Dialog>
  )
}
