import { useId, useState, type FormEvent } from 'react'
import type { FactCategory } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { call } from '../../bridge/call.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Dialog, Segmented, Select, showToast, TextArea, TextField } from '../../ui/index.ts'
import { CATEGORIES, PRIVACIES } from './choices.ts'
import styles from './memory-forms.module.css'

const TEXT_MAX = 20_000
const KEY_MAX = 80

/** Asks for a new fact and stores it. */
export function AddFactDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useCatalogue(memoryText)
  const errorText = useErrorText()
  const formId = useId()
  const [text, setText] = useState('')
  const [privacy, setPrivacy] = useState<Privacy>('open')
  const [category, setCategory] = useState<FactCategory | 'none'>('none')
  const [key, setKey] = useState('')
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState<string | null>(null)

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (text.trim() === '') return
    setBusy(true)
    const result = await call('memory.add', {
      text: text.trim(),
      privacy,
      ...(category === 'none' ? {} : { category }),
      ...(key.trim() === '' ? {} : { key: key.trim() })
    })
    setBusy(false)
    if (!result.ok) {
      setFailed(errorText(result.error))
      return
    }
    showToast({ text: result.value.created ? texts.added : texts.known })
    onClose()
  }

  return (
    <Dialog
      title={texts.newFact}
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={formId} tone="primary" busy={busy} disabled={text.trim() === ''}>
            {texts.save}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles['form']} onSubmit={(event) => void save(event)}>
        <TextArea
          label={texts.newText}
          placeholder={texts.newTextPlaceholder}
          data-focus
          rows={3}
          maxLength={TEXT_MAX}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Segmented
            label={texts.privacyOf}
            value={privacy}
            onValue={setPrivacy}
            options={PRIVACIES.map((value) => ({ value, label: texts.privacy[value] }))}
          />
          <p className={styles['note']}>{texts.privacyMeans[privacy]}</p>
        </div>
        <div className={styles['pair']}>
          <Select
            label={texts.filterCategory}
            value={category}
            onValue={setCategory}
            options={[{ value: 'none', label: texts.noCategory }, ...CATEGORIES.map((value) => ({ value, label: texts.category[value] }))]}
          />
          <TextField label={texts.newKey} maxLength={KEY_MAX} value={key} onChange={(event) => setKey(event.target.value)} />
        </div>
        <p className={styles['note']}>{texts.newKeyHint}</p>
        {failed !== null && (
          <p role="alert" className={styles['failed']}>
            {failed}
          </p>
        )}
      </form>
    </Dialog>
  )
}
