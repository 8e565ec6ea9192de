import { useEffect, useState } from 'react'
import { Brain } from 'lucide-react'
import type { Destination } from '../../../shared/model/privacy.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { useErrorText } from '../../i18n/errors.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { EmptyState, Segmented } from '../../ui/index.ts'
import { PrivacyChip } from './fact-meta.tsx'
import { shortened } from './fact-text.ts'
import styles from './recall-results.module.css'

const TYPING_MS = 120
const LIMIT = 20
const SHOWN = 400

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), TYPING_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

/** The facts that a turn with this question would be given, best first. */
export function RecallResults({ query }: { readonly query: string }) {
  const texts = useCatalogue(memoryText)
  const errorText = useErrorText()
  const format = useFormat()
  const status = useRoute('app.status', {})
  const [chosen, setChosen] = useState<Destination | null>(null)
  const destination = chosen ?? status.value?.destination ?? 'local'
  const settled = useSettled(query.trim())
  const { value, error } = useRoute('memory.recall', settled === '' ? null : { query: settled, destination, limit: LIMIT })

  return (
    <>
      <div className={styles['choice']}>
        <Segmented
          label={texts.recallTo}
          value={destination}
          onValue={setChosen}
          options={[
            { value: 'local', label: texts.recallLocal },
            { value: 'remote', label: texts.recallRemote }
          ]}
        />
      </div>
      {error !== null && <p role="alert">{errorText(error)}</p>}
      {settled === '' && <EmptyState icon={Brain} title={texts.recallEmptyQuery} />}
      {settled !== '' && value?.length === 0 && <EmptyState icon={Brain} title={texts.recallNone} />}
      {value !== undefined && value.length > 0 && (
        <ol role="list" aria-label={texts.viewRecall}>
          {value.map((fact, at) => (
            <li key={fact.factId} className={styles['fact']}>
              <p className={styles['text']}>{shortened(fact.text, SHOWN)}</p>
              <p className={styles['meta']}>
                <PrivacyChip privacy={fact.privacy} />
                <span>{texts.recallPlace(format.number(at + 1))}</span>
                <span>{texts.since(format.date(fact.createdAt))}</span>
              </p>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
