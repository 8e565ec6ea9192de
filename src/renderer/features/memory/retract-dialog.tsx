import { useState } from 'react'
import type { Fact } from '../../../shared/model/memory.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Dialog, showToast } from '../../ui/index.ts'
import { shortened } from './fact-text.ts'
import { useMemoryActions } from './use-memory-actions.ts'
import styles from './memory-forms.module.css'

const SHOWN = 160

/** Says what it means that a fact was wrong, unlike one that was true once, and marks it so. */
export function RetractDialog({ fact, onClose }: { readonly fact: Fact; readonly onClose: (retracted: boolean) => void }) {
  const texts = useCatalogue(memoryText)
  const actions = useMemoryActions()
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    setBusy(true)
    const done = (await actions.update(fact.factId, { retracted: true })) !== null
    if (done) showToast({ text: texts.wrongDone })
    onClose(done)
  }
  return (
    <Dialog
      title={texts.wrongTitle}
      size="small"
      onClose={() => onClose(false)}
      footer={
        <>
          <Button tone="quiet" onClick={() => onClose(false)}>
            {texts.cancel}
          </Button>
          <Button data-focus busy={busy} onClick={() => void go()}>
            {texts.wrongGo}
          </Button>
        </>
      }
    >
      <blockquote className={styles['quote']}>{shortened(fact.text, SHOWN)}</blockquote>
      <p>{texts.wrongWhat}</p>
    </Dialog>
  )
}
