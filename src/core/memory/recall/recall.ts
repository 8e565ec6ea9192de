import type { FactCategory, FactSource } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { isSmallTalk } from '../extraction/filter.ts'
import { diversify } from './diversity.ts'
import { fuse, type Fused } from './fusion.ts'
import { CERTAIN, evidenceOf, isRelevant, isTrusted, languageOfQuery } from './evidence.ts'
import { askedParts, coverageOfFact, exactLeg, isNamed, lexicalLeg, literalLeg } from './lexical-leg.ts'
import { emptyLeg, type Candidate, type Leg, type RecallRequest } from './recall-request.ts'
import type { RecallTuning } from './recall-tuning.ts'
import { rankAsSeed } from './seed-ranking.ts'
import type { VectorIndex } from './vector-index.ts'
import { addCosines, vectorLeg, type QueryVectors } from './vector-leg.ts'

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
  readonly exact: Leg
  readonly words: Leg
  /** Null when the query holds no word. */
  readonly parts: ReturnType<typeof askedParts>
}

export function findByText(db: Db, request: RecallRequest, tuning: RecallTuning): FoundByText {
  const parts = askedParts(request.query)
  if (asksNothing(request) || !tuning.lexical || tuning.ranking === 'seed') return { exact: emptyLeg, words: emptyLeg, parts }
  return { exact: exactLeg(db, request), words: parts === null ? literalLeg(db, request) : lexicalLeg(db, request, parts), parts }
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

/** With no other leg beside it, the order of words is that of bm25 alone. */
function alone(leg: Leg): Leg {
  return { ...leg, candidates: leg.candidates.map(({ row }) => ({ row, worth: 1 })) }
}

interface Ranked extends Fused {
  readonly evidence: number
  /** A vector took part in the evidence. */
  readonly measured: boolean
}

function withEvidence(request: RecallRequest, parts: RecallParts, fused: readonly Fused[], cosines: ReadonlyMap<number, number>): Ranked[] {
  const { query, byText } = parts
  const language = languageOfQuery(request.query)
  const worths = new Map(byText.words.candidates.map(({ row, worth }) => [row.rowid, worth]))
  const certain = new Set(byText.exact.candidates.map(({ row }) => row.rowid))
  // Signs, bare numbers and greetings are a little near to everything.
  const hasMeaning = /\p{L}/u.test(request.query) && !isSmallTalk(request.query)
  return fused.map((one) => {
    const { row } = one
    const sure = certain.has(row.rowid) || isNamed(request.query, row) || (byText.parts === null && worths.has(row.rowid))
    const coverage = worths.get(row.rowid) ?? (byText.parts === null ? 0 : coverageOfFact(byText.parts, row, false))
    const cosine = hasMeaning ? (cosines.get(row.rowid) ?? null) : null
    return {
      ...one,
      measured: cosine !== null && query !== null && isTrusted(query.model, language, row),
      evidence: sure
        ? CERTAIN
        : evidenceOf(query?.model ?? null, language, row, {
            coverage,
            cosine,
            unnamed: row.aliases !== '[]',
            level: query?.level ?? null
          })
    }
  })
}

/**
 * Finds facts for a query: text candidates and vector candidates, fused by rank; without `abstain: false`, only what raw evidence admits.
 */
export function recallFacts(request: RecallRequest, parts: RecallParts): RecallHit[] {
  const { db, index, tuning, query, byText } = parts
  if (asksNothing(request)) return []
  if (tuning.ranking === 'seed') return rankAsSeed(db, request).map(({ row, score }) => hitOf(row, score, 1))
  const weight = query?.model.calibration.weight[languageOfQuery(request.query)] ?? 0
  const byMeaning = tuning.vector && query !== null ? vectorLeg(db, request, index, query, weight) : null
  const cosines = byMeaning?.cosines ?? new Map<number, number>()
  if (byMeaning !== null && query !== null) {
    const found = byText.words.candidates.map(({ row }) => row.rowid)
    addCosines(index, query, found, cosines)
  }
  const hasMeaning = byMeaning !== null && byMeaning.leg.candidates.length > 0
  const legs = [byText.exact, hasMeaning ? byText.words : alone(byText.words), byMeaning?.leg ?? emptyLeg]
  const ranked = withEvidence(request, parts, fuse(legs, tuning.priors ? request.now : null), cosines)
  // The fact that is the query word for word says nothing about how near others can be.
  const exact = new Set(byText.exact.candidates.map(({ row }) => row.rowid))
  const best = Math.max(0, ...ranked.flatMap((one) => (exact.has(one.row.rowid) ? [] : [one.evidence])))
  const relevant = request.abstain
    ? ranked.filter((one) => isRelevant(one.evidence, best, languageOfQuery(request.query), one.measured))
    : ranked
  const chosen = tuning.diversity ? diversify(relevant, request.limit) : relevant
  return chosen.slice(0, request.limit).map(({ row, score, evidence }) => hitOf(row, score, evidence))
}
