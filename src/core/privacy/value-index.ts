import { digitGroups, joinDigits } from './fold.ts'
import type { TextValues } from './values-of.ts'

/** Characters of a value that are looked up; no value is shorter. */
const ANCHOR = 4
/** Where in a value an anchor is looked for. */
const ANCHOR_RANGE = 48
const TABLE_BITS = 18
const SHORT_LENGTHS = { least: 4, most: 6 }
const LATIN_OR_DIGIT = /[a-z\d]/

interface Candidate {
  readonly value: string
  /** Position of the anchor in the value. */
  readonly at: number
}

export interface ValueIndex {
  /** Adds to `found` every value that occurs in a folded text (separators inside numbers still there). */
  collect(folded: string, found: Set<string>): void
}

/** A number for four characters at a position; rare collisions only cost a comparison. */
function hashAt(text: string, at: number): number {
  let hash = text.charCodeAt(at)
  hash = (Math.imul(hash, 0x9e3779b1) + text.charCodeAt(at + 1)) | 0
  hash = (Math.imul(hash, 0x9e3779b1) + text.charCodeAt(at + 2)) | 0
  hash = (Math.imul(hash, 0x9e3779b1) + text.charCodeAt(at + 3)) | 0
  return Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> (32 - TABLE_BITS)
}

function lastAnchor(value: string): number {
  return Math.min(value.length - ANCHOR, ANCHOR_RANGE)
}

/** The anchor of each value is its rarest window: a thousand facts that begin alike must not meet at one place of the table. */
function anchorTable(values: readonly string[]): ReadonlyMap<number, readonly Candidate[]> {
  const counts = new Uint32Array(1 << TABLE_BITS)
  const count = (slot: number) => counts[slot] ?? 0
  for (const value of values) {
    for (let at = 0; at <= lastAnchor(value); at += 1) counts[hashAt(value, at)] = count(hashAt(value, at)) + 1
  }
  const table = new Map<number, Candidate[]>()
  for (const value of values) {
    let best = 0
    for (let at = 1; at <= lastAnchor(value); at += 1) {
      if (count(hashAt(value, at)) < count(hashAt(value, best))) best = at
    }
    const slot = hashAt(value, best)
    const there = table.get(slot)
    if (there === undefined) table.set(slot, [{ value, at: best }])
    else there.push({ value, at: best })
  }
  return table
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && LATIN_OR_DIGIT.test(character)
}

/** Neighbouring parts of one group that together make a short number: `1 9 8 7`, `19-87`, `1987`. */
function collectShort(folded: string, numbers: ReadonlySet<string>, found: Set<string>): void {
  for (const group of digitGroups(folded)) {
    const parts = [...group.text.matchAll(/\d+/g)]
    for (let first = 0; first < parts.length; first += 1) {
      let digits = ''
      for (const part of parts.slice(first, first + SHORT_LENGTHS.most)) {
        digits += part[0]
        if (digits.length > SHORT_LENGTHS.most) break
        if (!numbers.has(digits)) continue
        const start = group.start + (parts[first]?.index ?? 0)
        const end = group.start + part.index + part[0].length
        // A run inside a word of letters on both sides is a piece of a random id.
        if (!isWord(folded[start - 1]) || !isWord(folded[end])) found.add(digits)
      }
    }
  }
}

/** Finds all values in one pass over the text: a table look-up per character, and a comparison where an anchor fits. */
export function buildIndex(all: Iterable<TextValues>): ValueIndex {
  const texts = new Set<string>()
  const shortNumbers = new Set<string>()
  for (const one of all) {
    for (const text of one.texts) texts.add(text)
    for (const number of one.shortNumbers) shortNumbers.add(number)
  }
  const table = anchorTable([...texts])
  const present = new Uint8Array(1 << TABLE_BITS)
  for (const slot of table.keys()) present[slot] = 1

  return {
    collect(folded, found) {
      if (shortNumbers.size > 0) collectShort(folded, shortNumbers, found)
      const joined = joinDigits(folded)
      for (let at = 0; at <= joined.length - ANCHOR; at += 1) {
        const slot = hashAt(joined, at)
        if (present[slot] === 0) continue
        for (const candidate of table.get(slot) ?? []) {
          const start = at - candidate.at
          if (start >= 0 && joined.startsWith(candidate.value, start)) found.add(candidate.value)
        }
      }
    }
  }
}
