import { Check, CircleCheck, Eraser } from 'lucide-react'
import type { Fact, ReviewList } from '../../../../shared/model/memory.ts'
import { useRoute } from '../../../bridge/use-route.ts'
import { useErrorText } from '../../../i18n/errors.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { careText } from '../../../i18n/pages/memory-care-text.ts'
import { Button, EmptyState, showToast, Spinner } from '../../../ui/index.ts'
import { useMemoryActions } from '../use-memory-actions.ts'
import { DecisionList } from './decision-list.tsx'
import { Quotes } from './quotes.tsx'
import type { Decision } from './review-keys.ts'
import { useDecided } from './use-decided.ts'
import styles from './review.module.css'

const LIMIT = 200

/** Facts that deserve a look: kept, which confirms them, or forgotten. Nothing goes by itself. */
export function Upkeep({ list }: { readonly list: Exclude<ReviewList, 'inbox'> }) {
  const care = useCatalogue(careText)
  const errorText = useErrorText()
  const actions = useMemoryActions()
  const { value, error } = useRoute('memory.review', { list, limit: LIMIT }, { keep: false })
  const { left, decide } = useDecided(value)

  const keep = async (fact: Fact): Promise<boolean> => {
    if ((await actions.update(fact.factId, { confirmed: true })) === null) return false
    showToast({ text: care.kept })
    return true
  }
  const onDecision = (fact: Fact, decision: Decision): void => {
    switch (decision) {
      case 'accept':
        return void decide(fact.factId, () => keep(fact))
      case 'reject':
        return void decide(fact.factId, () => actions.forget([fact.factId]))
      case 'edit':
      case 'both':
    }
  }

  if (error !== null) return <p role="alert">{errorText(error)}</p>
  if (value === undefined) return <Spinner />
  if (left.length === 0) return <EmptyState icon={CircleCheck} title={care.listEmpty[list]} />
  return (
    <DecisionList label={care.lists[list]} keys={care.keysUpkeep} facts={left} onDecision={onDecision}>
      {(fact) => (
        <div className={styles['back']}>
          <Quotes evidence={fact.evidence} />
          <div className={styles['buttons']}>
            <Button size="small" tone="primary" icon={Check} onClick={() => onDecision(fact, 'accept')}>
              {care.keep}
            </Button>
            <Button size="small" tone="danger" icon={Eraser} onClick={() => onDecision(fact, 'reject')}>
              {care.forget}
            </Button>
          </div>
        </div>
      )}
    </DecisionList>
  )
}
