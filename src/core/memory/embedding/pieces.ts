import type { EmbeddingModel } from './embedder.ts'

const BREAKS = /(?<=[。！？!?；;\n]|\.\s)/u
const PLAIN = /[a-z\s]/iu
const DIGIT = /\d/u
/** Read letter by letter: two or three to a syllable. */
const HANGUL = /\p{Script=Hangul}/u
/** The marks that a model sets at both ends of a text. */
const ENDS = 2

/**
 * Tokens of one character, rather too many: an English model knows English words, two digits or so at a time, and takes other scripts and
 * punctuation character by character.
 */
function costOf(character: string): number {
  if (PLAIN.test(character)) return 1 / 3
  if (DIGIT.test(character)) return 2 / 3
  return HANGUL.test(character) ? 2.2 : 1
}

function costOfText(text: string): number {
  let cost = 0
  for (const character of text) cost += costOf(character)
  return cost
}

/** Cuts between code points. */
function hardCut(text: string, room: number): string[] {
  const parts: string[] = []
  let current = ''
  let cost = 0
  for (const character of text) {
    const more = costOf(character)
    if (cost + more > room && current !== '') {
      parts.push(current)
      current = ''
      cost = 0
    }
    current += character
    cost += more
  }
  return current === '' ? parts : [...parts, current]
}

/**
 * Cuts a long text into pieces that an embedding model reads whole, at sentence ends where there are some. One piece at least; none is blank
 * beside others.
 * @param maxTokens what the model reads, its own marks included.
 */
export function piecesOf(text: string, maxTokens: number): string[] {
  const room = maxTokens - ENDS
  const pieces: string[] = []
  let current = ''
  let cost = 0
  for (const sentence of text.split(BREAKS)) {
    const more = costOfText(sentence)
    if (cost + more > room) {
      const cut = more > room ? hardCut(sentence, room) : [sentence]
      pieces.push(current, ...cut.slice(0, -1))
      current = cut.at(-1) ?? ''
      cost = costOfText(current)
    } else {
      current += sentence
      cost += more
    }
  }
  const found = [...pieces, current].filter((piece) => piece.trim() !== '')
  return found.length === 0 ? [text] : found
}

/** The pieces of a text for one model, with room for the prefix that it wants. */
export function piecesFor(text: string, model: Pick<EmbeddingModel, 'maxTokens' | 'passagePrefix'>): string[] {
  return piecesOf(text, model.maxTokens - Math.ceil(costOfText(model.passagePrefix)))
}
