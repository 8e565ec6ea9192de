import type { Privacy } from '../../shared/model/privacy.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { relatedTerms } from './concepts.ts'
import { ftsTable, vecTable, type Store } from './fact-index.ts'
import { NO_END } from './fact-rows.ts'
import { cjkShare, matchExpression, normalise, segmentForIndex, segmentQuery, type QueryTerms } from './segment.ts'

export interface RecallRequest {
  readonly query: string
  /** Facts at the most. */
  readonly limit: number
  /** `local` may see private rows; a remote turn reads only the tables of open rows, and of those no `ask` row. */
  readonly audience: 'local' | 'remote'
  /** Namespaces that may be read, as `namespaceName` writes them. */
  readonly scopes: readonly string[]
  /** Milliseconds since the epoch: what was believed then. Null means now. */
  readonly asOf: number | null
  /** False gives the best there is, even when nothing is relevant. */
  readonly abstain: boolean
}

export interface RecallHit {
  readonly rowid: number
  readonly factId: string
  readonly text: string
  readonly privacy: Privacy
  readonly createdAt: number
  /** Fused rank score, for ordering only. */
  readonly score: number
}

interface Candidate {
  readonly rowid: number
  readonly id: string
  readonly text: string
  readonly privacy: Privacy
  readonly pinned: number
  readonly confidence: number
  readonly created_at: number
}

const CANDIDATES = 50
/** Reciprocal rank fusion: score = sum of weight / (60 + rank). Cormack, Clarke, Büttcher, SIGIR 2009. */
const RRF_K = 60
const MAX_RRF = 2 / (RRF_K + 1)
/** Of the query's content, by weight, what a fact must share to enter by words alone. */
const MIN_COVERAGE = 0.08
/** Cosine from which a fact enters by meaning alone. */
const MIN_COSINE = 0.38
/** An English embedding model ranks Chinese text hardly better than chance: it may help to order, not admit. */
const CJK_VECTOR_WEIGHT = 0.25

interface Leg {
  readonly candidates: readonly { readonly row: Candidate; readonly evidence: number }[]
  readonly weight: number
  readonly admits: (evidence: number) => boolean
}

const COLUMNS =
  'f.rowid as rowid, f.id as id, f.text as text, f.privacy as privacy, f.pinned as pinned, f.confidence as confidence, f.created_at as created_at'

function storesOf(request: RecallRequest): readonly Store[] {
  return request.audience === 'local' ? ['open', 'private'] : ['open']
}

/** Conditions on `facts f` that hold for every leg; values in the order of `filterValues`. */
function filterSql(request: RecallRequest): string {
  const labels = request.audience === 'local' ? '' : ` and f.privacy = 'open'`
  const time =
    request.asOf === null ? ` and f.status = 'live'` : ` and f.status in ('live', 'superseded') and f.valid_from <= ? and f.valid_to > ?`
  return `f.deletion_id is null${labels}${time} and (f.scope || coalesce(':' || coalesce(f.project_id, f.thread_id), '')) in (select value from json_each(?))`
}

function filterValues(request: RecallRequest): unknown[] {
  const time = request.asOf === null ? [] : [request.asOf, request.asOf]
  return [...time, JSON.stringify(request.scopes)]
}

/** How much a term tells: longer ones more, single characters little. */
function weightOf(term: string): number {
  const length = [...term].length
  return length === 1 ? 0.5 : Math.min(1 + (length - 2) * 0.25, 2.5)
}

function stemsOf(word: string): string[] {
  return word.length > 4 ? [word, word.replace(/(?:ies|ing|ed|es|s|ly)$/u, '').slice(0, 6)] : [word]
}

/** Share of the query's terms, by weight, that a fact holds: 0 to 1. Independent of all other rows. */
export function coverage(terms: QueryTerms, text: string): number {
  const indexed = segmentForIndex(text)
  const has = new Set([...indexed.words.split(' ').flatMap(stemsOf), ...indexed.chars.split(' ')])
  let found = 0
  let all = 0
  for (const term of [...terms.words, ...terms.chars]) {
    const weight = weightOf(term)
    all += weight
    if (stemsOf(term).some((stem) => has.has(stem))) found += weight
  }
  return all === 0 ? 0 : found / all
}

function lexicalLeg(db: Db, request: RecallRequest): Leg {
  const terms = segmentQuery(request.query)
  const related = relatedTerms(normalise(request.query.slice(0, 400)))
  const wide = { words: [...terms.words, ...related.words], chars: [...terms.chars, ...related.chars] }
  const expression = matchExpression(wide, 'words aliases')
  if (expression === null) return { candidates: [], weight: 1, admits: () => false }
  const found = storesOf(request).flatMap((store) => {
    const table = ftsTable[store]
    const sql = `select ${COLUMNS}, bm25(${table}, 1.0, 0.7, 1.0) as bm25 from ${table} join facts f on f.rowid = ${table}.rowid
      where ${table} match ? and ${filterSql(request)} order by bm25 limit ${CANDIDATES}`
    return statement(db, sql).all(expression, ...filterValues(request)) as (Candidate & { bm25: number })[]
  })
  found.sort((a, b) => a.bm25 - b.bm25 || a.rowid - b.rowid)
  const asked = related.words.length > 0
  return {
    // A question by concept (what am I called) is answered by the concept's words; its own are then only a part.
    candidates: found.slice(0, CANDIDATES).map((row) => ({
      row,
      evidence: Math.max(coverage(terms, row.text), asked && coverage(related, row.text) > 0 ? MIN_COVERAGE : 0)
    })),
    weight: 1,
    admits: (evidence) => evidence >= MIN_COVERAGE
  }
}

function nearest(db: Db, request: RecallRequest, store: Store, query: Float32Array): { fact_rowid: number; distance: number }[] {
  const at = request.asOf ?? NO_END - 1
  return statement(
    db,
    `select p.fact_rowid as fact_rowid, v.distance as distance from ${vecTable[store]} v join fact_pieces p on p.piece_id = v.piece_id
     where v.embedding match ? and v.k = ${CANDIDATES} and v.valid_from <= ? and v.valid_to > ? and v.scope in (${request.scopes.map(() => '?').join(', ')})`
  ).all(Buffer.from(query.buffer, query.byteOffset, query.byteLength), BigInt(at), BigInt(at), ...request.scopes) as {
    fact_rowid: number
    distance: number
  }[]
}

function vectorLeg(db: Db, request: RecallRequest, query: Float32Array | null, multilingual: boolean): Leg {
  const chinese = !multilingual && cjkShare(request.query) > 0.5
  const leg = { weight: chinese ? CJK_VECTOR_WEIGHT : 1, admits: (cosine: number) => cosine >= MIN_COSINE }
  if (query === null) return { ...leg, candidates: [] }
  const cosines = new Map<number, number>()
  for (const store of storesOf(request)) {
    for (const { fact_rowid, distance } of nearest(db, request, store, query)) {
      cosines.set(fact_rowid, Math.max(cosines.get(fact_rowid) ?? -1, 1 - distance))
    }
  }
  const rows = statement(
    db,
    `select ${COLUMNS} from facts f where f.rowid in (select value from json_each(?)) and ${filterSql(request)}`
  ).all(JSON.stringify([...cosines.keys()]), ...filterValues(request)) as Candidate[]
  const candidates = rows
    .map((row) => {
      const cosine = cosines.get(row.rowid) ?? 0
      // Evidence of zero admits nothing: a mostly Chinese fact does not enter by an English model's vector alone.
      const trusted = multilingual || (!chinese && cjkShare(row.text) <= 0.5)
      return { row, cosine, evidence: trusted ? cosine : 0 }
    })
    .sort((a, b) => b.cosine - a.cosine || a.row.rowid - b.row.rowid)
    .slice(0, CANDIDATES)
  return { ...leg, candidates }
}

/** Small additive priors, together at most 0.15 of the best fused score: the person's pin and confidence. */
function prior(row: Candidate): number {
  return (row.pinned === 1 ? 0.1 : 0) + 0.05 * row.confidence
}

function fuse(legs: readonly Leg[], abstain: boolean): RecallHit[] {
  const fused = new Map<number, { row: Candidate; rrf: number; admitted: boolean }>()
  for (const leg of legs) {
    leg.candidates.forEach(({ row, evidence }, index) => {
      const entry = fused.get(row.rowid) ?? { row, rrf: 0, admitted: false }
      entry.rrf += leg.weight / (RRF_K + index + 1)
      entry.admitted ||= leg.admits(evidence)
      fused.set(row.rowid, entry)
    })
  }
  return [...fused.values()]
    .filter((entry) => entry.admitted || !abstain)
    .map(({ row, rrf }) => ({
      rowid: row.rowid,
      factId: row.id,
      text: row.text,
      privacy: row.privacy,
      createdAt: row.created_at,
      score: rrf / MAX_RRF + prior(row)
    }))
    .sort((a, b) => b.score - a.score || b.createdAt - a.createdAt || a.rowid - b.rowid)
}

/**
 * Finds facts for a query: text candidates and vector candidates, fused by rank; without `abstain: false`, only what one leg's raw
 * evidence admits.
 * @param queryVector unit vector of the query, or null while the embedder is not ready (text alone then).
 */
export function recallFacts(db: Db, request: RecallRequest, queryVector: Float32Array | null, multilingual: boolean): RecallHit[] {
  if (request.query.trim() === '' || request.limit < 1) return []
  const legs = [lexicalLeg(db, request), vectorLeg(db, request, queryVector, multilingual)]
  return fuse(legs, request.abstain).slice(0, request.limit)
}
