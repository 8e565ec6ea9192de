import type { EmbeddingModel } from '../embedding/embedder.ts'
import type { Level } from './background.ts'
import { QUERY_HEAD, type Candidate } from './recall-request.ts'
import { cjkShare } from '../text/segment.ts'

export type QueryLanguage = 'cjk' | 'latin'

export function languageOfQuery(query: string): QueryLanguage {
  return isCjk(query) ? 'cjk' : 'latin'
}

const isCjk = (text: string): boolean => cjkShare(text.slice(0, QUERY_HEAD)) > 0.5

/**
 * What a shared word is worth beside meaning, as a part of what lies between the model's threshold and 1. Chinese words share their
 * characters with too much to count. From data: docs/decisions/0014.
 */
const WORDS_BESIDE_MEANING: Readonly<Record<QueryLanguage, number>> = { cjk: 0, latin: 0.36 }
/** Of the query's content, by weight, what a fact must share to enter by words alone, where there is no vector that can be trusted. */
const MIN_COVERAGE = 0.08
/** A fact that holds half of the query or more is about it, whatever its vector says: 1 for half, 1.3 for all. */
const HALF = 0.5
const WORTH_OF_THE_REST = 0.6
/** A fact with names of its own that the question does not use has to be that much nearer. */
const UNNAMED = 0.3
/** A sure fact by words alone is no further from the threshold than half of a sure one by meaning. */
const COVERAGE_WORTH = 0.5
/** So far below the best evidence of the query a fact still belongs to the answer. From data. */
const WITHIN: Readonly<Record<QueryLanguage, number>> = { cjk: 0.3, latin: 0.28 }
/** Just not relevant. */
const BELOW = 0.99
/** Named by its alias, or asked for word for word. */
export const CERTAIN = 2

/** An English model knows nothing of Chinese text. */
export function isTrusted(model: EmbeddingModel, language: QueryLanguage, row: Pick<Candidate, 'text'>): boolean {
  return model.multilingual || (language === 'latin' && !isCjk(row.text))
}

/** A short text that asks nothing is near to everything; a fact must stand out from that. */
function standsOut(model: EmbeddingModel, row: Candidate, cosine: number, level: Level | null): boolean {
  const { aboveTalk } = model.calibration
  if (level === null || aboveTalk === null) return true
  const language = languageOfQuery(row.text)
  return cosine - level[language] >= aboveTalk[language]
}

/**
 * Raw evidence for one fact: 1 is the threshold, 2 is certain. It comes from cosine and shared words, never from a rank or a fused score. An English
 * model knows nothing of Chinese text: there the words alone tell, as for a fact whose vector is still to come.
 * @param found `cosine` is null when there is none; `unnamed`: the fact has aliases, and the query uses none of them
 */
export function evidenceOf(
  model: EmbeddingModel | null,
  language: QueryLanguage,
  row: Candidate,
  found: { readonly coverage: number; readonly cosine: number | null; readonly unnamed: boolean; readonly level?: Level | null }
): number {
  const { coverage, cosine, unnamed, level = null } = found
  if (model === null || cosine === null || !isTrusted(model, language, row)) return 1 + COVERAGE_WORTH * (coverage - MIN_COVERAGE)
  const { minCosine, crossCosine } = model.calibration
  const least = (isCjk(row.text) === (language === 'cjk') ? minCosine : crossCosine)[language]
  const raw = 1 + (cosine - least) / (1 - least) + WORDS_BESIDE_MEANING[language] * coverage
  const apart = standsOut(model, row, cosine, level) ? raw : Math.min(raw, BELOW)
  const named = unnamed ? apart - UNNAMED : apart
  return Math.min(CERTAIN, coverage < HALF ? named : Math.max(named, 1 + WORTH_OF_THE_REST * (coverage - HALF)))
}

/**
 * Whether a fact is given: its evidence reaches the threshold and is not far below the best.
 * @param measured false when words alone told, since its vector is still to come: that cannot be compared with what a vector says
 */
export function isRelevant(evidence: number, best: number, language: QueryLanguage, measured: boolean): boolean {
  return evidence >= 1 && (!measured || evidence >= best - WITHIN[language])
}
