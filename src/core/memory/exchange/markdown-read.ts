import { parseCommand } from '../../../shared/turn/command.ts'
import { badItem, type Draft } from './check.ts'
import { END_LINE, readLine, type ReadItem } from './markdown-line.ts'
import { FORMAT, FORMAT_VERSION } from './model.ts'

interface Numbered {
  readonly line: number
  readonly value: Readonly<Record<string, unknown>>
}

interface Found {
  readonly facts: Numbered[]
  readonly projects: Record<string, unknown>[]
  readonly profile: Record<string, unknown>[]
}

const HEAD = /^\s*<!-- hearth-memory \{"version":(\d{1,9})\} -->\s*$/u
const NAMED = /^n(\d{1,9})$/u
const BULLET = /^\s*(?:[-*+•]|\d{1,9}[.)])\s+(?:\[[ xX]\]\s+)?(.*)$/u
const CONTINUED = /^(?: {2,}|\t)\s*(.*)$/u

function add(found: Found, item: ReadItem, line: number): void {
  switch (item.kind) {
    case 'hearth':
      found.facts.push({ line, value: { ...item.labels, text: item.text } })
      break
    case 'hearth-project':
      found.projects.push({ ...item.labels, name: item.text })
      break
    case 'hearth-profile':
      found.profile.push({ ...item.labels, text: item.text })
      break
  }
}

/** A list item that somebody wrote: its own lines, and those that are indented below it. */
function writtenItem(lines: readonly string[], start: number): { readonly text: string; readonly next: number } | null {
  const first = BULLET.exec(lines[start] ?? '')?.[1]
  if (first === undefined) return null
  const parts = [first]
  let next = start + 1
  for (; next < lines.length; next += 1) {
    const line = lines[next] ?? ''
    const more = BULLET.test(line) ? undefined : CONTINUED.exec(line)?.[1]
    if (more === undefined || more.trim() === '') break
    parts.push(more.trimEnd())
  }
  return { text: parts.join('\n').trim(), next }
}

/** A text that begins with 私密： means it, as everywhere. */
function writtenFact(text: string): Record<string, unknown> {
  return parseCommand(text).kind === 'private' ? { text, privacy: 'private' } : { text }
}

/** Facts with an id stand in the order of their ids, wherever their section is; those written by hand come after them, as they stand. */
function inOrder(facts: readonly Numbered[]): Numbered[] {
  const place = ({ value }: Numbered): number =>
    Number(NAMED.exec(typeof value['id'] === 'string' ? value['id'] : '')?.[1] ?? Number.MAX_SAFE_INTEGER)
  return facts.toSorted((one, other) => place(one) - place(other))
}

/**
 * A file of ours is whole when its end mark stands behind its head. What was cut off must not look restored; a list without either mark was written
 * by somebody and ends where it ends.
 */
function requireWhole(lines: readonly string[]): void {
  let head: number | null = null
  lines.forEach((line, at) => {
    const isEnd = line.trim() === END_LINE
    if (HEAD.test(line) ? head !== null : isEnd && head === null) throw badItem('text', 'cut-off', null, at + 1)
    if (HEAD.test(line)) head = at
    else if (isEnd) head = null
  })
  if (head !== null) throw badItem('text', 'cut-off', null, lines.length)
}

/**
 * Reads a list: lines with labels exactly, any other list item as a plain fact. Headings and paragraphs are for people and are left out.
 * @throws AppError `INVALID_INPUT` for labels that cannot be read (`line`), for a file of ours that was cut off, and when there is no
 * list item at all
 */
export function readMarkdown(text: string): Draft {
  const lines = text
    .replace(/^\ufeff/u, '')
    .split('\n')
    .map((line) => line.replace(/\r$/u, ''))
  requireWhole(lines)
  const found: Found = { facts: [], projects: [], profile: [] }
  let version = FORMAT_VERSION
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? ''
    const item = readLine(line)
    if (item === 'broken') throw badItem('text', 'labels', null, at + 1)
    const head = HEAD.exec(line)?.[1]
    if (head !== undefined) version = Number(head)
    if (item !== null) add(found, item, at + 1)
    const written = item === null ? writtenItem(lines, at) : null
    if (written !== null && written.text !== '') found.facts.push({ line: at + 1, value: writtenFact(written.text) })
    at = written?.next ?? at + 1
  }
  const facts = inOrder(found.facts)
  if (facts.length + found.projects.length + found.profile.length === 0) throw badItem('text', 'empty')
  return {
    value: { format: FORMAT, version, projects: found.projects, profile: found.profile, facts: facts.map((fact) => fact.value) },
    lines: facts.map((fact) => fact.line)
  }
}
