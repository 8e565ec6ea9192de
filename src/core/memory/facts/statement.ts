import { normalise, segmentForIndex } from '../text/segment.ts'
import { isStopCharacter, isStopWord } from '../text/stop-words.ts'

const NEGATION = /不|没|无|别|勿|\bnot?\b|n['’]t\b|\bnever\b|\bno longer\b|\bcannot\b/u
/** Words with a sign of negation in them that deny nothing. */
const HARMLESS =
  /特别|分别|别人|区别|差别|级别|性别|告别|不过(?!敏)|不错|不但|不仅|差不多|对不起|不好意思|没关系|没问题|无论|不管|无锡|\bno problem\b/gu

/** True when a text denies something. */
export function denies(text: string): boolean {
  return NEGATION.test(normalise(text).replace(HARMLESS, ''))
}

/** Every number of a text, as it is written. */
export function numbersOf(text: string): string[] {
  return normalise(text).match(/\d+(?:[.,]\d+)*/gu) ?? []
}

/** A word without its English endings: a model writes "the user plays" where the person said "I play". */
function stemOf(word: string): string {
  if (!/^[a-z]{4,}$/u.test(word)) return word
  const single = word
    .replace(/ies$/u, 'y')
    .replace(/(?<=s|x|z|ch|sh|o)es$/u, '')
    .replace(/(?<!s)s$/u, '')
  const base = single.length > 4 ? single.replace(/(?:ing|ed)$/u, '').replace(/([^aeiouls])\1$/u, '$1') : single
  return base.replace(/e$/u, '').replace(/y$/u, 'i')
}

/** What a text is about: stems of its Latin words and its single Chinese characters, without stop words. */
export function contentOf(text: string): string[] {
  const { words, chars } = segmentForIndex(text)
  const singles = chars.split(' ').filter((char) => [...char].length === 1)
  const latin = words.split(' ').filter((word) => /^[\p{Script=Latin}\p{N}]+$/u.test(word))
  return [
    ...new Set([...latin.filter((word) => !isStopWord(word)).map(stemOf), ...singles.filter((char) => !isStopCharacter(char))])
  ].filter(Boolean)
}

/** Words of a statement's form that say nothing of its content: who speaks, and how it was put. */
const SPEAKER =
  /用户|使用者|说话人|本人|我自己|我|\bthe (?:user|person|speaker)(?:['’]s)?\b|\buser(?:['’]s)?\b|\bi['’]m\b|\bi['’]ve\b|\bi\b|\bmy\b|\bme\b|\bmine\b/gu
/** Predicates that mean the same, one word for each; the rest of a statement is compared as it stands. */
const PREDICATES: readonly (readonly [RegExp, string])[] = [
  [/喜欢|喜爱|爱好是?|热爱|偏爱|爱(?=[吃喝看听玩])|\b(?:really |quite )?(?:likes?|loves?|enjoys?|is fond of|am fond of)\b/gu, ' likx '],
  [/居住[在于]|现居|住在|住(?=\p{Script=Han})|\b(?:liv(?:es?|ing)|resid(?:es?|ing)|based) in\b/gu, ' livx '],
  [/(?:的?名字|姓名)(?:叫做?|是|为)|名叫|叫做?|\b(?:is |am |are )?(?:called|named)\b|\bname (?:is|are)\b/gu, ' namx '],
  [/(?:就职|任职|工作)[于在]|在(?=\S{1,20}(?:工作|上班|任职))|\b(?:works?|working|employed) (?:at|for)\b/gu, ' workx ']
]
const DENIAL_WORDS =
  /不再|已经不|没有|不是|不|没|\bdo(?:es)?n['’]t\b|\bdo(?:es)? not\b|\bno longer\b|\bisn['’]t\b|\bnot\b|\bnever\b|\bno\b/gu

export interface Statement {
  /** Content without numbers and negation, sorted. */
  readonly terms: readonly string[]
  /** Sorted. */
  readonly numbers: readonly string[]
  readonly denies: boolean
  /** Names by their writing: capitals inside a sentence, quotation marks, what follows "called". Sorted. */
  readonly names: readonly string[]
}

const MONTHS = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|mon|tue|wed|thu|fri|sat|sun)/u

function namesOf(text: string): string[] {
  const plain = text.normalize('NFKC')
  const capitals = [...plain.matchAll(/(?<=[\p{L}\p{N},;:]\s)\p{Lu}[\p{L}\d]+/gu)].map(([word]) => word)
  const quoted = [...plain.matchAll(/[「『“"《]([^」』”"》]{1,40})[」』”"》]/gu)].map((found) => found[1] ?? '')
  const called = [...plain.matchAll(/(?:叫做?|名叫)([\p{Script=Han}A-Za-z]{1,12})/gu)].map((found) => found[1] ?? '')
  return [...new Set([...capitals, ...quoted, ...called].map((name) => name.toLowerCase()))].sort()
}

/** A text as what it claims, for comparing it with another. */
export function statementOf(text: string): Statement {
  let plain = normalise(text).replace(HARMLESS, ' ').replace(SPEAKER, ' ')
  for (const [pattern, word] of PREDICATES) plain = plain.replace(pattern, word)
  const numbers = numbersOf(plain).toSorted()
  const terms = contentOf(plain.replace(DENIAL_WORDS, ' ').replace(/\d+(?:[.,]\d+)*/gu, ' '))
  return { terms: terms.toSorted(), numbers, denies: denies(text), names: namesOf(text) }
}

const equal = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, index) => value === b[index])

/** Of two texts with the same subject and predicate: whether they claim the same, the opposite, or another number. `null`: they are about different things. */
export function relationOf(a: Statement, b: Statement): 'same' | 'opposed' | 'other-number' | null {
  if (a.terms.length === 0 || !equal(a.terms, b.terms)) return null
  if (a.denies !== b.denies) return equal(a.numbers, b.numbers) ? 'opposed' : null
  return equal(a.numbers, b.numbers) ? 'same' : 'other-number'
}

/**
 * Whether two texts that are near in meaning may be one fact: equal numbers, dates, names and negation, and neither has content of its own that
 * the other replaces by something else.
 */
export function mayBeOne(a: Statement, b: Statement): boolean {
  if (a.denies !== b.denies || !equal(a.numbers, b.numbers) || !equal(a.names, b.names)) return false
  const onlyA = a.terms.filter((term) => !b.terms.includes(term))
  const onlyB = b.terms.filter((term) => !a.terms.includes(term))
  // A month or a day of the week in one alone is a date that the other has not.
  if ([...onlyA, ...onlyB].some((term) => MONTHS.test(term))) return false
  return onlyA.length === 0 || onlyB.length === 0
}
