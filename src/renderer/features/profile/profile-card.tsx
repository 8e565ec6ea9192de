import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { PenLine, Pencil, RefreshCw } from 'lucide-react'
import type { ProfileSection } from '../../../shared/model/memory.ts'
import { call } from '../../bridge/call.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { viewsText } from '../../i18n/pages/memory-views-text.ts'
import { Button, Card, Chip, Disclosure, showToast, TextArea } from '../../ui/index.ts'
import { showFact } from '../memory/memory-place.ts'
import styles from './profile.module.css'

const TEXT_MAX = 1_200

/** Stores the text of a section with a sentence about it; an empty text clears the section. */
function useSaveSection({ section, text: before }: ProfileSection) {
  const texts = useCatalogue(viewsText)
  const errorText = useErrorText()
  const store = async (text: string): Promise<boolean> => {
    const result = await call('memory.setProfile', { section, text })
    if (!result.ok) showToast({ text: errorText(result.error), tone: 'danger' })
    return result.ok
  }
  const back = async (): Promise<void> => {
    if (await store(before)) showToast({ text: texts.undone })
  }
  const save = async (text: string): Promise<boolean> => {
    if (!(await store(text))) return false
    showToast({ text: text === '' ? texts.cleared : texts.saved, ...(before === '' ? {} : { undo: () => void back() }) })
    return true
  }
  return save
}

function SourceFact({ factId }: { readonly factId: string }) {
  const texts = useCatalogue(viewsText)
  const { value, error } = useRoute('memory.get', { factId })
  if (error !== null) return <li className={styles['muted']}>{texts.sourceGone}</li>
  return (
    <li>
      <button type="button" className={styles['source']} onClick={() => showFact(factId)}>
        {value?.text ?? '…'}
      </button>
    </li>
  )
}

function Sources({ section }: { readonly section: ProfileSection }) {
  const texts = useCatalogue(viewsText)
  const [open, setOpen] = useState(false)
  const { factIds, messageIds } = section
  if (factIds.length + messageIds.length === 0) return null
  const words = texts.sourcesOf(factIds.length, messageIds.length)
  if (factIds.length === 0) return <p className={styles['muted']}>{words}</p>
  return (
    <Disclosure className={styles['muted']} summary={words} open={open} onToggle={setOpen}>
      {open && (
        <ul role="list">
          {factIds.map((factId) => (
            <SourceFact key={factId} factId={factId} />
          ))}
        </ul>
      )}
    </Disclosure>
  )
}

interface EditorProps {
  readonly section: ProfileSection
  readonly onSave: (text: string) => Promise<boolean>
  readonly onClose: () => void
}

function Editor({ section, onSave, onClose }: EditorProps) {
  const texts = useCatalogue(viewsText)
  const [text, setText] = useState(section.text)
  const [busy, setBusy] = useState(false)
  const left = TEXT_MAX - text.length
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (text.trim() === '') return
    setBusy(true)
    const saved = await onSave(text.trim())
    setBusy(false)
    if (saved) onClose()
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void save(event)}>
      <TextArea
        label={texts.sectionText(texts.sections[section.section])}
        hideLabel
        hint={left < 200 ? texts.left(left) : texts.editHint}
        autoFocus
        rows={4}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && !event.nativeEvent.isComposing && onClose()}
      />
      <div className={styles['actions']}>
        <Button type="submit" size="small" tone="primary" busy={busy} disabled={text.trim() === '' || text.trim() === section.text}>
          {texts.save}
        </Button>
        <Button size="small" tone="quiet" onClick={onClose}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

/** One of the four texts: read, edited in place, or cleared so that it is written anew. */
export function ProfileCard({ section }: { readonly section: ProfileSection }) {
  const texts = useCatalogue(viewsText)
  const format = useFormat()
  const id = useId()
  const [editing, setEditing] = useState(false)
  const actions = useRef<HTMLDivElement>(null)
  const save = useSaveSection(section)
  const name = texts.sections[section.section]
  const back = useRef(false)
  // After the form or a button is gone, the focus goes on to the first button of the card.
  useEffect(() => {
    if (editing || !back.current) return
    back.current = false
    actions.current?.querySelector<HTMLElement>('button')?.focus()
  }, [editing, section.text])
  const leave = (): void => {
    back.current = true
    setEditing(false)
  }
  const clear = (): void => {
    back.current = true
    void save('')
  }

  return (
    <Card aria-labelledby={id} className={styles['card']}>
      <header className={styles['header']}>
        <h2 id={id}>{name}</h2>
        {section.edited && <Chip icon={PenLine}>{texts.edited}</Chip>}
        {section.updatedAt !== null && <span className={styles['muted']}>{texts.updated(format.date(section.updatedAt))}</span>}
      </header>
      {editing ? (
        <Editor section={section} onSave={save} onClose={leave} />
      ) : (
        <>
          {section.text === '' ? (
            <p className={styles['muted']}>{texts.sectionEmpty(texts.sectionMeans[section.section])}</p>
          ) : (
            <p className={styles['text']}>{section.text}</p>
          )}
          <div ref={actions} className={styles['actions']}>
            <Button size="small" icon={Pencil} aria-label={texts.editSection(name)} onClick={() => setEditing(true)}>
              {texts.edit}
            </Button>
            {section.text !== '' && (
              <Button
                size="small"
                tone="quiet"
                icon={RefreshCw}
                title={texts.clearHint}
                aria-label={texts.clearSection(name)}
                onClick={clear}
              >
                {texts.clear}
              </Button>
            )}
          </div>
          <Sources section={section} />
        </>
      )}
    </Card>
  )
}
