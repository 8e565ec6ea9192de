const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u

/**
 * Estimated tokens of a text: one per CJK character (never less; a factor of 0.6 made compaction never trigger),
 * one per started 3.5 characters of anything else. Errs towards too many.
 */
export function countTokens(text: string): number {
  let wide = 0
  let narrow = 0
  for (const character of text) {
    if (WIDE.test(character)) wide += 1
    else narrow += character.length
  }
  return wide + Math.ceil(narrow / 3.5)
}

/** The longest beginning of a text that counts at most `limit` tokens; no character is broken. */
export function headOfTokens(text: string, limit: number): string {
  let wide = 0
  let narrow = 0
  let end = 0
  for (const character of text) {
    if (WIDE.test(character)) wide += 1
    else narrow += character.length
    if (wide + Math.ceil(narrow / 3.5) > limit) break
    end += character.length
  }
  return text.slice(0, end)
}
