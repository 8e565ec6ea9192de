/**
 * How one thing stands on one line of Markdown: what people read, then its labels as JSON in a comment, `- text <!-- hearth {…} -->`. Most texts
 * stand there as they are. One that would not come back exactly (line breaks, control characters, a comment of its own) is shown in a readable
 * form and stands in the labels too.
 */
export type ItemKind = 'hearth' | 'hearth-project' | 'hearth-profile'

export interface ReadItem {
  readonly kind: ItemKind
  readonly text: string
  readonly labels: Readonly<Record<string, unknown>>
}

/** The last line of a file of ours. One that begins as ours and lacks it was cut off. */
export const END_LINE = '<!-- hearth-memory end -->'

const BREAKING = /[\p{Cc}\p{Cs}\u2028\u2029\ufeff]/u
const COMMENT = '<!--'

function standsAsItIs(text: string): boolean {
  return text !== '' && text === text.trim() && !BREAKING.test(text) && !text.includes(COMMENT)
}

/** The readable form of a text that does not fit on a line as it is. */
function onOneLine(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029\ufeff\s]+/gu, ' ')
    .replaceAll(COMMENT, '<! --')
    .trim()
  return line === '' ? '…' : line
}

/** JSON that can stand in a comment: nothing in it ends the comment or begins another. */
function commentSafe(labels: object): string {
  return JSON.stringify(labels).replace(/[<>]/gu, (sign) => (sign === '<' ? '\\u003c' : '\\u003e'))
}

export function writeLine(kind: ItemKind, text: string, labels: object): string {
  const plain = standsAsItIs(text)
  return `- ${plain ? text : onOneLine(text)} <!-- ${kind} ${commentSafe(plain ? labels : { ...labels, text })} -->`
}

const LINE = /^\s*[-*+] (.*) <!-- (hearth|hearth-project|hearth-profile) (\{.*\}) -->\s*$/su

function parsedObject(json: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}

/** @returns null for a line without labels of ours, `broken` for one whose labels nobody can read */
export function readLine(line: string): ReadItem | 'broken' | null {
  const [, shown, kind, json] = LINE.exec(line) ?? []
  if (shown === undefined || kind === undefined || json === undefined)
    return /<!-- hearth(?:-project|-profile)? /u.test(line) ? 'broken' : null
  const parsed = parsedObject(json)
  if (parsed === null) return 'broken'
  const { text, ...labels } = parsed
  // Whoever changed the line meant the words on it.
  const exact = typeof text === 'string' && onOneLine(text) === shown ? text : shown
  return { kind: kind as ItemKind, text: exact, labels }
}
