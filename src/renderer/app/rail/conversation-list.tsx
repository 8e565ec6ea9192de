import { useEffect, useRef, useState } from 'react'
import { Archive, Ellipsis, Eraser, Folder, Ghost, PencilLine, Trash2 } from 'lucide-react'
import type { Conversation } from '../../../shared/model/conversation.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { act, offerUndo } from '../act.ts'
import { useRouter } from '../router.ts'
import { ForgetConversationDialog } from './forget-dialog.tsx'
import { groupByDay } from './group-by-day.ts'
import { ProjectDialog } from './project-dialog.tsx'
import styles from './rail.module.css'

/** The entry before or after this one, for a focus that would be lost with it. */
function neighbourOf(row: HTMLElement | null): HTMLElement | null {
  const titles = [...(row?.closest('[data-conversations]')?.querySelectorAll<HTMLElement>('[data-title]') ?? [])]
  const at = titles.findIndex((title) => row?.contains(title) === true)
  return titles[at + 1] ?? titles[at - 1] ?? null
}

interface RenameProps {
  readonly title: string
  /** @param byKey the hand is on the keyboard and wants the entry back. */
  readonly onDone: (title: string | null, byKey: boolean) => void
}

function RenameField({ title, onDone }: RenameProps) {
  const texts = useTexts()
  const ref = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(title)
  useEffect(() => ref.current?.select(), [])
  const finish = (byKey: boolean): void => onDone(value.trim() === '' || value.trim() === title ? null : value.trim(), byKey)
  return (
    <input
      ref={ref}
      aria-label={texts.rail.renameLabel}
      className={styles['rename']}
      value={value}
      maxLength={200}
      onChange={(event) => setValue(event.target.value)}
      onBlur={() => finish(false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') {
          // Else the same press would open the entry that gets the focus back.
          event.preventDefault()
          finish(true)
        }
        if (event.key === 'Escape') {
          event.stopPropagation()
          onDone(null, true)
        }
      }}
    />
  )
}

function Entry({ entry }: { readonly entry: Conversation }) {
  const texts = useTexts()
  const open = useRouter((state) => state.page === 'chat' && state.conversationId === entry.conversationId)
  const { openConversation } = useRouter.getState()
  const [renaming, setRenaming] = useState(false)
  const format = useFormat()
  const [near, setNear] = useState(false)
  const [dialog, setDialog] = useState<'project' | 'forget' | null>(null)
  const row = useRef<HTMLLIElement>(null)
  const wantsFocus = useRef(false)
  useEffect(() => {
    if (renaming || !wantsFocus.current) return
    wantsFocus.current = false
    row.current?.querySelector<HTMLElement>('[data-title]')?.focus()
  }, [renaming])
  const { conversationId } = entry
  const title = entry.title === '' ? texts.rail.untitled : entry.title

  const remove = async (withFacts = false): Promise<void> => {
    const next = neighbourOf(row.current)
    const hadFocus = row.current?.contains(document.activeElement) === true
    const deletion = await act('conversations.delete', { conversationId, undoable: true, withFacts })
    if (deletion === null) return
    if (useRouter.getState().conversationId === conversationId) openConversation(null)
    else if (hadFocus) next?.focus()
    offerUndo(texts.rail.deleted(title), deletion)
  }
  const compact = async (): Promise<void> => {
    const done = await act('conversations.compact', { conversationId })
    if (done === null) return
    showToast({ text: done.removed === 0 ? texts.chat.compactedNothing : texts.chat.compacted(format.number(done.removed)) })
  }
  const rename = (next: string | null, byKey: boolean): void => {
    wantsFocus.current = byKey
    setRenaming(false)
    if (next !== null) void act('conversations.rename', { conversationId, title: next })
  }

  if (renaming) {
    return (
      <li className={styles['entry']}>
        <RenameField title={title} onDone={rename} />
      </li>
    )
  }
  return (
    <li
      ref={row}
      className={cx(styles['entry'], open && styles['current'])}
      onPointerEnter={() => setNear(true)}
      onFocus={() => setNear(true)}
    >
      <button
        type="button"
        data-title
        className={styles['entry-title']}
        aria-current={open ? 'page' : undefined}
        onClick={() => openConversation(conversationId)}
        onDoubleClick={() => setRenaming(true)}
        onKeyDown={(event) => {
          if (event.key === 'F2') setRenaming(true)
          if (event.key === 'Delete') void remove()
        }}
      >
        {entry.temporary && <Ghost aria-label={texts.rail.newTemporary} />}
        {entry.projectId !== null && <Folder aria-hidden />}
        <span>{title}</span>
      </button>
      {near && (
        <Menu
          label={texts.rail.options(title)}
          trigger={(trigger) => (
            <IconButton {...trigger} label={texts.rail.options(title)} icon={Ellipsis} size="small" className={styles['entry-more']} />
          )}
          items={[
            { id: 'rename', label: texts.rail.rename, icon: PencilLine, onSelect: () => setRenaming(true) },
            { id: 'project', label: texts.rail.project, icon: Folder, onSelect: () => setDialog('project') },
            { id: 'compact', label: texts.rail.compact, icon: Archive, onSelect: () => void compact() },
            { id: 'forget', label: texts.rail.deleteWithFacts, icon: Eraser, danger: true, onSelect: () => setDialog('forget') },
            { id: 'delete', label: texts.ui.delete, icon: Trash2, danger: true, onSelect: () => void remove() }
          ]}
        />
      )}
      {dialog === 'project' && <ProjectDialog entry={entry} onClose={() => setDialog(null)} />}
      {dialog === 'forget' && <ForgetConversationDialog entry={entry} onClose={() => setDialog(null)} onForget={() => remove(true)} />}
    </li>
  )
}

export function ConversationList() {
  const texts = useTexts()
  const format = useFormat()
  const openId = useRouter((state) => state.conversationId)
  const { value } = useRoute('conversations.list', {})
  if (value === undefined) return null
  const now = Date.now()
  const groups = groupByDay(value, now, openId)
  if (groups.length === 0) return <p className={styles['none']}>{texts.rail.noConversations}</p>
  return (
    <section aria-label={texts.rail.conversations} data-conversations>
      {groups.map((group) => (
        <section key={group.key} className={styles['group']}>
          <h2 className={styles['day']}>{group.at === null ? texts.rail.older : format.day(group.at, now)}</h2>
          <ul role="list">
            {group.conversations.map((entry) => (
              <Entry key={entry.conversationId} entry={entry} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  )
}
