import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useTexts } from '../../i18n/messages.ts'
import { EmptyState } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Composer } from './composer/composer.tsx'
import { EmptyConversation } from './empty-conversation.tsx'
import { Transcript } from './transcript.tsx'
import { useConversation, type ConversationView } from './use-conversation.ts'
import styles from './chat-page.module.css'

interface BodyProps {
  readonly view: ConversationView
  readonly conversationId: string | null
  readonly messageId: string | null
}

function Body({ view, conversationId, messageId }: BodyProps) {
  const texts = useTexts()
  const errorText = useErrorText()
  const conversations = useRoute('conversations.list', {}).value
  const entry = conversations?.find((each) => each.conversationId === conversationId)
  const { openConversation } = useRouter.getState()
  if (view.error !== null && view.rows.length === 0) {
    return (
      <div className={styles['body']}>
        <EmptyState title={errorText(view.error)} action={<Button onClick={() => openConversation(null)}>{texts.rail.newChat}</Button>} />
      </div>
    )
  }
  if (conversationId !== null && view.rows.length > 0) {
    return <Transcript key={conversationId} rows={view.rows} conversationId={conversationId} messageId={messageId} />
  }
  if (view.loading && (entry?.messageCount ?? 0) > 0) {
    return (
      <div className={styles['body']}>
        <div className={styles['loading']}>
          <Spinner label={texts.chat.loading} />
        </div>
      </div>
    )
  }
  return <EmptyConversation temporary={entry?.temporary ?? false} />
}

/** Transcript and composer of the open conversation. */
export function ChatPage() {
  const conversationId = useRouter((state) => state.conversationId)
  const messageId = useRouter((state) => state.messageId)
  const visit = useRouter((state) => state.visit)
  const view = useConversation(conversationId)
  return (
    <main className={styles['page']}>
      <Body view={view} conversationId={conversationId} messageId={messageId} />
      <Composer key={visit} conversationId={conversationId} runningTurnId={view.runningTurnId} />
    </main>
  )
}
