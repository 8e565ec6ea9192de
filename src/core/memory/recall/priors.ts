import type { Candidate } from './recall-request.ts'

const DAY_MS = 86_400_000
/** Together at most 0.15 of the best fused score. */
const FIRM = 0.06
const CONFIDENCE = 0.05
const RECENT = 0.04
/** After so many days half of the recency is left. */
const HALF_LIFE_DAYS = 90

/** A goal or a circumstance passes; a preference, a correction or knowledge does not grow old. */
const TIME_BOUND: ReadonlySet<Candidate['category']> = new Set(['goal', 'context'])

/** Small additive priors, 0 to 0.15: pinned or a correction, confidence, and recency only for what is bound to its time. */
export function priorOf(row: Candidate, now: number): number {
  const firm = row.pinned === 1 || row.category === 'correction' ? FIRM : 0
  const days = Math.max(0, (now - row.valid_from) / DAY_MS)
  const recent = TIME_BOUND.has(row.category) ? RECENT * 0.5 ** (days / HALF_LIFE_DAYS) : 0
  return firm + CONFIDENCE * row.confidence + recent
}
