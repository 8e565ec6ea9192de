import { normalise, segmentForIndex } from '../memory/segment.ts'
import { isStopCharacter, isStopWord } from '../memory/stop-words.ts'

const NEGATION = /不|没|无|别|勿|\bnot?\b|n't|\bnever\b|\bno longer\b/u
/** Words with a sign of negation in them that deny nothing. */
const HARMLESS = /特别|分别|别人|区别|差别|级别|性别|告别|不过|不错|不但|不仅|差不多|对不起|不好意思|没关系|没问题|无论|不管|无锡/gu
const denies = (text: string): boolean => NEGATION.test(normalise(text).replace(HARMLESS, ''))
const SENTENCE_END = /(?<=[。！？!?；;\n]|\.(?=\s))/u
/** Of the fact's own content, how much the user's words must hold. */
const SUPPORT = 0.6

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

function contentOf(text: string): string[] {
  const { words, chars } = segmentForIndex(text)
  const singles = chars.split(' ').filter((char) => [...char].length === 1)
  const latin = words.split(' ').filter((word) => /^[\p{Script=Latin}\p{N}]+$/u.test(word))
  return [
    ...new Set([...latin.filter((word) => !isStopWord(word)).map(stemOf), ...singles.filter((char) => !isStopCharacter(char))])
  ].filter(Boolean)
}

/** Words of the fact's form that the user need not have said. */
const FORM = /用户|使用者|主人|其|名叫|名字|姓名|偏好|\buser('s)?\b|\bname\b|\bpreference\b/gu

const numbers = (text: string): string[] => normalise(text).match(/\d+(?:[.,]\d+)*/gu) ?? []

/**
 * The span of a user message that supports a fact, or null. Most of the fact's content must stand in it, every number of the fact too,
 * and it must agree in negation. What the assistant said or guessed is never evidence.
 */
export function supportingSpan(fact: string, message: string): string | null {
  const content = contentOf(normalise(fact).replace(FORM, ' '))
  if (content.length === 0) return null
  const spans = message
    .split(SENTENCE_END)
    .map((span) => span.trim())
    .filter((span) => span !== '')
  const candidates = spans.length > 1 ? [...spans, message.trim()] : spans
  let best: { span: string; share: number } | null = null
  for (const span of candidates) {
    const said = new Set(contentOf(span))
    const share = content.filter((part) => said.has(part)).length / content.length
    const saidNumbers = new Set(numbers(span))
    const supports = share >= SUPPORT && denies(fact) === denies(span) && numbers(fact).every((number) => saidNumbers.has(number))
    if (supports && share > (best?.share ?? 0)) best = { span, share }
  }
  return best?.span ?? null
}
