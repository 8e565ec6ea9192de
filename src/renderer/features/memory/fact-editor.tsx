import { useState, type FormEvent } from 'react'
import type { Fact, FactCategory } from '../../../shared/model/memory.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Select, showToast, TextArea, TextField } from '../../ui/index.ts'
import { CATEGORIES } from './choices.ts'
import { patchOf } from './memory-actions.ts'
import { useMemoryActions } from './use-memory-actions.ts'
import styles from './memory-forms.module.css'

const TEXT_MAX = 20_000
const KEY_MAX = 80

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
  const [category, setCategory] = useState<FactCategory | 'none'>(fact.category ?? 'none')
  const [key, setKey] = useState(fact.key ?? '')
  const [busy, setBusy] = useState(false)
  const patch = patchOf(fact, { text, category: category === 'none' ? null : category, key })
  const unchanged = text.trim() === '' || patch === null

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (unchanged) return
    setBusy(true)
    const factId = await actions.update(fact.factId, patch)
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
      <div className={styles['pair']}>
        <Select
          label={texts.filterCategory}
          value={category}
          onValue={setCategory}
          options={[{ value: 'none', label: texts.noCategory }, ...CATEGORIES.map((value) => ({ value, label: texts.category[value] }))]}
        />
        <TextField label={texts.newKey} maxLength={KEY_MAX} value={key} onChange={(event) => setKey(event.target.value)} />
      </div>
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
