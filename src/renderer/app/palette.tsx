import { useEffect, useId, useRef, useState } from 'react'
import { useRoute } from '../bridge/use-route.ts'
import { useLanguage } from '../i18n/language.ts'
import { useTexts } from '../i18n/messages.ts'
import { cx } from '../ui/cx.ts'
import { act } from './act.ts'
import { newConversation } from './rail/new-conversation.ts'
import { PAGES, useRouter } from './router.ts'
import styles from './palette.module.css'

interface Command {
  readonly id: string
  readonly label: string
  readonly run: () => void
}

const SHOWN = 12

function useCommands(): readonly Command[] {
  const texts = useTexts()
  const language = useLanguage()
  const conversations = useRoute('conversations.list', {}).value ?? []
  const { openPage, openConversation } = useRouter.getState()
  const { theme } = document.documentElement.dataset
  const isDark = theme === undefined ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  return [
    { id: 'new', label: texts.rail.newChat, run: () => void newConversation(false) },
    { id: 'temporary', label: texts.rail.newTemporary, run: () => void newConversation(true) },
    ...PAGES.map((page) => ({ id: `page ${page}`, label: texts.palette.go(texts.pages[page]), run: () => openPage(page) })),
    {
      id: 'theme',
      label: texts.palette.theme,
      run: () => void act('settings.set', { patch: { appearance: { theme: isDark ? 'light' : 'dark' } } })
    },
    {
      id: 'language',
      label: texts.palette.language,
      run: () => void act('settings.set', { patch: { appearance: { language: language === 'zh' ? 'en' : 'zh' } } })
    },
    ...conversations
      .filter((entry) => entry.messageCount > 0)
      .map((entry) => ({
        id: entry.conversationId,
        label: entry.title === '' ? texts.rail.untitled : entry.title,
        run: () => openConversation(entry.conversationId)
      }))
  ]
}

/** Every word of the query occurs in the label. */
export function matches(label: string, query: string): boolean {
  const text = label.toLowerCase()
  return query
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => text.includes(word))
}

/** Ctrl/Cmd K: go anywhere, do the common things, find a conversation by its title. A combobox over a list. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const texts = useTexts()
  const ref = useRef<HTMLDialogElement>(null)
  const listId = useId()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const found = useCommands()
    .filter((command) => matches(command.label, query.trim()))
    .slice(0, SHOWN)
  const chosen = Math.min(at, found.length - 1)

  useEffect(() => {
    const before = document.activeElement
    const dialog = ref.current
    dialog?.showModal()
    return () => {
      dialog?.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])

  const run = (command: Command | undefined): void => {
    if (command === undefined) return
    onClose()
    command.run()
  }
  const onKey = (event: React.KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (move !== undefined && found.length > 0) {
      event.preventDefault()
      setAt((chosen + move + found.length) % found.length)
    }
    if (event.key === 'Enter') run(found[chosen])
  }

  return (
    <dialog
      ref={ref}
      aria-label={texts.palette.name}
      className={styles['palette']}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onMouseDown={(event) => {
        if (event.target === ref.current) onClose()
      }}
    >
      <div className={styles['frame']}>
        <input
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={found.length === 0 ? undefined : `${listId}-${chosen}`}
          aria-label={texts.palette.name}
          placeholder={texts.palette.placeholder}
          spellCheck={false}
          className={styles['input']}
          value={query}
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKey}
        />
        <ul id={listId} role="listbox" aria-label={texts.palette.name} className={styles['list']}>
          {found.map((command, index) => (
            <li
              key={command.id}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === chosen}
              className={cx(styles['option'], index === chosen && styles['chosen'])}
              onPointerMove={() => setAt(index)}
              onClick={() => run(command)}
            >
              {command.label}
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className={styles['none']}>{texts.palette.none}</p>}
      </div>
    </dialog>
  )
}
