import { useState } from 'react'
import { Check, CircleSlash, Eraser, Pencil } from 'lucide-react'
import type { Fact } from '../../../shared/model/memory.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { Button, Segmented, showToast } from '../../ui/index.ts'
import { PRIVACIES } from './choices.ts'
import { FactEditor } from './fact-editor.tsx'
import { FactHistory } from './fact-history.tsx'
import { FactWhy } from './fact-why.tsx'
import { showFact } from './memory-place.ts'
import { useMemoryActions } from './use-memory-actions.ts'
import styles from './fact-details.module.css'

export interface FactDetailsProps {
  readonly fact: Fact
  /** False for history: what was true once is not rewritten. */
  readonly editable: boolean
  readonly onRenamed: (factId: string) => void
  readonly onForget: (fact: Fact) => void
  readonly onRetract: (fact: Fact) => void
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

function Privacy({ fact }: { readonly fact: Fact }) {
  const texts = useCatalogue(memoryText)
  const actions = useMemoryActions()
  return (
    <div>
      <Segmented
        label={texts.privacyOf}
        value={fact.privacy}
        options={PRIVACIES.map((value) => ({ value, label: texts.privacy[value] }))}
        onValue={(privacy) => void actions.setPrivacy([fact], privacy)}
      />
      <p className={styles['muted']}>{texts.privacyMeans[fact.privacy]}</p>
    </div>
  )
}

function Actions({ fact, editable, onEdit, onForget, onRetract }: FactDetailsProps & { readonly onEdit: () => void }) {
  const texts = useCatalogue(memoryText)
  const actions = useMemoryActions()
  const confirm = async (): Promise<void> => {
    if ((await actions.update(fact.factId, { confirmed: true })) !== null) showToast({ text: texts.confirmed })
  }
  return (
    <div className={styles['actions']}>
      {editable && (
        <Button size="small" icon={Pencil} onClick={onEdit}>
          {texts.edit}
        </Button>
      )}
      {editable && fact.confirmedAt === null && fact.source !== 'person' && (
        <Button size="small" icon={Check} onClick={() => void confirm()}>
          {texts.confirm}
        </Button>
      )}
      {editable && (
        <Button size="small" icon={CircleSlash} onClick={() => onRetract(fact)}>
          {texts.wrong}
        </Button>
      )}
      <Button size="small" tone="danger" icon={Eraser} onClick={() => onForget(fact)}>
        {texts.forget}
      </Button>
    </div>
  )
}

/** An open card: who may be given the fact, why it is known, its history, and what can be done with it. */
export function FactDetails(props: FactDetailsProps) {
  const { fact, editable, onRenamed } = props
  const texts = useCatalogue(memoryText)
  const errorText = useErrorText()
  const whole = useRoute('memory.get', { factId: fact.factId })
  const [editing, setEditing] = useState(false)
  const { supersededBy } = fact

  return (
    <div className={styles['details']}>
      {editing && <FactEditor fact={fact} onDone={() => setEditing(false)} onRenamed={onRenamed} />}
      {editable && !editing && <Privacy fact={fact} />}
      <FactWhy fact={whole.value ?? fact} />
      <section>
        <h2>{texts.history}</h2>
        {whole.error !== null && <p role="alert">{errorText(whole.error)}</p>}
        <FactHistory fact={fact} history={whole.value?.history ?? []} />
        {supersededBy !== null && (
          <Button tone="quiet" size="small" onClick={() => showFact(supersededBy)}>
            {texts.replacedBy}
          </Button>
        )}
        <Usage fact={whole.value ?? fact} />
      </section>
      {!editing && <Actions {...props} onEdit={() => setEditing(true)} />}
    </div>
  )
}
