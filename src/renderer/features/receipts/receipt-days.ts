import type { Receipt } from '../../../shared/model/receipt.ts'

export interface HostTotal {
  readonly host: string
  readonly bytes: number
  readonly requests: number
}

export interface ReceiptDay {
  /** Local calendar day as YYYY-MM-DD. */
  readonly day: string
  /** An ISO time within the day. */
  readonly at: string
  /** What went to other machines, largest first. Unanswered requests count: they may have arrived. */
  readonly left: readonly HostTotal[]
  readonly localRequests: number
  readonly blockedRequests: number
  /** Newest first. */
  readonly receipts: readonly Receipt[]
}

/** The calendar day of a time on this machine. */
export function dayOf(iso: string): string {
  const at = new Date(iso)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** True when the bytes of a request went, or may have gone, to another machine. */
export function hasLeft(receipt: Receipt): boolean {
  return receipt.destination === 'remote' && receipt.outcome !== 'blocked'
}

/** What a request carried, in bytes: its body, or its address where it has none and the question stands there. */
export function carried(receipt: Receipt): number {
  return receipt.bytes > 0 || receipt.outcome === 'blocked' ? receipt.bytes : new TextEncoder().encode(receipt.path).length
}

/** Sums per host of what left, largest first. */
export function totalsOf(receipts: readonly Receipt[]): readonly HostTotal[] {
  const totals = new Map<string, HostTotal>()
  for (const receipt of receipts) {
    if (!hasLeft(receipt)) continue
    const sum = totals.get(receipt.host) ?? { host: receipt.host, bytes: 0, requests: 0 }
    totals.set(receipt.host, { host: sum.host, bytes: sum.bytes + carried(receipt), requests: sum.requests + 1 })
  }
  return [...totals.values()].toSorted((a, b) => b.bytes - a.bytes || a.host.localeCompare(b.host))
}

/** Receipts by local day, newest day and newest receipt first. */
export function daysOf(receipts: readonly Receipt[]): readonly ReceiptDay[] {
  const newestFirst = receipts.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
  const byDay = Map.groupBy(newestFirst, (receipt) => dayOf(receipt.at))
  return [...byDay].map(([day, ofDay]) => ({
    day,
    at: ofDay[0]?.at ?? day,
    left: totalsOf(ofDay),
    localRequests: ofDay.filter((receipt) => receipt.destination === 'local' && receipt.outcome !== 'blocked').length,
    blockedRequests: ofDay.filter((receipt) => receipt.outcome === 'blocked').length,
    receipts: ofDay
  }))
}
