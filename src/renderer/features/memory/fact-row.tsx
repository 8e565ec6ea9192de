import { memo, useId } from 'react'
import { Pin } from 'lucide-react'
import type { Fact } from '../../../shared/model/memory.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { cx, IconButton } from '../../ui/index.ts'
import { FactDetails } from './fact-details.tsx'
import { FactMeta } from './fact-meta.tsx'
import { shortened } from './fact-text.ts'
import styles from './fact-row.module.css'

export interface FactRowProps {
  readonly fact: Fact
  readonly open: boolean
  readonly selected: boolean
  readonly onOpen: (factId: string | null) => void
  /** @param extend true for a click with Shift: everything since the last ticked row. */
  readonly onSelect: (factId: string, extend: boolean) => void
  readonly onPin: (fact: Fact) => void
  /** The fact is from now on known under another id. */
  readonly onRenamed: (factId: string) => void
  readonly onForget: (fact: Fact) => void
  readonly onRetract: (fact: Fact) => void
  /** Says in the small line how often it was used. */
  readonly showUse: boolean
}

const SHOWN_CLOSED = 400

/** One card of the list: a tick, the sentence with its small line, a pin. It opens in place. */
export const FactRow = memo(function FactRow(props: FactRowProps) {
  const { fact, open, selected, onOpen, onSelect, onPin, onRenamed, onForget, onRetract, showUse } = props
  const texts = useCatalogue(memoryText)
  const detailsId = useId()
  const editable = fact.status === 'live' || fact.status === 'proposed'
  return (
    <div className={styles['gap']}>
      <div className={cx(styles['card'], open && styles['open'], selected && styles['selected'])}>
        <div className={styles['line']}>
          <input
            type="checkbox"
            className={styles['tick']}
            aria-label={texts.select(shortened(fact.text, 60))}
            checked={selected}
            onChange={(event) => onSelect(fact.factId, event.nativeEvent instanceof MouseEvent && event.nativeEvent.shiftKey)}
          />
          <button
            type="button"
            data-row
            className={styles['main']}
            aria-expanded={open}
            aria-controls={open ? detailsId : undefined}
            onClick={() => onOpen(open ? null : fact.factId)}
          >
            <span
              className={cx(styles['text'], open ? styles['whole'] : styles['clamped'], fact.status === 'superseded' && styles['past'])}
            >
              {open ? fact.text : shortened(fact.text, SHOWN_CLOSED)}
            </span>
            <FactMeta fact={fact} used={showUse} />
          </button>
          {editable && (
            <IconButton
              label={fact.pinned ? texts.unpin : texts.pin}
              icon={Pin}
              size="small"
              pressed={fact.pinned}
              className={cx(styles['pin'], fact.pinned && styles['pinned'])}
              onClick={() => onPin(fact)}
            />
          )}
        </div>
        {open && (
          <div id={detailsId} role="region" aria-label={texts.opened} className={styles['details']}>
            <FactDetails fact={fact} editable={editable} onRenamed={onRenamed} onForget={onForget} onRetract={onRetract} />
          </div>
        )}
      </div>
    </div>
  )
})
