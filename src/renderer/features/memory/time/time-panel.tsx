import { useMemo, useState } from 'react'
import { CalendarDays } from 'lucide-react'
import type { Fact } from '../../../../shared/model/memory.ts'
import { useRoute } from '../../../bridge/use-route.ts'
import { useErrorText } from '../../../i18n/errors.ts'
import { useFormat, type Format } from '../../../i18n/format.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { memoryText } from '../../../i18n/pages/memory-text.ts'
import { viewsText, type ViewsText } from '../../../i18n/pages/memory-views-text.ts'
import { cx, EmptyState, Spinner } from '../../../ui/index.ts'
import { VirtualList } from '../../../ui/virtual-list.tsx'
import { PrivacyChip } from '../fact-meta.tsx'
import { shortened } from '../fact-text.ts'
import { showFact } from '../memory-place.ts'
import { keyChart } from './key-bars.ts'
import { KeyHistory } from './key-history.tsx'
import { timeRows, type FactTimeRow, type TimeRow } from './time-rows.ts'
import styles from './time.module.css'

const LIMIT = 5_000
const ROW_PX = 60
const SHOWN = 300

/** How it ended, when it has; nothing for what holds now. */
function endOf(fact: Fact, now: number, texts: ViewsText, format: Format): string | null {
  switch (fact.status) {
    case 'retracted':
      return texts.timeWrong
    case 'proposed':
      return texts.timeProposed
    case 'superseded':
      return fact.validTo === null
        ? texts.timeEnded
        : `${texts.timeSpan(format.date(fact.validFrom), format.date(fact.validTo))} · ${texts.timeEnded}`
    case 'live':
      if (Date.parse(fact.validFrom) > now) return texts.timeFuture
      return fact.validTo === null ? null : texts.timeSpan(format.date(fact.validFrom), format.date(fact.validTo))
  }
}

function FactLine({ row, now }: { readonly row: FactTimeRow; readonly now: number }) {
  const texts = useCatalogue(viewsText)
  const memory = useCatalogue(memoryText)
  const format = useFormat()
  const { fact, newDay } = row
  const end = endOf(fact, now, texts, format)
  const past = fact.status !== 'live'
  return (
    <div className={styles['row']}>
      <span className={styles['day']}>
        <span className={cx(!newDay && 'visually-hidden')}>{format.dayOfMonth(fact.validFrom)}</span>
      </span>
      <span className={cx(styles['dot'], past && styles['dot-past'])} aria-hidden />
      <button type="button" data-row className={styles['fact']} onClick={() => showFact(fact.factId)}>
        <span className={cx(styles['text'], past && styles['past'], fact.status === 'retracted' && styles['wrong'])}>
          {shortened(fact.text, SHOWN)}
        </span>
        <span className={styles['muted']}>
          <PrivacyChip privacy={fact.privacy} />
          {fact.category !== null && <span>{memory.category[fact.category]}</span>}
          {end !== null && <span>{end}</span>}
        </span>
      </button>
    </div>
  )
}

function Row({ row, now }: { readonly row: TimeRow; readonly now: number }) {
  const format = useFormat()
  switch (row.kind) {
    case 'month':
      return <h3 className={styles['month']}>{format.month(row.at)}</h3>
    case 'fact':
      return <FactLine row={row} now={now} />
  }
}

/** Facts along time: what changed as bars, then day by day, each with its begin and end. */
export function TimePanel() {
  const texts = useCatalogue(viewsText)
  const errorText = useErrorText()
  const format = useFormat()
  const [now] = useState(() => Date.now())
  const { value, error } = useRoute('memory.list', { status: 'all', order: 'recent', limit: LIMIT })
  const rows = useMemo(() => timeRows(value ?? []), [value])
  const chart = useMemo(() => keyChart(value ?? [], now), [value, now])

  if (error !== null) return <p role="alert">{errorText(error)}</p>
  if (value === undefined) return <Spinner />
  if (rows.length === 0) return <EmptyState icon={CalendarDays} title={texts.timeEmpty} />
  return (
    <>
      {chart !== null && <KeyHistory chart={chart} />}
      {value.length === LIMIT && <p className={styles['muted']}>{texts.timeMore(format.number(LIMIT))}</p>}
      <VirtualList label={texts.timeList} items={rows} rowHeight={ROW_PX}>
        {(row) => <Row key={row.key} row={row} now={now} />}
      </VirtualList>
    </>
  )
}
