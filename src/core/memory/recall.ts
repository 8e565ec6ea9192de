import type { FactCategory, FactSource } from '../../shared/model/memory.ts'
import type { Privacy } from '../../shared/model/privacy.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { relatedTerms } from './concepts.ts'
import { coverage, leastCoverage } from './coverage.ts'
import type { EmbeddingModel } from './embedder.ts'
import { ftsTable, type Store } from './fact-index.ts'
import { aliasesOf } from './fact-rows.ts'
import { cjkShare, matchExpression, normalise, segmentQuery, type QueryTerms } from './segment.ts'

export interface RecallRequest {
  readonly query: string
  /** Ids of facts whose whole text is the query, one per namespace. */
  readonly exactIds: readonly string[]
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
  readonly category: FactCategory | null
  readonly confidence: number
  readonly pinned: boolean
  readonly source: FactSource
  readonly createdAt: number
  readonly validFrom: number
  /** Fused rank score, for ordering only. */
  readonly score: number
}

interface Candidate {
  readonly rowid: number
  readonly id: string
  readonly text: string
  readonly normal_text: string
  readonly aliases: string
  readonly privacy: Privacy
  readonly pinned: number
  readonly confidence: number
  readonly category: FactCategory | null
  readonly source: FactSource
  readonly valid_from: number
  readonly created_at: number
}

const CANDIDATES = 50
/** Characters of a query that tell its language and concepts. */
const QUERY_HEAD = 400
/** Reciprocal rank fusion: score = sum of weight / (60 + rank). Cormack, Clarke, Büttcher, SIGIR 2009. */
const RRF_K = 60
const MAX_RRF = 2 / (RRF_K + 1)
/** The exact words of a fact count like first place in both other legs. */
const EXACT_WEIGHT = 2
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
  'f.rowid as rowid, f.id as id, f.text as text, f.normal_text as normal_text, f.aliases as aliases, f.privacy as privacy, f.pinned as pinned, f.confidence as confidence, f.category as category, f.source as source, f.valid_from as valid_from, f.created_at as created_at'

function storesOf(request: RecallRequest): readonly Store[] {
  return request.audience === 'local' ? ['open', 'private'] : ['open']
}

/**
 * Conditions on `facts f` that hold for every leg; values in the order of `filterValues`. The `+` keeps off the index of `status`, which
 * nearly every row matches: each leg names its rows itself, and scanning instead took 2 ms per leg with 10,000 facts.
 */
function filterSql(request: RecallRequest): string {
  const labels = request.audience === 'local' ? '' : ` and f.privacy = 'open'`
  const time =
    request.asOf === null ? ` and +f.status = 'live'` : ` and +f.status in ('live', 'superseded') and f.valid_from <= ? and f.valid_to > ?`
  return `f.deletion_id is null${labels}${time} and (f.scope || coalesce(':' || coalesce(f.project_id, f.thread_id), '')) in (select value from json_each(?))`
}

function filterValues(request: RecallRequest): unknown[] {
  const time = request.asOf === null ? [] : [request.asOf, request.asOf]
  return [...time, JSON.stringify(request.scopes)]
}

const nothing: Leg = { candidates: [], weight: 1, admits: () => false }

/** The fact that was asked for word for word is always among the results. */
function exactLeg(db: Db, request: RecallRequest): Leg {
  const rows = statement(db, `select ${COLUMNS} from facts f where f.id in (select value from json_each(?)) and ${filterSql(request)}`).all(
    JSON.stringify(request.exactIds),
    ...filterValues(request)
  ) as Candidate[]
  return { candidates: rows.map((row) => ({ row, evidence: 1 })), weight: EXACT_WEIGHT, admits: () => true }
}

/** A query without any word (an emoji, a sign) is looked for letter by letter. */
function literalLeg(db: Db, request: RecallRequest): Leg {
  const sign = normalise(request.query.slice(0, QUERY_HEAD))
  if (sign === '') return nothing
  const rows = statement(
    db,
    `select ${COLUMNS} from facts f where instr(f.normal_text, ?) > 0 and ${filterSql(request)} order by f.rowid desc limit ${CANDIDATES}`
  ).all(sign, ...filterValues(request)) as Candidate[]
  return { candidates: rows.map((row) => ({ row, evidence: 1 })), weight: 1, admits: () => true }
}

function searchedText(row: Candidate): string {
  return row.aliases === '[]' ? row.normal_text : `${row.normal_text} ${normalise(aliasesOf(row).join(' '))}`
}

/**
 * The index also finds other forms of a word (run, running), so without related terms what it gave holds one term at least.
 * A question by concept (what am I called) is answered by the concept's words; its own are then only a part.
 */
function lexicalEvidence(terms: QueryTerms, related: QueryTerms, text: string): number {
  const asked = related.words.length > 0
  const least = asked ? 0 : leastCoverage(terms)
  return Math.max(coverage(terms, text), asked && coverage(related, text) > 0 ? MIN_COVERAGE : least)
}

function lexicalLeg(db: Db, request: RecallRequest): Leg {
  const terms = segmentQuery(request.query)
  const related = relatedTerms(normalise(request.query.slice(0, QUERY_HEAD)))
  const wide = { words: [...terms.words, ...related.words], chars: [...terms.chars, ...related.chars] }
  const expression = matchExpression(wide, 'words aliases')
  if (expression === null) return literalLeg(db, request)
  const found = storesOf(request).flatMap((store) => {
    const table = ftsTable[store]
    const sql = `select ${COLUMNS}, bm25(${table}, 1.0, 0.7, 1.0) as bm25 from ${table} join facts f on f.rowid = ${table}.rowid
      where ${table} match ? and ${filterSql(request)} order by bm25 limit ${CANDIDATES}`
    return statement(db, sql).all(expression, ...filterValues(request)) as (Candidate & { bm25: number })[]
  })
  found.sort((a, b) => a.bm25 - b.bm25 || a.rowid - b.rowid)
  return {
    candidates: found.slice(0, CANDIDATES).map((row) => ({ row, evidence: lexicalEvidence(terms, related, searchedText(row)) })),
    weight: 1,
    admits: (evidence) => evidence >= MIN_COVERAGE
  }
}

type WithCosine = Candidate & { readonly cosine: number }

/** The nearest facts of one store by their nearest piece. */
function nearestFacts(db: Db, request: RecallRequest, store: Store, query: Float32Array, model: string): WithCosine[] {
  return statement(
    db,
    `select ${COLUMNS}, 1 - min(vec_distance_cosine(v.embedding, ?)) as cosine from fact_vectors v join facts f on f.rowid = v.fact_rowid
     where v.model = ? and v.private = ? and ${filterSql(request)} group by f.rowid order by cosine desc limit ${CANDIDATES}`
  ).all(
    Buffer.from(query.buffer, query.byteOffset, query.byteLength),
    model,
    store === 'private' ? 1 : 0,
    ...filterValues(request)
  ) as WithCosine[]
}

function vectorLeg(db: Db, request: RecallRequest, query: Float32Array | null, model: EmbeddingModel): Leg {
  const { multilingual } = model
  const chinese = !multilingual && cjkShare(request.query.slice(0, QUERY_HEAD)) > 0.5
  if (query === null) return nothing
  const candidates = storesOf(request)
    .flatMap((store) => nearestFacts(db, request, store, query, model.id))
    .sort((a, b) => b.cosine - a.cosine || a.rowid - b.rowid)
    .slice(0, CANDIDATES)
    .map((row) => {
      // Evidence of zero admits nothing: a mostly Chinese fact does not enter by an English model's vector alone.
      const trusted = multilingual || (!chinese && cjkShare(row.text.slice(0, QUERY_HEAD)) <= 0.5)
      return { row, evidence: trusted ? row.cosine : 0 }
    })
  return { candidates, weight: chinese ? CJK_VECTOR_WEIGHT : 1, admits: (cosine) => cosine >= MIN_COSINE }
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
      category: row.category,
      confidence: row.confidence,
      pinned: row.pinned === 1,
      source: row.source,
      createdAt: row.created_at,
      validFrom: row.valid_from,
      score: rrf / MAX_RRF + prior(row)
    }))
    .sort((a, b) => b.score - a.score || b.createdAt - a.createdAt || a.rowid - b.rowid)
}

/** What the words of a query find; needs no vector, so it can be done while the query is being embedded. */
export interface FoundByText {
  readonly legs: readonly Leg[]
}

export function findByText(db: Db, request: RecallRequest): FoundByText {
  if (request.query.trim() === '' || request.limit < 1) return { legs: [] }
  return { legs: [exactLeg(db, request), lexicalLeg(db, request)] }
}

/**
 * Finds facts for a query: text candidates and vector candidates, fused by rank; without `abstain: false`, only what one leg's raw
 * evidence admits.
 * @param queryVector unit vector of the query, or null while the embedder is not ready (text alone then).
 * @param byText from the same request, with the database unchanged since.
 */
export function recallFacts(
  db: Db,
  request: RecallRequest,
  queryVector: Float32Array | null,
  model: EmbeddingModel,
  byText: FoundByText = findByText(db, request)
): RecallHit[] {
  if (request.query.trim() === '' || request.limit < 1) return []
  const legs = [...byText.legs, vectorLeg(db, request, queryVector, model)]
  return fuse(legs, request.abstain).slice(0, request.limit)
}
