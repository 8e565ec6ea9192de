import { useState } from 'react'
import type { Fact } from '../../../../shared/model/memory.ts'
import { useFormat, type Format } from '../../../i18n/format.ts'
import { useCatalogue } from '../../../i18n/language.ts'
import { viewsText, type ViewsText } from '../../../i18n/pages/memory-views-text.ts'
import { Button, cx, Disclosure } from '../../../ui/index.ts'
import { shortened } from '../fact-text.ts'
import { showFact } from '../memory-place.ts'
import type { KeyChart, KeyLine } from './key-bars.ts'
import styles from './time.module.css'

const AT_FIRST = 8
const SHOWN = 80

/** From when to when, and how it ended. */
export function spanOf(fact: Fact, texts: ViewsText, format: Format): string {
  const span = texts.timeSpan(format.date(fact.validFrom), fact.validTo === null ? texts.timeNow : format.date(fact.validTo))
  return fact.status === 'retracted' ? `${span} · ${texts.timeWrong}` : span
}

function Bars({ line }: { readonly line: KeyLine }) {
  const texts = useCatalogue(viewsText)
  const format = useFormat()
  return (
    <svg className={styles['bars']} aria-hidden width="100%" height="20">
      {line.bars.map(({ fact, start, width }) => (
        <rect
          key={fact.factId}
          x={`${start}%`}
          y="3"
          width={`${width}%`}
          height="14"
          rx="4"
          className={cx(styles['bar'], styles[`bar-${fact.status}`])}
          data-tip={`${shortened(fact.text, SHOWN)} · ${spanOf(fact, texts, format)}`}
          onClick={() => showFact(fact.factId)}
        />
      ))}
    </svg>
  )
}

function AsList({ lines }: { readonly lines: readonly KeyLine[] }) {
  const texts = useCatalogue(viewsText)
  const format = useFormat()
  return (
    <ul role="list" className={styles['histories']}>
      {lines.map((line) => (
        <li key={line.id}>
          <ol role="list" aria-label={shortened(line.newest.text, SHOWN)}>
            {line.bars.toReversed().map(({ fact }) => (
              <li key={fact.factId} className={styles['answer']}>
                <button type="button" className={styles['link']} onClick={() => showFact(fact.factId)}>
                  {shortened(fact.text, SHOWN)}
                </button>
                <span className={styles['muted']}>{spanOf(fact, texts, format)}</span>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ul>
  )
}

/** What had more than one answer: a line for each, a bar for each answer; the same as a list below. */
export function KeyHistory({ chart }: { readonly chart: KeyChart }) {
  const texts = useCatalogue(viewsText)
  const format = useFormat()
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState(false)
  const lines = all ? chart.lines : chart.lines.slice(0, AT_FIRST)
  return (
    <section aria-labelledby="key-history" className={styles['changes']}>
      <h2 id="key-history">{texts.keysTitle}</h2>
      <p className={styles['muted']}>{texts.keysLead}</p>
      <div className={styles['chart']} role="img" aria-label={texts.keysChart(chart.lines.length)}>
        {lines.map((line) => (
          <div key={line.id} className={styles['line']}>
            <span className={styles['name']}>{shortened(line.newest.text, SHOWN)}</span>
            <Bars line={line} />
          </div>
        ))}
        <div className={cx(styles['line'], styles['muted'])}>
          <span />
          <span className={styles['axis']}>
            <span>{format.date(chart.from)}</span>
            <span>{texts.timeNow}</span>
          </span>
        </div>
      </div>
      <div className={styles['under']}>
        <Disclosure summary={texts.keysAsList} open={open} onToggle={setOpen}>
          {open && <AsList lines={lines} />}
        </Disclosure>
        {lines.length < chart.lines.length && (
          <Button size="small" tone="quiet" onClick={() => setAll(true)}>
            {texts.keysAll(chart.lines.length)}
          </Button>
        )}
      </div>
    </section>
  )
}
