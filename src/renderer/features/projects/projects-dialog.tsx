import { useEffect, useRef, useState, type FormEvent } from 'react'
import { Pencil, Trash2 } from 'lucide-react'
import type { Project } from '../../../shared/model/conversation.ts'
import { call } from '../../bridge/call.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { projectsText } from '../../i18n/pages/projects-text.ts'
import { Button, Dialog, IconButton, TextField } from '../../ui/index.ts'
import { useMemoryActions } from '../memory/use-memory-actions.ts'
import styles from './projects-dialog.module.css'

const NAME_MAX = 100

interface NameFormProps {
  readonly label: string
  readonly name: string
  readonly action: string
  readonly first?: boolean
  readonly onSave: (name: string) => Promise<boolean>
  readonly onCancel?: () => void
}

/** One line with a name and a button. It empties after a new project and stays after a failure. */
function NameForm({ label, name, action, first = false, onSave, onCancel }: NameFormProps) {
  const texts = useCatalogue(projectsText)
  const [text, setText] = useState(name)
  const [busy, setBusy] = useState(false)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (text.trim() === '') return
    setBusy(true)
    if (await onSave(text.trim())) setText('')
    setBusy(false)
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void save(event)}>
      <TextField
        label={label}
        maxLength={NAME_MAX}
        data-focus={first || undefined}
        autoFocus={onCancel !== undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || onCancel === undefined || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          onCancel()
        }}
      />
      <Button type="submit" busy={busy} disabled={text.trim() === '' || text.trim() === name}>
        {action}
      </Button>
      {onCancel !== undefined && (
        <Button tone="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      )}
    </form>
  )
}

interface RowProps {
  readonly project: Project
  /** What is going on in this row. */
  readonly state: 'plain' | 'renaming' | 'deleting'
  readonly onState: (state: RowProps['state']) => void
  readonly onRename: (name: string) => Promise<boolean>
  readonly onDelete: () => Promise<void>
}

function ProjectRow({ project, state, onState, onRename, onDelete }: RowProps) {
  const texts = useCatalogue(projectsText)
  const row = useRef<HTMLLIElement>(null)
  const [busy, setBusy] = useState(false)
  const before = useRef(state)
  useEffect(() => {
    if (state === 'plain' && before.current !== 'plain') row.current?.querySelector<HTMLElement>('button')?.focus()
    before.current = state
  }, [state])
  const back = (): void => onState('plain')
  return (
    <li ref={row} className={styles['row']}>
      {state === 'renaming' ? (
        <NameForm
          label={texts.renameLabel}
          name={project.name}
          action={texts.save}
          onSave={async (name) => {
            const renamed = await onRename(name)
            if (renamed) back()
            return renamed
          }}
          onCancel={back}
        />
      ) : (
        <>
          <div className={styles['words']}>
            <p>{project.name}</p>
            <p className={styles['muted']}>{texts.counts(project.conversations, project.facts)}</p>
          </div>
          <div className={styles['buttons']}>
            <IconButton label={texts.rename(project.name)} icon={Pencil} size="small" onClick={() => onState('renaming')} />
            <IconButton label={texts.remove(project.name)} icon={Trash2} size="small" onClick={() => onState('deleting')} />
          </div>
        </>
      )}
      {state === 'deleting' && (
        <div className={styles['question']} role="group" aria-label={texts.removeTitle}>
          <p>
            {texts.removeTitle} {texts.removeWhat(project.facts)}
          </p>
          <div className={styles['buttons']}>
            <Button
              size="small"
              tone="danger"
              autoFocus
              busy={busy}
              onClick={() => {
                setBusy(true)
                void onDelete().finally(() => setBusy(false))
              }}
            >
              {texts.removeGo}
            </Button>
            <Button size="small" tone="quiet" onClick={back}>
              {texts.cancel}
            </Button>
          </div>
        </div>
      )}
    </li>
  )
}

/** Projects: created, renamed, deleted with an undo. */
export function ProjectsDialog({ onClose }: { readonly onClose: () => void }) {
  const texts = useCatalogue(projectsText)
  const errorText = useErrorText()
  const actions = useMemoryActions()
  const { value, error } = useRoute('projects.list', {})
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<{ readonly projectId: string; readonly state: RowProps['state'] } | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  const toFirst = (): void => box.current?.querySelector<HTMLElement>('input')?.focus()

  const create = async (name: string): Promise<boolean> => {
    const result = await call('projects.create', { name })
    setFailed(result.ok ? null : errorText(result.error))
    if (result.ok) toFirst()
    return result.ok
  }
  const rename = async (projectId: string, name: string): Promise<boolean> => {
    const result = await call('projects.rename', { projectId, name })
    setFailed(result.ok ? null : errorText(result.error))
    return result.ok
  }
  const remove = async ({ projectId, name }: Project): Promise<void> => {
    const result = await call('projects.delete', { projectId, undoable: true })
    setFailed(result.ok ? null : errorText(result.error))
    if (!result.ok) return
    // The offer to take it back lies outside of the dialog, where nothing can be pressed while it is open.
    actions.offerBack(texts.removed(name), [result.value], texts.back)
    onClose()
  }

  return (
    <Dialog
      title={texts.title}
      onClose={onClose}
      footer={
        <Button tone="quiet" onClick={onClose}>
          {texts.done}
        </Button>
      }
    >
      <div ref={box} className={styles['projects']}>
        <p className={styles['muted']}>{texts.lead}</p>
        <NameForm label={texts.newName} name="" action={texts.create} first onSave={create} />
        {error !== null && <p role="alert">{errorText(error)}</p>}
        {failed !== null && <p role="alert">{failed}</p>}
        {value?.length === 0 && <p className={styles['muted']}>{texts.none}</p>}
        {value !== undefined && value.length > 0 && (
          <ul role="list" aria-label={texts.list} className={styles['list']}>
            {value.map((project) => (
              <ProjectRow
                key={project.projectId}
                project={project}
                state={open?.projectId === project.projectId ? open.state : 'plain'}
                onState={(state) => setOpen({ projectId: project.projectId, state })}
                onRename={(name) => rename(project.projectId, name)}
                onDelete={() => remove(project)}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}
