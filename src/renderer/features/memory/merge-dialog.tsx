import { useId, useState, type FormEvent } from 'react'
import type { Fact } from '../../../shared/model/memory.ts'
import { act } from '../../app/act.ts'
import { call } from '../../bridge/call.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { careText } from '../../i18n/pages/memory-care-text.ts'
import { Button, Dialog, showToast, TextArea } from '../../ui/index.ts'
import { shortened } from './fact-text.ts'
import styles from './memory-forms.module.css'

const TEXT_MAX = 20_000
const SHOWN = 200
const UNDO_MS = 9_500

export interface MergeDialogProps {
  readonly facts: readonly Fact[]
  /** @param factId the fact that came of it; null when nothing was merged */
  readonly onClose: (factId: string | null) => void
}

/** Makes one fact of several: one of their sentences, or a new one. */
export function MergeDialog({ facts, onClose }: MergeDialogProps) {
  const texts = useCatalogue(memoryText)
  const care = useCatalogue(careText)
  const errorText = useErrorText()
  const formId = useId()
  const [text, setText] = useState(facts[0]?.text ?? '')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (text.trim() === '') return
    setBusy(true)
    const result = await call('memory.merge', { factIds: facts.map(({ factId }) => factId), text: text.trim() })
    setBusy(false)
    if (!result.ok) {
      setFailed(errorText(result.error))
      return
    }
    const { factId, mergeId } = result.value
    showToast({ text: care.merged(facts.length), forMs: UNDO_MS, undo: () => void act('memory.unmerge', { mergeId }) })
    onClose(factId)
  }

  return (
    <Dialog
      title={care.mergeTitle(facts.length)}
      onClose={() => onClose(null)}
      footer={
        <>
          <Button tone="quiet" onClick={() => onClose(null)}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={busy} disabled={text.trim() === ''}>
            {texts.merge}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['form']} onSubmit={(event) => void save(event)}>
        <p className={styles['note']}>{care.mergeLead}</p>
        <fieldset className={styles['wordings']}>
          <legend className="visually-hidden">{care.mergeWordings}</legend>
          {facts.map((fact, index) => (
            <label key={fact.factId} className={styles['wording']}>
              <input
                type="radio"
                name="wording"
                data-focus={index === 0 ? true : undefined}
                checked={text.trim() === fact.text}
                onChange={() => setText(fact.text)}
              />
              <span>{shortened(fact.text, SHOWN)}</span>
            </label>
          ))}
        </fieldset>
        <TextArea label={care.mergeText} rows={3} maxLength={TEXT_MAX} value={text} onChange={(event) => setText(event.target.value)} />
        {failed !== null && (
          <p role="alert" className={styles['failed']}>
            {failed}
          </p>
        )}
      </form>
    </Dialog>
  )
}
