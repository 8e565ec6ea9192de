import type { Db } from '../db/database.ts'
import { relatedTerms } from './concepts.ts'
import { coverage, leastCoverage } from './coverage.ts'
import { ftsTable } from './fact-index.ts'
import { bestRanked, type RankedRow } from './ranked-rows.ts'
import { aliasesOf } from './fact-rows.ts'
import { joinedSyllables, namePinyin } from './name-pinyin.ts'
import {
  allowedFacts,
  allowedRows,
  CANDIDATES,
  emptyLeg,
  QUERY_HEAD,
  storesOf,
  type Candidate,
  type Leg,
  type RecallRequest
} from './recall-request.ts'
import { matchExpression, normalise, segmentQuery, type QueryTerms } from './segment.ts'

/** The exact words of a fact count like first place in both other legs. */
const EXACT_WEIGHT = 2
/** Of the query's content, by weight, what a fact must share to enter by words alone. */
const MIN_COVERAGE = 0.08
const SURE_COVERAGE = 0.6

/** The fact that was asked for word for word is always among the results. */
export function exactLeg(db: Db, request: RecallRequest): Leg {
  const rows = allowedFacts(db, request, 'f.id in (select value from json_each(?))', [JSON.stringify(request.exactIds)])
  return { candidates: rows.map((row) => ({ row, evidence: 1 })), weight: EXACT_WEIGHT, admits: 0, sure: 1 }
}

/** A query without any word (an emoji, a sign) is looked for letter by letter. */
function literalLeg(db: Db, request: RecallRequest): Leg {
  const sign = normalise(request.query.slice(0, QUERY_HEAD))
  if (sign === '') return emptyLeg
  const rows = allowedFacts(db, request, 'instr(f.normal_text, ?) > 0', [sign], `order by f.rowid desc limit ${CANDIDATES}`)
  return { candidates: rows.map((row) => ({ row, evidence: 1 })), weight: 1, admits: 0, sure: 1 }
}

function searchedText(row: Candidate): string {
  const aliases = aliasesOf(row)
  return [row.normal_text, normalise(aliases.join(' ')), ...namePinyin(row.text, aliases)].join(' ')
}

/** Terms that stand for those of the query: other words of its concept, and a name typed syllable by syllable. */
function relatedTo(query: string, terms: QueryTerms): QueryTerms {
  const concept = relatedTerms(normalise(query.slice(0, QUERY_HEAD)))
  return { words: [...concept.words, ...joinedSyllables(terms.words)], chars: concept.chars }
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

/** The first facts by bm25 over all stores that the request may see. Null: the query has no term. */
export function rankedByWords(db: Db, request: RecallRequest, terms: QueryTerms, wanted: number): RankedRow<Candidate>[] | null {
  const expression = matchExpression(terms, 'words aliases')
  if (expression === null) return null
  return storesOf(request)
    .flatMap((store) =>
      bestRanked(db, { table: ftsTable[store], weights: '1.0, 0.7, 1.0' }, expression, wanted, (rowids) => allowedRows(db, request, rowids))
    )
    .sort((a, b) => a.bm25 - b.bm25 || a.row.rowid - b.row.rowid)
    .slice(0, wanted)
}

/** What the words of a query find, by bm25. */
export function lexicalLeg(db: Db, request: RecallRequest): Leg {
  const terms = segmentQuery(request.query)
  const related = relatedTo(request.query, terms)
  const wide = { words: [...terms.words, ...related.words], chars: [...terms.chars, ...related.chars] }
  const found = rankedByWords(db, request, wide, CANDIDATES)
  if (found === null) return literalLeg(db, request)
  return {
    candidates: found.map(({ row }) => ({ row, evidence: lexicalEvidence(terms, related, searchedText(row)) })),
    weight: 1,
    admits: MIN_COVERAGE,
    sure: SURE_COVERAGE
  }
}
