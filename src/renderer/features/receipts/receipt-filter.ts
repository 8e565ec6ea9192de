import type { Purpose, Receipt } from '../../../shared/model/receipt.ts'
import { hasLeft } from './receipt-days.ts'

export type Shown = 'all' | 'remote' | 'local' | 'blocked'

export interface ReceiptFilter {
  readonly search: string
  readonly shown: Shown
}

const SHOWN: Readonly<Record<Shown, (receipt: Receipt) => boolean>> = {
  all: () => true,
  remote: hasLeft,
  local: (receipt) => receipt.destination === 'local' && receipt.outcome !== 'blocked',
  blocked: (receipt) => receipt.outcome === 'blocked'
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/**
 * Receipts that hold every word of the search in host, path, purpose or body. JSON escapes of the body are read as the letters they stand for,
 * so that a Chinese word is found however it was written.
 * @param purposes the words that the page shows for a purpose.
 */
export function filterReceipts(
  receipts: readonly Receipt[],
  filter: ReceiptFilter,
  purposes: Readonly<Record<Purpose, string>>
): readonly Receipt[] {
  const words = folded(filter.search).split(/\s+/).filter(Boolean)
  return receipts.filter((receipt) => {
    if (!SHOWN[filter.shown](receipt)) return false
    if (words.length === 0) return true
    const text = folded(`${receipt.host} ${receipt.path} ${purposes[receipt.purpose]} ${receipt.purpose} ${unescaped(receipt.body)}`)
    return words.every((word) => text.includes(word))
  })
}

function unescaped(body: string): string {
  return body.replace(/\\u([0-9a-fA-F]{4})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
