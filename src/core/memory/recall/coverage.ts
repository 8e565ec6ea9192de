import type { QueryTerms } from '../text/segment.ts'

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const LETTER = /[\p{L}\p{N}\p{M}]/u
/** The longest ending that makes another form of the same word (city, cities; work, working). */
const ENDING = 3

/** How much a term tells: longer ones more, single characters little. */
function weightOf(term: string): number {
  const length = [...term].length
  return length === 1 ? 0.5 : Math.min(1 + (length - 2) * 0.25, 2.5)
}

function stemOf(word: string): string {
  return word.length > 4 ? word.replace(/(?:ies|ing|ed|es|s|ly)$/u, '') : word
}

function lettersFrom(text: string, start: number): number {
  let length = 0
  while (length <= ENDING && LETTER.test(text.charAt(start + length))) length += 1
  return length
}

/** A word that begins with the stem and is hardly longer. */
function hasForm(text: string, stem: string): boolean {
  for (let at = text.indexOf(stem); at >= 0; at = text.indexOf(stem, at + 1)) {
    const before = at === 0 ? '' : text.charAt(at - 1)
    const begins = !LETTER.test(before) || CJK.test(before)
    if (begins && lettersFrom(text, at + stem.length) <= ENDING) return true
  }
  return false
}

/** Share of the query's terms, by weight, that a normalised text holds: 0 to 1. Independent of all other rows. */
export function coverage(terms: QueryTerms, normalText: string): number {
  let found = 0
  let all = 0
  for (const term of [...terms.words, ...terms.chars]) {
    const weight = weightOf(term)
    all += weight
    if (CJK.test(term) ? normalText.includes(term) : hasForm(normalText, stemOf(term))) found += weight
  }
  return all === 0 ? 0 : found / all
}

/** The least share that a text can hold which the index gave for these terms: its lightest term. */
export function leastCoverage(terms: QueryTerms): number {
  const weights = [...terms.words, ...terms.chars].map(weightOf)
  return weights.length === 0 ? 0 : Math.min(...weights) / weights.reduce((sum, weight) => sum + weight, 0)
}
