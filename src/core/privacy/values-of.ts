import { clean, digitGroups, fold, joinDigits, weigh } from './fold.ts'
import { recognise, recogniseWritten } from './recognise.ts'

/** A text that must not leave, and who wrote it. */
export interface PrivateText {
  readonly text: string
  /** What a model or a tool wrote is full of phrases that anyone could write; only its long sentences count. */
  readonly author: 'person' | 'machine'
}

/** What may not occur in a remote request. */
export interface TextValues {
  /** Folded, digits joined; matched anywhere. */
  readonly texts: readonly string[]
  /** Four to six digits; matched as whole numbers only, since ids and times are full of short runs. */
  readonly shortNumbers: readonly string[]
}

const SHORTEST_NUMBER = 4
const LONGEST_SHORT_NUMBER = 6
const INTERNATIONAL = /(?:\+|(?<!\d)00)\s?(\d[\d\s().-]{7,20}\d)/g
const PHONE = { least: 9, part: 4 }

interface Measure {
  readonly wide: number
  readonly letters: number
  readonly gaps: number
}

/** How much a whole text or one sentence must say before it is protected as such: never a single dictionary word. */
const MEASURES: Readonly<Record<PrivateText['author'], { readonly whole: Measure; readonly sentence: Measure }>> = {
  person: { whole: { wide: 4, letters: 6, gaps: 1 }, sentence: { wide: 5, letters: 15, gaps: 2 } },
  machine: { whole: { wide: 16, letters: 45, gaps: 4 }, sentence: { wide: 20, letters: 60, gaps: 6 } }
}

const SENTENCE_END = /[。！？!?；;\n]+|\.(?=\s|$)/u
/** Halves of a pair (emoji) count as well. */
const EDGE = /[\p{P}\p{S}\p{Cs}\s]/u

function saysEnough(folded: string, measure: Measure): boolean {
  const { wide, letters, gaps } = weigh(folded)
  return wide >= measure.wide || (letters >= measure.letters && gaps >= measure.gaps)
}

/** Punctuation at both ends says nothing. By hand, since a pattern that ends in `+$` takes quadratic time on a long row of dots. */
function trimEdges(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && EDGE.test(text[start] ?? '')) start += 1
  while (end > start && EDGE.test(text[end - 1] ?? '')) end -= 1
  return text.slice(start, end)
}

function foldWhole(text: string): string {
  return trimEdges(joinDigits(fold(text)))
}

/** A number that is written with a country code, and its national part: people write `+86 138…` and `138…`. */
function internationalNumbers(cleaned: string): readonly string[] {
  return [...cleaned.matchAll(INTERNATIONAL)].flatMap(([, written = '']) => {
    const digits = written.replaceAll(/\D/g, '')
    // Country codes have one to three digits, and only a table would tell; the digits behind the longest possible one say enough.
    return digits.length < 10 ? [digits] : [digits, digits.slice(digits.length > 10 ? 3 : 2)]
  })
}

/** Numbers of four or more digits. The parts of a phone or card number (all short, together long) and of a date mean nothing alone. */
function numbersIn(text: string): readonly string[] {
  const found: string[] = []
  for (const group of digitGroups(fold(text))) {
    const parts = group.text.match(/\d+/g) ?? []
    const whole = parts.join('')
    const inParts = whole.length >= PHONE.least && parts.every((part) => part.length <= PHONE.part)
    const isDate = /^\d{4}([-/.])\d{1,2}\1\d{1,2}$/.test(group.text)
    found.push(whole, ...(inParts || isDate ? [] : parts))
  }
  return [...found, ...internationalNumbers(clean(text))].filter((number) => number.length >= SHORTEST_NUMBER)
}

function ofMachine(numbers: readonly string[], author: PrivateText['author']): readonly string[] {
  return author === 'machine' ? numbers.filter((number) => number.length > LONGEST_SHORT_NUMBER) : numbers
}

/** The protected values of one private text. */
export function valuesOf({ text, author }: PrivateText): TextValues {
  const measures = MEASURES[author]
  const whole = foldWhole(text)
  const cleaned = clean(text)
  const spans = [...recognise(cleaned), ...(author === 'person' ? recogniseWritten(cleaned) : [])].map(foldWhole)
  const sentences = text.split(SENTENCE_END).map(foldWhole)
  const numbers = ofMachine(numbersIn(text), author)
  const long = numbers.filter((number) => number.length > LONGEST_SHORT_NUMBER)
  const texts = [
    ...(saysEnough(whole, measures.whole) || (author === 'person' && spans.length + long.length > 0) ? [whole] : []),
    ...(sentences.length > 1 ? sentences.filter((sentence) => saysEnough(sentence, measures.sentence)) : []),
    ...spans,
    ...long
  ]
  return {
    texts: [...new Set(texts)].filter((value) => value.length >= SHORTEST_NUMBER),
    shortNumbers: [...new Set(numbers.filter((number) => number.length <= LONGEST_SHORT_NUMBER))]
  }
}
