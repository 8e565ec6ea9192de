import type { Fact } from '../../../../shared/model/memory.ts'
import { useRoute } from '../../../bridge/use-route.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { careText } from '../../../i18n/pages/memory-care-text.ts'
import { Button } from '../../../ui/index.ts'
import { FactMeta } from '../fact-meta.tsx'
import type { Decision } from './review-keys.ts'
import styles from './review.module.css'

export interface ConflictProps {
  readonly fact: Fact
  readonly otherFactId: string
  readonly onDecision: (decision: Decision) => void
}

function Side({ title, fact }: { readonly title: string; readonly fact: Fact }) {
  return (
    <div className={styles['side']}>
      <p className={styles['muted']}>{title}</p>
      <p className={styles['text']}>{fact.text}</p>
      <FactMeta fact={fact} status={false} />
    </div>
  )
}

/** Two facts that contradict each other, side by side, and the question which of them holds. */
export function Conflict({ fact, otherFactId, onDecision }: ConflictProps) {
  const care = useCatalogue(careText)
  const other = useRoute('memory.get', { factId: otherFactId }, { keep: false }).value
  return (
    <>
      <div className={styles['sides']}>
        {other !== undefined && <Side title={care.whichOld} fact={other} />}
        <Side title={care.whichNew} fact={fact} />
      </div>
      <div className={styles['buttons']} role="group" aria-label={care.which}>
        <span>{care.which}</span>
        <Button size="small" tone="primary" onClick={() => onDecision('accept')}>
          {care.newHolds}
        </Button>
        <Button size="small" onClick={() => onDecision('reject')}>
          {care.oldHolds}
        </Button>
        <Button size="small" onClick={() => onDecision('both')}>
          {care.bothHold}
        </Button>
        <Button size="small" tone="quiet" onClick={() => onDecision('edit')}>
          {care.edit}
        </Button>
      </div>
    </>
  )
}
