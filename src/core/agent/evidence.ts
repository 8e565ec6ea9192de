import { normalise } from '../memory/text/segment.ts'
import { contentOf, denies, numbersOf } from '../memory/facts/statement.ts'

const SENTENCE_END = /(?<=[。！？!?；;\n]|\.(?=\s))/u
/** Of the fact's own content, how much the user's words must hold. */
const SUPPORT = 0.6

/** Words of the fact's form that the user need not have said. */
const FORM = /用户|使用者|主人|其|名叫|名字|姓名|偏好|\buser('s)?\b|\bname\b|\bpreference\b/gu

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
    const saidNumbers = new Set(numbersOf(span))
    const supports = share >= SUPPORT && denies(fact) === denies(span) && numbersOf(fact).every((number) => saidNumbers.has(number))
    if (supports && share > (best?.share ?? 0)) best = { span, share }
  }
  return best?.span ?? null
}
