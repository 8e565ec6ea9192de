import { ChevronLeft, ChevronRight } from 'lucide-react'
import { act } from '../../app/act.ts'
import { refresh } from '../../bridge/query-cache.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './transcript.module.css'

interface VersionsProps {
  readonly conversationId: string
  readonly messageId: string
  /** All versions, oldest first, this one included. */
  readonly siblings: readonly string[]
}

/** ‹ 2/3 ›: earlier and later versions of a message, with what came after each. Nothing where there is only one. */
export function Versions({ conversationId, messageId, siblings }: VersionsProps) {
  const texts = useTexts().chat.actions
  const format = useFormat()
  const at = siblings.indexOf(messageId)
  if (siblings.length < 2 || at < 0) return null
  const show = async (to: number): Promise<void> => {
    const target = siblings[to]
    if (target === undefined) return
    await act('conversations.showVersion', { conversationId, messageId: target })
    refresh('messages.list', { conversationId })
  }
  return (
    <span className={styles['versions']} role="group" aria-label={texts.versions}>
      <IconButton size="small" label={texts.previous} icon={ChevronLeft} disabled={at === 0} onClick={() => void show(at - 1)} />
      <span>{texts.version(format.number(at + 1), format.number(siblings.length))}</span>
      <IconButton
        size="small"
        label={texts.next}
        icon={ChevronRight}
        disabled={at === siblings.length - 1}
        onClick={() => void show(at + 1)}
      />
    </span>
  )
}
