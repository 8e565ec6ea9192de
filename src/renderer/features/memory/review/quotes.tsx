import { ArrowUpRight } from 'lucide-react'
import type { Evidence } from '../../../../shared/model/memory.ts'
import { useRouter } from '../../../app/router.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { memoryText } from '../../../i18n/pages/memory-text.ts'
import { IconButton } from '../../../ui/index.ts'
import styles from './review.module.css'

const SHOWN = 3

/** What the person said, each with a way to the message. */
export function Quotes({ evidence }: { readonly evidence: readonly Evidence[] }) {
  const texts = useCatalogue(memoryText)
  const openConversation = useRouter((state) => state.openConversation)
  return evidence.slice(0, SHOWN).map(({ messageId, conversationId, text }) => (
    <div key={`${messageId} ${text}`} className={styles['quote']}>
      <blockquote>{text}</blockquote>
      {conversationId !== null && (
        <IconButton
          label={texts.toConversation}
          icon={ArrowUpRight}
          size="small"
          onClick={() => openConversation(conversationId, messageId)}
        />
      )}
    </div>
  ))
}
