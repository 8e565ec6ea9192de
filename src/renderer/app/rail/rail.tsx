import { useEffect, useRef, useState } from 'react'
import {
  Brain,
  Cpu,
  Database,
  Ghost,
  MailOpen,
  PanelLeftClose,
  Search,
  Settings,
  SquarePen,
  Wrench,
  X,
  type LucideIcon
} from 'lucide-react'
import { useTexts } from '../../i18n/messages.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { useRouter, type PageName } from '../router.ts'
import { ConversationList } from './conversation-list.tsx'
import { newConversation } from './new-conversation.ts'
import { SearchResults } from './search-results.tsx'
import { SEARCH_ID } from './search-focus.ts'
import styles from './rail.module.css'

const PAGE_ICONS: Readonly<Record<Exclude<PageName, 'chat'>, LucideIcon>> = {
  memory: Brain,
  receipts: MailOpen,
  models: Cpu,
  tools: Wrench,
  data: Database,
  settings: Settings
}
const PAGE_ORDER = ['memory', 'receipts', 'models', 'tools', 'data', 'settings'] as const

function Pages() {
  const texts = useTexts()
  const { page, openPage } = useRouter()
  return (
    <ul role="list" className={styles['pages']}>
      {PAGE_ORDER.map((name) => {
        const Icon = PAGE_ICONS[name]
        return (
          <li key={name}>
            <button
              type="button"
              className={cx(styles['page'], page === name && styles['current'])}
              aria-current={page === name ? 'page' : undefined}
              onClick={() => openPage(name)}
            >
              <Icon aria-hidden />
              <span>{texts.pages[name]}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function SearchField({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) {
  const texts = useTexts()
  return (
    <div className={styles['search']}>
      <Search aria-hidden />
      <input
        id={SEARCH_ID}
        type="text"
        role="searchbox"
        aria-label={texts.rail.search}
        placeholder={texts.rail.search}
        spellCheck={false}
        autoComplete="off"
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || value === '') return
          event.stopPropagation()
          onValue('')
        }}
      />
      {value !== '' && <IconButton label={texts.ui.close} icon={X} size="small" onClick={() => onValue('')} />}
    </div>
  )
}

/** Conversations, search and pages. As an overlay Escape hides it. */
export function Rail({ overlay, onHide }: { readonly overlay: boolean; readonly onHide: () => void }) {
  const texts = useTexts()
  const [query, setQuery] = useState('')
  const hide = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!overlay) return
    const before = document.activeElement
    hide.current?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [overlay])
  return (
    <nav
      aria-label={texts.rail.name}
      className={cx(styles['rail'], overlay && styles['overlay'])}
      onKeyDown={(event) => {
        if (overlay && event.key === 'Escape') onHide()
      }}
    >
      <div className={styles['head']}>
        <span className={styles['name']}>{texts.app.name}</span>
        <IconButton ref={hide} label={texts.rail.hide} icon={PanelLeftClose} size="small" onClick={onHide} />
      </div>
      <div className={styles['new']}>
        <Button icon={SquarePen} className={styles['new-button']} onClick={() => void newConversation(false)}>
          {texts.rail.newChat}
        </Button>
        <IconButton
          label={`${texts.rail.newTemporary}. ${texts.rail.temporaryHint}`}
          icon={Ghost}
          onClick={() => void newConversation(true)}
        />
      </div>
      <SearchField value={query} onValue={setQuery} />
      <div className={styles['list']}>{query.trim() === '' ? <ConversationList /> : <SearchResults query={query.trim()} />}</div>
      <Pages />
    </nav>
  )
}
