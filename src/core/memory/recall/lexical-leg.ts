import type { Db } from '../../db/database.ts'
import { relatedTerms } from './concepts.ts'
import { coverage, leastCoverage } from './coverage.ts'
import { ftsTable } from '../facts/fact-index.ts'
import { aliasesOf } from '../facts/fact-rows.ts'
import { joinedSyllables, namePinyin } from '../text/name-pinyin.ts'
import { partsOfQuery } from './query-parts.ts'
import { bestRanked, type RankedRow } from './ranked-rows.ts'
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
import { matchExpression, normalise, segmentQuery, type QueryTerms } from '../text/segment.ts'

/** The exact words of a fact count like first place in both other legs. */
const EXACT_WEIGHT = 2
/** What a fact counts as that holds a word of the question's concept but none of its own. */
const BY_CONCEPT = 0.1

/** The fact that was asked for word for word is always among the results. */
export function exactLeg(db: Db, request: RecallRequest): Leg {
  const rows = allowedFacts(db, request, 'f.id in (select value from json_each(?))', [JSON.stringify(request.exactIds)])
  return { candidates: rows.map((row) => ({ row, worth: 1 })), weight: EXACT_WEIGHT }
}

/** A query without any word (an emoji, a sign) is looked for letter by letter. */
export function literalLeg(db: Db, request: RecallRequest): Leg {
  const sign = normalise(request.query.slice(0, QUERY_HEAD))
  if (sign === '') return emptyLeg
  const rows = allowedFacts(db, request, 'instr(f.normal_text, ?) > 0', [sign], `order by f.rowid desc limit ${CANDIDATES}`)
  return { candidates: rows.map((row) => ({ row, worth: 1 })), weight: 1 }
}

function searchedText(row: Candidate): string {
  const aliases = aliasesOf(row)
  return [row.normal_text, normalise(aliases.join(' ')), ...namePinyin(row.text, aliases)].join(' ')
}

/** One part of a query in words: its own, and those that stand for them. */
interface AskedPart {
  readonly terms: QueryTerms
  /** Other words of its concept, and a name typed syllable by syllable. */
  readonly related: QueryTerms
}

function askedPart(text: string): AskedPart {
  const terms = segmentQuery(text)
  const concept = relatedTerms(normalise(text.slice(0, QUERY_HEAD)))
  return { terms, related: { words: [...concept.words, ...joinedSyllables(terms.words)], chars: concept.chars } }
}

/** Null when the query holds no word at all. */
export function askedParts(query: string): readonly AskedPart[] | null {
  const parts = partsOfQuery(query)
    .map(askedPart)
    .filter(({ terms }) => terms.words.length + terms.chars.length > 0)
  return parts.length === 0 ? null : parts
}

function coverageOf({ terms, related }: AskedPart, text: string): number {
  const own = coverage(terms, text)
  return coverage(related, text) > 0 ? Math.max(own, BY_CONCEPT) : own
}

/**
 * Share of the query that a fact holds, 0 to 1, independent of all other rows; of a long query the part that it holds most of.
 * @param found the text index gave it. The index also finds other forms of a word (run, running): then one term at least is in it.
 */
export function coverageOfFact(parts: readonly AskedPart[], row: Candidate, found: boolean): number {
  const text = searchedText(row)
  const [whole] = parts
  const least = found && whole !== undefined && whole.related.words.length === 0 ? leastCoverage(whole.terms) : 0
  return Math.max(least, ...parts.map((part) => coverageOf(part, text)))
}

const LETTER = /[\p{L}\p{N}]/u
const HAN = /\p{Script=Han}/u

/** Whether a name stands in a text, and as words of its own unless it is Chinese. */
function standsIn(text: string, name: string): boolean {
  const borders = !HAN.test(name)
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const around = text.charAt(at - 1) + text.charAt(at + name.length)
    if (!borders || !LETTER.test(around)) return true
  }
  return false
}

/** True when the query names the fact by one of its aliases. */
export function isNamed(query: string, row: Candidate): boolean {
  const asked = normalise(query)
  return aliasesOf(row)
    .map(normalise)
    .some((name) => [...name].length > 1 && standsIn(asked, name))
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

/** Rows that several rankings found, by the best place that one of them gives. */
function byBestPlace(rankings: readonly (readonly RankedRow<Candidate>[])[]): Candidate[] {
  const places = new Map<number, { row: Candidate; place: number }>()
  for (const ranking of rankings) {
    for (const [place, { row }] of ranking.entries()) {
      if (place < (places.get(row.rowid)?.place ?? Number.POSITIVE_INFINITY)) places.set(row.rowid, { row, place })
    }
  }
  return [...places.values()].sort((a, b) => a.place - b.place).map(({ row }) => row)
}

/**
 * What the words of a query find, by bm25. A fact counts by the share of the query that it holds: the first place by a single common word is
 * worth little (without this the fused order of Chinese facts was 9 points worse than that of the vectors alone).
 */
export function lexicalLeg(db: Db, request: RecallRequest, parts: readonly AskedPart[]): Leg {
  const rankings = parts.map(({ terms, related }) => {
    const wide = { words: [...terms.words, ...related.words], chars: [...terms.chars, ...related.chars] }
    return rankedByWords(db, request, wide, CANDIDATES) ?? []
  })
  const found = byBestPlace(rankings).slice(0, CANDIDATES)
  return { candidates: found.map((row) => ({ row, worth: coverageOfFact(parts, row, true) })), weight: 1 }
}
