import { countTokens } from '../kernel/tokens.ts'

const BREAKS = /(?<=[。！？!?；;\n]|\.\s)/u

/** Cuts at the last code point boundary that fits. */
function hardCut(text: string, maxTokens: number): string[] {
  const parts: string[] = []
  let current = ''
  let tokens = 0
  for (const character of text) {
    const cost = (character.codePointAt(0) ?? 0) > 0x2e80 ? 1 : 1 / 3.5
    if (tokens + cost > maxTokens && current !== '') {
      parts.push(current)
      current = ''
      tokens = 0
    }
    current += character
    tokens += cost
  }
  return current === '' ? parts : [...parts, current]
}

/**
 * Cuts a long text into pieces that an embedding model reads whole, at sentence ends where there are some.
 * @param maxTokens by the estimate of `countTokens`, which errs towards too many.
 */
export function piecesOf(text: string, maxTokens: number): string[] {
  if (countTokens(text) <= maxTokens) return [text]
  const pieces: string[] = []
  let current = ''
  for (const sentence of text.split(BREAKS)) {
    if (countTokens(current + sentence) <= maxTokens) {
      current += sentence
      continue
    }
    if (current !== '') pieces.push(current)
    const cut = hardCut(sentence, maxTokens)
    current = cut.pop() ?? ''
    pieces.push(...cut)
  }
  if (current.trim() !== '') pieces.push(current)
  return pieces
}
