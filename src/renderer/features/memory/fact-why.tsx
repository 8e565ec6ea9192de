import { useState } from 'react'
import { ArrowUpRight } from 'lucide-react'
import type { Evidence, Fact } from '../../../shared/model/memory.ts'
import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { useTexts } from '../../i18n/messages.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button } from '../../ui/index.ts'
import { confidenceWord } from './confidence.ts'
import styles from './fact-details.module.css'

const AT_FIRST = 3

function Quote({ evidence }: { readonly evidence: Evidence }) {
  const texts = useCatalogue(memoryText)
  const untitled = useTexts().rail.untitled
  const format = useFormat()
  const openConversation = useRouter((state) => state.openConversation)
  const { conversationId, messageId, text, at } = evidence
  const known = useRoute('conversations.list', {}).value?.find((each) => each.conversationId === conversationId)
  const title = known === undefined || known.title === '' ? untitled : known.title
  return (
    <li>
      <blockquote className={styles['quote']}>{text}</blockquote>
      {conversationId === null ? (
        <p className={styles['muted']}>{format.date(at)}</p>
      ) : (
        <p className={styles['from']}>
          <span className={styles['muted']}>{texts.quoteFrom(title, format.date(at))}</span>
          <Button tone="quiet" size="small" icon={ArrowUpRight} onClick={() => openConversation(conversationId, messageId)}>
            {texts.toConversation}
          </Button>
        </p>
      )}
    </li>
  )
}

/** Why a fact is known: where it came from, how sure it is, and what the person said. */
export function FactWhy({ fact }: { readonly fact: Fact }) {
  const texts = useCatalogue(memoryText)
  const format = useFormat()
  const [all, setAll] = useState(false)
  const quotes = all ? fact.evidence : fact.evidence.slice(0, AT_FIRST)
  const sentences = [
    texts.why[fact.source],
    texts.confidence[confidenceWord(fact.confidence)],
    ...(fact.confirmedAt === null ? [] : [texts.confirmedOn(format.date(fact.confirmedAt))])
  ]
  return (
    <section>
      <h2>{texts.evidence}</h2>
      <p>{sentences.reduce((one, next) => texts.joined(one, next))}</p>
      {quotes.length === 0 ? (
        <p className={styles['muted']}>{texts.evidenceNone}</p>
      ) : (
        <ul role="list" className={styles['quotes']}>
          {quotes.map((evidence) => (
            <Quote key={`${evidence.messageId} ${evidence.text}`} evidence={evidence} />
          ))}
        </ul>
      )}
      {quotes.length < fact.evidence.length && (
        <Button tone="quiet" size="small" onClick={() => setAll(true)}>
          {texts.allQuotes(fact.evidence.length)}
        </Button>
      )}
    </section>
  )
}
