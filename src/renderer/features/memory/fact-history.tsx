import type { Fact } from '../../../shared/model/memory.ts'
import { useFormat, type Format } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText, type MemoryText } from '../../i18n/pages/memory-text.ts'
import { cx } from '../../ui/index.ts'
import { shortened } from './fact-text.ts'
import { timelineOf } from './timeline.ts'
import styles from './fact-history.module.css'

const SHOWN = 200

/** From when to when it held; what was wrong held at no time and says since when that is known. */
function heldFor({ status, validFrom, validTo }: Fact, texts: MemoryText, format: Format): string {
  if (status === 'proposed') return `${format.date(validFrom)} – ${texts.status.proposed}`
  return `${format.date(validFrom)} – ${validTo === null ? texts.historyNow : format.date(validTo)}`
}

function endOf({ status }: Fact, texts: MemoryText): string | null {
  switch (status) {
    case 'superseded':
      return texts.historyUntil
    case 'retracted':
      return texts.historyWrong
    case 'live':
    case 'proposed':
      return null
  }
}

/** The versions of a fact as a short timeline, newest first. */
export function FactHistory({ fact, history }: { readonly fact: Fact; readonly history: readonly Fact[] }) {
  const texts = useCatalogue(memoryText)
  const format = useFormat()
  return (
    <ol role="list" className={styles['timeline']}>
      {timelineOf(fact, history).map((version) => {
        const end = endOf(version, texts)
        return (
          <li key={version.factId} className={cx(styles['version'], version.status === 'live' && styles['now'])}>
            <span className={styles['when']}>{heldFor(version, texts, format)}</span>
            <span className={cx(styles['text'], version.status === 'retracted' && styles['wrong'])}>{shortened(version.text, SHOWN)}</span>
            {end !== null && <span className={styles['when']}>{end}</span>}
          </li>
        )
      })}
    </ol>
  )
}
