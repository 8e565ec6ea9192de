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
  /**
   * Raw evidence of the leg that speaks most for it: from 1 on that leg admits it, 2 is sure. The fused score says nothing about relevance.
   */
  readonly evidence: number
}

function scaled(leg: Leg, evidence: number): number {
  if (leg.admits === Number.POSITIVE_INFINITY) return 0
  return 1 + (evidence - leg.admits) / (leg.sure - leg.admits)
}

/** Fuses legs by rank, best first. @param now milliseconds since the epoch, for the priors; null leaves them out */
export function fuse(legs: readonly Leg[], now: number | null): Fused[] {
  const found = new Map<number, { row: Candidate; rrf: number; evidence: number }>()
  for (const leg of legs) {
    leg.candidates.forEach(({ row, evidence }, index) => {
      const entry = found.get(row.rowid) ?? { row, rrf: 0, evidence: 0 }
      entry.rrf += leg.weight / (RRF_K + index + 1)
      entry.evidence = Math.max(entry.evidence, scaled(leg, evidence))
      found.set(row.rowid, entry)
    })
  }
  return [...found.values()]
    .map(({ row, rrf, evidence }) => ({ row, evidence, score: rrf / MAX_RRF + (now === null ? 0 : priorOf(row, now)) }))
    .sort((a, b) => b.score - a.score || b.row.created_at - a.row.created_at || a.row.rowid - b.row.rowid)
}
