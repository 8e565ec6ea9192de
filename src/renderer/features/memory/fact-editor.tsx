import { useState, type FormEvent } from 'react'
import type { Fact } from '../../../shared/model/memory.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, showToast, TextArea } from '../../ui/index.ts'
import { useMemoryActions } from './use-memory-actions.ts'
import styles from './memory-forms.module.css'

const TEXT_MAX = 20_000

/** Rewrites a fact. The old sentence stays as history. */
export function FactEditor({
  fact,
  onDone,
  onRenamed
}: {
  readonly fact: Fact
  readonly onDone: () => void
  readonly onRenamed: (factId: string) => void
}) {
  const texts = useCatalogue(memoryText)
  const actions = useMemoryActions()
  const [text, setText] = useState(fact.text)
  const [busy, setBusy] = useState(false)
  const unchanged = text.trim() === '' || text.trim() === fact.text

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (unchanged) return
    setBusy(true)
    const factId = await actions.update(fact.factId, { text: text.trim() })
    setBusy(false)
    if (factId === null) return
    showToast({ text: texts.saved })
    onDone()
    if (factId !== fact.factId) onRenamed(factId)
  }

  return (
    <form className={styles['form']} onSubmit={(event) => void save(event)}>
      <TextArea
        label={texts.editText}
        hint={texts.editHint}
        autoFocus
        rows={3}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles['buttons']}>
        <Button type="submit" size="small" tone="primary" busy={busy} disabled={unchanged}>
          {texts.save}
        </Button>
        <Button size="small" tone="quiet" onClick={onDone}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}
