const ENDS = /(?<=[。！？!?；;\n])|(?<=\.)\s+/u
/** A message of several sentences that is longer than this is looked up by sentence too. */
const LONG = 60
const SHORTEST = 4
const MOST = 6

/**
 * A query as it is looked up: whole, and when it is long its sentences beside it, since one question among many words would drown in them. Of
 * very many the first and the last count: there people say what it is about and ask.
 */
export function partsOfQuery(query: string): string[] {
  if (query.length <= LONG) return [query]
  const sentences = query
    .split(ENDS)
    .map((sentence) => sentence.trim())
    .filter((sentence) => [...sentence].length >= SHORTEST)
  if (sentences.length < 2) return [query]
  const chosen = sentences.length <= MOST ? sentences : [...sentences.slice(0, MOST / 2), ...sentences.slice(-MOST / 2)]
  return [query, ...new Set(chosen)]
}
