import { useState, type FormEvent } from 'react'
import type { Fact } from '../../../../shared/model/memory.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { careText } from '../../../i18n/pages/memory-care-text.ts'
import { Button, TextArea } from '../../../ui/index.ts'
import styles from './review.module.css'

const TEXT_MAX = 20_000

export interface ProposalEditorProps {
  readonly fact: Fact
  readonly onSave: (text: string) => void
  readonly onCancel: () => void
}

/** The proposal in the person's words. Ctrl/Cmd Enter saves, Escape gives up. */
export function ProposalEditor({ fact, onSave, onCancel }: ProposalEditorProps) {
  const care = useCatalogue(careText)
  const [text, setText] = useState(fact.text)
  const save = (event: FormEvent): void => {
    event.preventDefault()
    if (text.trim() !== '') onSave(text.trim())
  }
  return (
    <form className={styles['back']} onSubmit={save}>
      <TextArea
        label={care.editLabel}
        autoFocus
        rows={2}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Escape') onCancel()
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event)
        }}
      />
      <div className={styles['buttons']}>
        <Button type="submit" size="small" tone="primary" disabled={text.trim() === ''}>
          {care.editSave}
        </Button>
        <Button size="small" tone="quiet" onClick={onCancel}>
          {care.cancel}
        </Button>
      </div>
    </form>
  )
}
