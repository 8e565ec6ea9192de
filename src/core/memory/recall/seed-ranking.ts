import type { Db } from '../../db/database.ts'
import { rankedByWords } from './lexical-leg.ts'
import type { Candidate, RecallRequest } from './recall-request.ts'
import { segmentQuery } from '../text/segment.ts'

const DAY_MS = 86_400_000
const FRESH_DAYS = 30
const DECAY_PER_DAY = 0.01
const CONFIDENCE_WEIGHT = 0.2

/** T of the seed's formula: 1 for facts younger than 30 days, then e^(−0.01 (d − 30)). @param days whole days since the fact was stored */
export function seedDecay(days: number): number {
  return days < FRESH_DAYS ? 1 : Math.exp(-DECAY_PER_DAY * (days - FRESH_DAYS))
}

/**
 * The score that the seed published (SEED C7): S = R · T(d) + 0.2 · C.
 * @param relevance R = −bm25, larger is better; @param confidence C, 0 to 1; @param days d
 */
export function seedScore(relevance: number, confidence: number, days: number): number {
  return relevance * seedDecay(days) + CONFIDENCE_WEIGHT * confidence
}

/** The seed's way, for comparison: the first 2k facts by bm25, put in the order of its score. Decay orders; it makes nothing untrue. */
export function rankAsSeed(db: Db, request: RecallRequest): { row: Candidate; score: number }[] {
  const found = rankedByWords(db, request, segmentQuery(request.query), 2 * request.limit) ?? []
  return found
    .map(({ row, bm25 }) => {
      const days = Math.max(0, Math.floor((request.now - row.created_at) / DAY_MS))
      return { row, score: seedScore(-bm25, row.confidence, days) }
    })
    .sort((a, b) => b.score - a.score || a.row.rowid - b.row.rowid)
    .slice(0, request.limit)
}
