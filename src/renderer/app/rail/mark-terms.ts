export interface MarkedPart {
  readonly text: string
  readonly marked: boolean
}

function literal(term: string): string {
  return term.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&')
}

/** Cuts a snippet into parts, marking where a word of the query occurs, whatever its case. The parts joined are the snippet. */
export function markTerms(snippet: string, query: string): readonly MarkedPart[] {
  const terms = [...new Set(query.split(/\s+/u).filter((term) => term !== ''))].sort((a, b) => b.length - a.length)
  if (terms.length === 0) return [{ text: snippet, marked: false }]
  const pattern = new RegExp(`(${terms.map((term) => literal(term)).join('|')})`, 'giu')
  return snippet
    .split(pattern)
    .map((text, at) => ({ text, marked: at % 2 === 1 }))
    .filter((part) => part.text !== '')
}
