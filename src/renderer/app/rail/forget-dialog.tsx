import { useState } from 'react'
import type { Conversation } from '../../../shared/model/conversation.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import styles from './rail.module.css'

interface ForgetConversationProps {
  readonly entry: Conversation
  readonly onClose: () => void
  readonly onForget: () => Promise<void>
}

/** Shows what was learned from a conversation alone, before it goes with it. */
export function ForgetConversationDialog({ entry, onClose, onForget }: ForgetConversationProps) {
  const texts = useTexts()
  const facts = useRoute('conversations.facts', { conversationId: entry.conversationId }).value
  const [busy, setBusy] = useState(false)
  const go = async (): Promise<void> => {
    setBusy(true)
    await onForget()
    onClose()
  }
  return (
    <Dialog
      title={texts.rail.deleteWithFactsTitle}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button tone="quiet" onClick={onClose}>
            {texts.ui.cancel}
          </Button>
          <Button tone="danger" busy={busy} data-focus disabled={facts === undefined} onClick={() => void go()}>
            {texts.rail.deleteAll}
          </Button>
        </>
      }
    >
      <p>{facts?.length === 0 ? texts.rail.deleteWithFactsNone : texts.rail.deleteWithFactsWhat}</p>
      {facts !== undefined && facts.length > 0 && (
        <ul className={styles['learned']} tabIndex={0} aria-label={texts.rail.deleteWithFactsWhat}>
          {facts.map((fact) => (
            <li key={fact.factId}>{fact.text}</li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
