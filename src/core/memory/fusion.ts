import { priorOf } from './priors.ts'
import type { Candidate, Leg } from './recall-request.ts'

/** Reciprocal rank fusion: score = sum of weight / (60 + rank). Cormack, Clarke, Büttcher, SIGIR 2009. */
const RRF_K = 60
/** First place in two legs of weight 1. */
const MAX_RRF = 2 / (RRF_K + 1)

export interface Fused {
  readonly row: Candidate
  /** For ordering only. */
  readonly score: number
  /** True when the raw evidence of one leg admits it. The fused score says nothing about relevance. */
  readonly admitted: boolean
}

/** Fuses legs by rank, best first. @param now milliseconds since the epoch, for the priors; null leaves them out */
export function fuse(legs: readonly Leg[], now: number | null): Fused[] {
  const found = new Map<number, { row: Candidate; rrf: number; admitted: boolean }>()
  for (const leg of legs) {
    leg.candidates.forEach(({ row, evidence }, index) => {
      const entry = found.get(row.rowid) ?? { row, rrf: 0, admitted: false }
      entry.rrf += leg.weight / (RRF_K + index + 1)
      entry.admitted ||= evidence >= leg.admits
      found.set(row.rowid, entry)
    })
  }
  return [...found.values()]
    .map(({ row, rrf, admitted }) => ({ row, admitted, score: rrf / MAX_RRF + (now === null ? 0 : priorOf(row, now)) }))
    .sort((a, b) => b.score - a.score || b.row.created_at - a.row.created_at || a.row.rowid - b.row.rowid)
}
