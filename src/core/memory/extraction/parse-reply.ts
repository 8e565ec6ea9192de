const THINKING = /<think(?:ing)?>[\s\S]*?(?:<\/think(?:ing)?>|$)/giu
/** Names under which models put the list. */
const LISTS = ['facts', 'candidates', 'memories', 'items', 'results', 'data', 'result', 'output', 'extracted']

/** Brackets that begin nothing; a text full of them is no answer. */
const MOST_FAILURES = 200

type Json = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Where a JSON value that begins at `start` ends; -1 when it never does. Strings and their escapes are passed over. */
function endOf(text: string, start: number): number {
  let depth = 0
  let quoted = false
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]
    if (quoted) {
      if (character === '\\') at += 1
      else if (character === '"') quoted = false
    } else if (character === '"') quoted = true
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return -1
}

/** Applies an edit to what stands outside of strings. */
function outsideStrings(text: string, edit: (part: string) => string): string {
  return text.replace(/("(?:[^"\\]|\\[\s\S])*")|([^"]+)/gu, (_whole, string: string | undefined, other: string | undefined) =>
    string === undefined ? edit(other ?? '') : string.replaceAll('\n', '\\n').replaceAll('\t', '\\t')
  )
}

/** What weak models get wrong about JSON: comments, trailing commas, Python's words, line ends in strings. */
function repaired(text: string): string {
  return outsideStrings(text, (part) =>
    part
      .replace(/\/\/[^\n]*|\/\*[\s\S]*?\*\//gu, ' ')
      .replace(/，/gu, ',')
      .replace(/：/gu, ':')
      .replace(/\bNone\b/gu, 'null')
      .replace(/\bTrue\b/gu, 'true')
      .replace(/\bFalse\b/gu, 'false')
  ).replace(/,(\s*[}\]])/gu, '$1')
}

/** Strings in single quotes, as Python prints them; those with an apostrophe it prints in double quotes, in the same answer. */
function requoted(text: string): string {
  return text.replace(/"(?:[^"\\]|\\[\s\S])*"|'((?:[^'\\\n]|\\.)*)'/gu, (quoted, inner: string | undefined) =>
    inner === undefined
      ? quoted
      : `"${inner.replace(/\\(.)|"/gu, (sign, escaped: string | undefined) => (sign === '"' ? '\\"' : escaped === "'" ? "'" : sign))}"`
  )
}

function read(text: string): unknown {
  for (const attempt of [text, repaired(text)]) {
    const value = parsed(attempt)
    if (value !== undefined) return value
  }
  return text.includes("'") ? parsed(repaired(requoted(text))) : undefined
}

/** Every whole JSON value in a text, in order; values inside of others are not counted again. */
export function* valuesIn(text: string): Generator<unknown> {
  let failures = 0
  for (let start = text.search(/[{[]/u); start !== -1 && failures < MOST_FAILURES;) {
    const end = endOf(text, start)
    const value = end === -1 ? undefined : read(text.slice(start, end))
    if (value === undefined) failures += 1
    else yield value
    const next = value === undefined ? start + 1 : end
    const more = text.slice(next).search(/[{[]/u)
    start = more === -1 ? -1 : next + more
  }
}

/** An answer that ran out of tokens: the whole objects of its list are still good. */
function wholeObjectsIn(text: string): unknown[] {
  const list = text.indexOf('[')
  return list === -1 ? [] : [...valuesIn(text.slice(list + 1))].filter(looksLikeCandidate)
}

const looksLikeCandidate = (value: unknown): boolean => isObject(value) && ('content' in value || 'evidenceText' in value)

function listOf(value: unknown): unknown[] | null {
  if (Array.isArray(value)) return value.length === 0 || value.some(isObject) ? value : null
  if (!isObject(value)) return null
  for (const name of LISTS) {
    if (!(name in value)) continue
    const inner = value[name]
    if (inner === null) return []
    const list = listOf(typeof inner === 'string' ? read(inner) : inner)
    if (list !== null) return list
  }
  return looksLikeCandidate(value) ? [value] : null
}

/** What a model proposed, unchecked. */
export interface Reply {
  readonly candidates: readonly unknown[]
  /** It ran out of tokens: what is here is whole, and more may have been meant. */
  readonly cut: boolean
}

const whole = (candidates: readonly unknown[]): Reply => ({ candidates, cut: false })

/** True when the last list that was begun is never closed. */
function endsInside(text: string): boolean {
  const list = text.indexOf('[')
  return list !== -1 && endOf(text, list) === -1
}

/**
 * The candidates of a model's answer, unchecked, or null when it holds none that can be read. Takes JSON in code fences, amid prose, with
 * trailing commas, one object instead of a list, and lists under various names. An empty list is an answer: nothing worth keeping.
 */
export function parseReply(reply: string): Reply | null {
  const text = reply
    .replace(THINKING, ' ')
    .replace(/^\uFEFF/u, '')
    .trim()
  const list = listOf(read(text))
  if (list !== null) return whole(list)
  const lists: unknown[][] = []
  const single: unknown[] = []
  for (const value of valuesIn(text)) {
    if (looksLikeCandidate(value)) single.push(value)
    else {
      const inner = listOf(value)
      if (inner !== null) lists.push(inner)
    }
  }
  const best = lists.findLast((one) => one.length > 0)
  if (best !== undefined) return whole(best)
  if (single.length > 0) return { candidates: single, cut: endsInside(text) }
  const rest = wholeObjectsIn(text)
  if (rest.length > 0) return { candidates: rest, cut: true }
  // An empty list, also amid prose, says that there is nothing.
  return lists.length > 0 ? whole([]) : null
}
