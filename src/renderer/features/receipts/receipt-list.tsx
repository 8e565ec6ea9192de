import { useMemo } from 'react'
import type { Receipt } from '../../../shared/model/receipt.ts'
import { useFormat } from '../../i18n/format.ts'
import { useCatalogue } from '../../i18n/language.ts'
import { receiptsText } from '../../i18n/pages/receipts-text.ts'
import { VirtualList } from '../../ui/virtual-list.tsx'
import { carried, daysOf, type ReceiptDay } from './receipt-days.ts'
import { OutcomeChip } from './receipt-outcome.tsx'
import { rowsOf } from './receipt-rows.ts'
import styles from './receipt-list.module.css'

const ROW_PX = 52

function Day({ day }: { readonly day: ReceiptDay }) {
  const texts = useCatalogue(receiptsText)
  const format = useFormat()
  const totals = [
    ...(day.left.length === 0
      ? [texts.dayNothing]
      : day.left.map(({ host, bytes, requests }) => texts.dayTotal(format.bytes(bytes), host, requests))),
    ...(day.localRequests > 0 ? [texts.dayLocal(day.localRequests)] : []),
    ...(day.blockedRequests > 0 ? [texts.dayBlocked(day.blockedRequests)] : [])
  ]
  return (
    <div className={styles['day']}>
      <h2>{format.day(day.at, Date.now())}</h2>
      <ul role="list" className={styles['totals']}>
        {totals.map((total) => (
          <li key={total}>{total}</li>
        ))}
      </ul>
    </div>
  )
}

function Line({ receipt, onOpen }: { readonly receipt: Receipt; readonly onOpen: (receiptId: string) => void }) {
  const texts = useCatalogue(receiptsText)
  const format = useFormat()
  const masked = receipt.masked.reduce((sum, { count }) => sum + count, 0)
  return (
    <button type="button" data-row className={styles['line']} onClick={() => onOpen(receipt.receiptId)}>
      <span className={styles['time']}>{format.time(receipt.at)}</span>
      <span className={styles['what']}>
        <span className={styles['host']}>{receipt.host}</span>
        <span className={styles['purpose']}>{texts.purpose[receipt.purpose]}</span>
      </span>
      <span className={styles['figures']}>
        {masked > 0 && <span className={styles['masked']}>{texts.masked(masked)}</span>}
        <span className={styles['bytes']}>{format.bytes(carried(receipt))}</span>
        <OutcomeChip receipt={receipt} />
      </span>
    </button>
  )
}

/** Receipts under the day they belong to, newest first. */
export function ReceiptList({ receipts, onOpen }: { readonly receipts: readonly Receipt[]; readonly onOpen: (receiptId: string) => void }) {
  const texts = useCatalogue(receiptsText)
  const rows = useMemo(() => rowsOf(daysOf(receipts)), [receipts])
  return (
    <VirtualList label={texts.list} items={rows} rowHeight={ROW_PX}>
      {(row) =>
        row.kind === 'day' ? (
          <Day key={row.day.day} day={row.day} />
        ) : (
          <Line key={row.receipt.receiptId} receipt={row.receipt} onOpen={onOpen} />
        )
      }
    </VirtualList>
  )
}
