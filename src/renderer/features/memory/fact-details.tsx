import { useState } from 'react'
import { ArrowUpRight, Eraser, Pencil } from 'lucide-react'
import type { Fact } from '../../../shared/model/memory.ts'
import { useRouter } from '../../app/router.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Segmented } from '../../ui/index.ts'
import { FactEditor } from './fact-editor.tsx'
import { FactHistory } from './fact-history.tsx'
import { useMemoryActions } from './use-memory-actions.ts'
import styles from './fact-details.module.css'

export interface FactDetailsProps {
  readonly fact: Fact
  /** False for history: what was true once is not rewritten. */
  readonly editable: boolean
  readonly onRenamed: (factId: string) => void
  readonly onForget: (fact: Fact) => void
}

function Evidence({ fact }: { readonly fact: Fact }) {
  const texts = useCatalogue(memoryText)
  const openConversation = useRouter((state) => state.openConversation)
  const { evidence } = fact
  if (evidence === null) return <p className={styles['muted']}>{texts.evidenceNone}</p>
  const { conversationId, messageId } = evidence
  return (
    <>
      <blockquote className={styles['quote']}>{evidence.text}</blockquote>
      {conversationId !== null && (
        <Button tone="quiet" size="small" icon={ArrowUpRight} onClick={() => openConversation(conversationId, messageId)}>
          {texts.toConversation}
        </Button>
      )}
    </>
  )
}

function Usage({ fact }: { readonly fact: Fact }) {
  const texts = useCatalogue(memoryText)
  const format = useFormat()
  const rows: readonly (readonly [string, string])[] = [
    ...(fact.key === null ? [] : [[texts.keyName, fact.key] as const]),
    ...(fact.aliases.length === 0 ? [] : [[texts.aliases, format.list(fact.aliases)] as const])
  ]
  return (
    <>
      <p className={styles['muted']}>
        {texts.used(fact.usedCount)}
        {fact.lastUsedAt !== null && `${texts.joint}${texts.lastUsed(format.date(fact.lastUsedAt))}`}
        {!fact.embedded && fact.status === 'live' && `${texts.joint}${texts.notEmbedded}`}
      </p>
      {rows.length > 0 && (
        <dl className={styles['pairs']}>
          {rows.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** An open card: who may be given the fact, the words it came from, its history, and what can be done with it. */
export function FactDetails({ fact, editable, onRenamed, onForget }: FactDetailsProps) {
  const texts = useCatalogue(memoryText)
  const errorText = useErrorText()
  const actions = useMemoryActions()
  const whole = useRoute('memory.get', { factId: fact.factId })
  const [editing, setEditing] = useState(false)

  return (
    <div className={styles['details']}>
      {editing && <FactEditor fact={fact} onDone={() => setEditing(false)} onRenamed={onRenamed} />}
      {editable && !editing && (
        <div>
          <Segmented
            label={texts.privacyOf}
            value={fact.privacy}
            options={(['open', 'ask', 'private'] as const).map((value) => ({ value, label: texts.privacy[value] }))}
            onValue={(privacy) => void actions.setPrivacy([fact], privacy)}
          />
          <p className={styles['muted']}>{texts.privacyMeans[fact.privacy]}</p>
        </div>
      )}
      <section>
        <h2>{texts.evidence}</h2>
        <Evidence fact={fact} />
      </section>
      <section>
        <h2>{texts.history}</h2>
        {whole.error !== null && <p role="alert">{errorText(whole.error)}</p>}
        <FactHistory fact={fact} history={whole.value?.history ?? []} />
        <Usage fact={whole.value ?? fact} />
      </section>
      {!editing && (
        <div className={styles['actions']}>
          {editable && (
            <Button size="small" icon={Pencil} onClick={() => setEditing(true)}>
              {texts.edit}
            </Button>
          )}
          <Button size="small" tone="danger" icon={Eraser} onClick={() => onForget(fact)}>
            {texts.forget}
          </Button>
        </div>
      )}
    </div>
  )
}
