import { priorOf } from './priors.ts'
import type { Candidate, Leg } from './recall-request.ts'

/** Reciprocal rank fusion: score = sum of weight / (60 + rank). Cormack, Clarke, Büttcher, SIGIR 2009. */
const RRF_K = 60

export interface Fused {
  readonly row: Candidate
  /** For ordering only: 1 is first place in every leg, the priors come on top. Says nothing about relevance. */
  readonly score: number
}

/** Fuses legs by rank, best first. @param now milliseconds since the epoch, for the priors; null leaves them out */
export function fuse(legs: readonly Leg[], now: number | null): Fused[] {
  const most = legs.reduce((sum, leg) => sum + (leg.candidates.length === 0 ? 0 : leg.weight), 0) / (RRF_K + 1)
  const found = new Map<number, { row: Candidate; rrf: number }>()
  for (const leg of legs) {
    leg.candidates.forEach(({ row, worth }, index) => {
      const entry = found.get(row.rowid) ?? { row, rrf: 0 }
      entry.rrf += (leg.weight * worth) / (RRF_K + index + 1)
      found.set(row.rowid, entry)
    })
  }
  return [...found.values()]
    .map(({ row, rrf }) => ({ row, score: rrf / most + (now === null ? 0 : priorOf(row, now)) }))
    .sort((a, b) => b.score - a.score || b.row.created_at - a.row.created_at || a.row.rowid - b.row.rowid)
}
