/** NFKC and white space folded; nothing else. Upper and lower case stay apart. */
export function foldQuote(text: string): string {
  return text.normalize('NFKC').replace(/\s+/gu, ' ').trim()
}

const CLAUSE_END = /(?<=[。！？!?；;，,\n])|(?<=\.)(?=\s|$)/u
const SENTENCE_END = /(?<=[。！？!?\n])|(?<=\.)(?=\s|$)/u

/** Whether a quote stands in a message, word for word. A quote without two letters or digits proves nothing. */
export function quoteStands(quote: string, message: string): boolean {
  const folded = foldQuote(quote)
  return (folded.match(/[\p{L}\p{N}]/gu) ?? []).length >= 2 && foldQuote(message).includes(folded)
}

function around(quote: string, message: string, ends: RegExp, beside: number): string {
  const whole = foldQuote(message.replaceAll('\n', '。'))
  const start = whole.indexOf(foldQuote(quote.replaceAll('\n', '。')))
  if (start === -1) return ''
  const end = start + foldQuote(quote).length
  let at = 0
  const parts = whole.split(ends).map((part) => {
    const from = at
    at += part.length
    return { part, from, to: at }
  })
  const first = parts.findIndex((one) => one.to > start)
  const last = parts.findLastIndex((one) => one.from < end)
  return parts
    .slice(Math.max(0, first - beside), last + 1 + beside)
    .map((one) => one.part)
    .join('')
}

/** The clauses of a message that a quote touches: a quote cut short does not hide what was said. */
export function clauseOf(quote: string, message: string): string {
  return around(quote, message, CLAUSE_END, 0)
}

/** The sentences that a quote touches. */
export function sentenceOf(quote: string, message: string): string {
  return around(quote, message, SENTENCE_END, 0)
}

/** The sentences that a quote touches, with one before and one after. */
export function neighbourhoodOf(quote: string, message: string): string {
  return around(quote, message, SENTENCE_END, 1)
}
