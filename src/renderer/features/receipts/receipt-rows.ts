import type { Receipt } from '../../../shared/model/receipt.ts'
import type { ReceiptDay } from './receipt-days.ts'

/** A line of the page: the heading of a day or one of its receipts. */
export type Row = { readonly kind: 'day'; readonly day: ReceiptDay } | { readonly kind: 'receipt'; readonly receipt: Receipt }

/** Days and their receipts as one list, so that only what is in sight is in the page. */
export function rowsOf(days: readonly ReceiptDay[]): readonly Row[] {
  return days.flatMap((day): Row[] => [{ kind: 'day', day }, ...day.receipts.map((receipt): Row => ({ kind: 'receipt', receipt }))])
}
