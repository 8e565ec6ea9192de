import type { FactCategory, FactSource } from '../../shared/model/memory.ts'
import type { Privacy } from '../../shared/model/privacy.ts'
import type { Db } from '../db/database.ts'
import { diversify } from './diversity.ts'
import { fuse, type Fused } from './fusion.ts'
import { exactLeg, lexicalLeg } from './lexical-leg.ts'
import type { Candidate, Leg, RecallRequest } from './recall-request.ts'
import type { RecallTuning } from './recall-tuning.ts'
import { rankAsSeed } from './seed-ranking.ts'
import type { VectorIndex } from './vector-index.ts'
import { vectorLeg, type QueryVectors } from './vector-leg.ts'

export interface RecallHit {
  readonly rowid: number
  readonly factId: string
  readonly text: string
  readonly privacy: Privacy
  readonly category: FactCategory | null
  readonly confidence: number
  readonly pinned: boolean
  readonly source: FactSource
  readonly createdAt: number
  readonly validFrom: number
  /** For ordering only; says nothing about relevance. */
  readonly score: number
  /** Raw evidence of the leg that speaks most for it: from 1 on it is relevant, 2 is sure. */
  readonly evidence: number
}

function hitOf(row: Candidate, score: number, evidence: number): RecallHit {
  return {
    rowid: row.rowid,
    factId: row.id,
    text: row.text,
    privacy: row.privacy,
    category: row.category,
    confidence: row.confidence,
    pinned: row.pinned === 1,
    source: row.source,
    createdAt: row.created_at,
    validFrom: row.valid_from,
    score,
    evidence
  }
}

const asksNothing = (request: RecallRequest): boolean => request.query.trim() === '' || request.limit < 1

/** What the words of a query find; needs no vector, so it can be done while the query is being embedded. */
export interface FoundByText {
  readonly legs: readonly Leg[]
}

export function findByText(db: Db, request: RecallRequest, tuning: RecallTuning): FoundByText {
  if (asksNothing(request) || !tuning.lexical || tuning.ranking === 'seed') return { legs: [] }
  return { legs: [exactLeg(db, request), lexicalLeg(db, request)] }
}

export interface RecallParts {
  readonly db: Db
  readonly index: VectorIndex
  readonly tuning: RecallTuning
  /** Null while the embedder is not ready: text alone then. */
  readonly query: QueryVectors | null
  /** From the same request, with the database unchanged since. */
  readonly byText: FoundByText
}

/**
 * Finds facts for a query: text candidates and vector candidates, fused by rank; without `abstain: false`, only what one leg's raw
 * evidence admits.
 */
export function recallFacts(request: RecallRequest, parts: RecallParts): RecallHit[] {
  const { db, index, tuning, query, byText } = parts
  if (asksNothing(request)) return []
  if (tuning.ranking === 'seed') return rankAsSeed(db, request).map(({ row, score }) => hitOf(row, score, 1))
  const byMeaning = tuning.vector && query !== null ? [vectorLeg(db, request, index, query)] : []
  const fused = fuse([...byText.legs, ...byMeaning], tuning.priors ? request.now : null)
  const relevant: readonly Fused[] = request.abstain ? fused.filter((one) => one.evidence >= 1) : fused
  const ranked = tuning.diversity ? diversify(relevant) : relevant
  return ranked.slice(0, request.limit).map(({ row, score, evidence }) => hitOf(row, score, evidence))
}
