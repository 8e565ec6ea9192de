import type { Fact } from '../../../shared/model/memory.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { memoryText } from '../../i18n/pages/memory-text.ts'
import { cx } from '../../ui/index.ts'
import { shortened } from './fact-text.ts'
import { timelineOf } from './timeline.ts'
import styles from './fact-history.module.css'

const SHOWN = 200

/** The versions of a fact as a short timeline, newest first. */
export function FactHistory({ fact, history }: { readonly fact: Fact; readonly history: readonly Fact[] }) {
  const texts = useCatalogue(memoryText)
  const format = useFormat()
  return (
    <ol role="list" className={styles['timeline']}>
      {timelineOf(fact, history).map((version) => (
        <li key={version.factId} className={cx(styles['version'], version.validTo === null && styles['now'])}>
          <span className={styles['when']}>
            {format.date(version.createdAt)}
            {' – '}
            {version.validTo === null ? texts.historyNow : format.date(version.validTo)}
          </span>
          <span className={styles['text']}>{shortened(version.text, SHOWN)}</span>
        </li>
      ))}
    </ol>
  )
}
