import type { Receipt } from '../../../shared/model/receipt.ts'

export interface LeftSummary {
  readonly bytes: number
  readonly hosts: readonly string[]
  readonly masked: number
}

/** What of a turn left this machine: requests that went to another one. Null when none did. */
export function leftSummary(receipts: readonly Receipt[]): LeftSummary | null {
  const left = receipts.filter((receipt) => receipt.destination === 'remote' && receipt.outcome !== 'blocked')
  if (left.length === 0) return null
  return {
    bytes: left.reduce((sum, receipt) => sum + receipt.bytes, 0),
    hosts: [...new Set(left.map((receipt) => receipt.host))],
    masked: left.reduce((sum, receipt) => sum + receipt.masked.reduce((count, mask) => count + mask.count, 0), 0)
  }
}
