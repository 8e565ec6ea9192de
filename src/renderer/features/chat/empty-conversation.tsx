import { ArrowRight, Ghost } from 'lucide-react'
import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useTexts } from '../../i18n/messages.ts'
import { Button } from '../../ui/button.tsx'
import { fillComposer } from './composer/composer-request.ts'
import { nameFrom, suggestionsFor } from './suggestions.ts'
import styles from './empty-conversation.module.css'

const FACTS_LOOKED_AT = 40

/** Before the first word: a greeting, ways to begin, and what works without a model. */
export function EmptyConversation({ temporary }: { readonly temporary: boolean }) {
  const texts = useTexts().chat.empty
  const facts = useRoute('memory.list', { limit: FACTS_LOOKED_AT })
  const conversations = useRoute('conversations.list', {})
  const status = useRoute('app.status', {}).value
  const { openPage, openConversation } = useRouter.getState()
  if ((facts.value === undefined && facts.error === null) || status === undefined) return <div className={styles['empty']} />
  const suggestions = suggestionsFor(facts.value ?? [], conversations.value ?? [], texts)
  return (
    <div className={styles['empty']}>
      <div className={styles['inner']}>
        <h2 className={styles['greeting']}>{texts.greeting(nameFrom(facts.value ?? []))}</h2>
        {temporary ? (
          <p className={styles['temporary']}>
            <Ghost aria-hidden />
            {texts.temporary}
          </p>
        ) : (
          <p className={styles['lead']}>{texts.lead}</p>
        )}
        {status.provider === null && (
          <section className={styles['no-model']}>
            <p>{texts.noModel}</p>
            <ul>
              {texts.noModelPoints.map((point) => (
                <li key={point}>{point}</li>
              ))}
            </ul>
            <Button tone="primary" onClick={() => openPage('models')}>
              {texts.connect}
            </Button>
          </section>
        )}
        <ul role="list" aria-label={texts.suggestions} className={styles['suggestions']}>
          {suggestions.map((suggestion) => (
            <li key={suggestion.label}>
              <button
                type="button"
                className={styles['suggestion']}
                onClick={() => (suggestion.kind === 'open' ? openConversation(suggestion.conversationId) : fillComposer(suggestion.text))}
              >
                <span>{suggestion.label}</span>
                <ArrowRight aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}
