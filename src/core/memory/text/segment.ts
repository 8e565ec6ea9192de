import { isStopCharacter, isStopWord } from './stop-words.ts'

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u
const CJK_RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu
const WORD = /[\p{L}\p{N}\p{M}]+/gu
const ONE_SCRIPT = new RegExp(
  ['Latin', 'Cyrillic', 'Greek', 'Arabic', 'Hebrew', 'Thai', 'Devanagari']
    .map((script) => `[\\p{Script=${script}}\\p{N}\\p{M}]*\\p{Script=${script}}[\\p{Script=${script}}\\p{N}\\p{M}]*`)
    .concat('[\\p{L}\\p{N}\\p{M}]+')
    .join('|'),
  'gu'
)

const segmenter = new Intl.Segmenter('zh', { granularity: 'word' })

/** Characters of a query that are read; a longer one (a pasted page) is cut, since more terms find nothing better. */
const QUERY_CHARACTERS = 4_000
const QUERY_TERMS = 96

/** One form for writing, querying and comparing: NFKC, lower case, white space folded. A lone surrogate cannot be stored and counts as U+FFFD. */
export function normalise(text: string): string {
  return text.toWellFormed().normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ').trim()
}

/** Share of CJK characters among the letters and digits of a text, 0 to 1. */
export function cjkShare(text: string): number {
  let cjk = 0
  let all = 0
  for (const [character] of text.matchAll(/[\p{L}\p{N}]/gu)) {
    all += 1
    if (CJK.test(character)) cjk += 1
  }
  return all === 0 ? 0 : cjk / all
}

function cjkRuns(normal: string): string[] {
  return [...normal.matchAll(CJK_RUN)].map(([run]) => run)
}

/** Words of scripts with spaces, split where the script changes (悬空itgc gives itgc); digits go with what they stand in. */
function spacedWords(normal: string): string[] {
  return [...normal.replace(CJK_RUN, ' ').matchAll(WORD)].flatMap(([word]) => word.match(ONE_SCRIPT) ?? [])
}

function segmentedWords(run: string): string[] {
  return [...segmenter.segment(run)].map((part) => part.segment)
}

function pairsOf(run: string): string[] {
  const characters = [...run]
  return characters.slice(1).map((character, index) => (characters[index] ?? '') + character)
}

export interface IndexedText {
  /** Words, separated by spaces. */
  readonly words: string
  /** Single CJK characters and neighbouring pairs, separated by spaces: what no dictionary knows is found by its pairs. */
  readonly chars: string
}

/** Characters of a text that are indexed. A longer one (a pasted book) is found by its beginning; indexing all of it would hold up everything else. */
const INDEXED_CHARACTERS = 100_000

/** What is written into the two text columns of an index. */
export function segmentForIndex(text: string): IndexedText {
  const normal = normalise(text.slice(0, INDEXED_CHARACTERS))
  const runs = cjkRuns(normal)
  return {
    words: [...runs.flatMap(segmentedWords), ...spacedWords(normal)].join(' '),
    chars: runs.flatMap((run) => [...run, ...pairsOf(run)]).join(' ')
  }
}

export interface QueryTerms {
  /** Terms for the word column. */
  readonly words: readonly string[]
  /** Single characters and pairs for the character column. */
  readonly chars: readonly string[]
}

const unique = (terms: readonly string[]): string[] => [...new Set(terms)]

function contentTerms(runs: readonly string[], spaced: readonly string[]): QueryTerms {
  const words: string[] = spaced.filter((word) => !isStopWord(word))
  const chars: string[] = []
  for (const run of runs) {
    for (const word of segmentedWords(run)) {
      if (isStopWord(word) || isStopCharacter(word)) continue
      if ([...word].length > 1) words.push(word)
      else chars.push(word)
    }
    chars.push(...pairsOf(run).filter((pair) => ![...pair].some(isStopCharacter)))
  }
  return { words: unique(words), chars: unique(chars) }
}

/** Terms of a query without stop words; with them when nothing else is left. */
export function segmentQuery(text: string): QueryTerms {
  const normal = normalise(text.slice(0, QUERY_CHARACTERS))
  const runs = cjkRuns(normal)
  const spaced = spacedWords(normal)
  const content = contentTerms(runs, spaced)
  const terms =
    content.words.length + content.chars.length > 0
      ? content
      : { words: unique([...runs.flatMap(segmentedWords), ...spaced]), chars: unique(runs.flatMap((run) => [...run])) }
  return { words: terms.words.slice(0, QUERY_TERMS), chars: terms.chars.slice(0, QUERY_TERMS) }
}

const quote = (term: string): string => `"${term.replaceAll('"', '""')}"`
const anyOf = (terms: readonly string[]): string => terms.map(quote).join(' OR ')

/**
 * An FTS5 expression with every term quoted and joined by OR, or null when the query has no term.
 * @param wordColumns the columns that hold words, for example `words aliases`.
 */
export function matchExpression(terms: QueryTerms, wordColumns: string): string | null {
  const parts: string[] = []
  if (terms.words.length > 0) parts.push(`{${wordColumns}} : (${anyOf(terms.words)})`)
  if (terms.chars.length > 0) parts.push(`chars : (${anyOf(terms.chars)})`)
  return parts.length === 0 ? null : parts.map((part) => `(${part})`).join(' OR ')
}

/**
 * The strict form: every word of the query must occur. Chinese words count by their characters and pairs, since the same word may have been cut
 * otherwise in the text. Null when the query has no term.
 */
export function strictExpression(query: string, wordColumns: string): string | null {
  const { words, chars } = segmentQuery(query)
  const chinese = words.filter((word) => CJK.test(word)).flatMap(pairsOf)
  const singles = chars.filter((term) => [...term].length === 1)
  const parts = [
    ...unique([...singles, ...chinese]).map((term) => `(chars : ${quote(term)})`),
    ...words.filter((word) => !CJK.test(word)).map((word) => `({${wordColumns}} : ${quote(word)})`)
  ]
  return parts.length === 0 ? null : parts.join(' AND ')
}
