import { useRoute } from '../../bridge/use-route.ts'
import { useSettled } from '../../bridge/use-settled.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { useTexts } from '../../i18n/messages.ts'
import { useRouter } from '../router.ts'
import { markTerms } from './mark-terms.ts'
import styles from './rail.module.css'

const AT_MOST = 50

/** Messages that match, with the words marked; choosing one opens its conversation there. */
export function SearchResults({ query }: { readonly query: string }) {
  const texts = useTexts()
  const format = useFormat()
  const errorText = useErrorText()
  const asked = useSettled(query)
  const { value, error } = useRoute('conversations.search', { query: asked, limit: AT_MOST })
  const { openConversation } = useRouter.getState()
  if (error !== null) return <p className={styles['none']}>{errorText(error)}</p>
  if (value === undefined) return null
  if (value.length === 0) return <p className={styles['none']}>{texts.rail.nothingFound}</p>
  const now = Date.now()
  return (
    <section aria-label={texts.rail.searchResults}>
      <ul role="list">
        {value.map((hit) => (
          <li key={hit.messageId}>
            <button type="button" className={styles['hit']} onClick={() => openConversation(hit.conversationId, hit.messageId)}>
              <span className={styles['hit-head']}>
                <span className={styles['hit-title']}>{hit.title === '' ? texts.rail.untitled : hit.title}</span>
                <span className={styles['hit-day']}>{format.day(hit.createdAt, now)}</span>
              </span>
              <span className={styles['hit-text']}>
                {markTerms(hit.snippet, asked).map((part, at) =>
                  part.marked ? <mark key={at}>{part.text}</mark> : <span key={at}>{part.text}</span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
