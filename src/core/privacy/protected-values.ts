import { views } from './fold.ts'
import { buildIndex } from './value-index.ts'
import { valuesOf } from './values-of.ts'
import type { ValueIndex } from './value-index.ts'
import type { PrivateText, TextValues } from './values-of.ts'

export type { PrivateText } from './values-of.ts'

/** Where the private texts come from. */
export interface PrivateSource {
  /** Another number after every change of a private text. Cheap: it is asked for each request. */
  revision(): number
  privateTexts(): Iterable<PrivateText>
}

/** What must never be in a request to another machine. */
export interface ProtectedValues {
  /** How many protected values occur in these texts, in any of the encodings that `fold.ts` knows. */
  findIn(texts: readonly string[]): number
}

/** Built at the first question, and again after a change; a text that stayed is not taken apart again. */
export function createProtectedValues(source: PrivateSource): ProtectedValues {
  let revision: number | null = null
  let index: ValueIndex = buildIndex([])
  let known = new Map<string, TextValues>()

  function refresh(): void {
    const current = source.revision()
    if (current === revision) return
    const next = new Map<string, TextValues>()
    for (const one of source.privateTexts()) {
      const key = `${one.author} ${one.text}`
      if (!next.has(key)) next.set(key, known.get(key) ?? valuesOf(one))
    }
    index = buildIndex(next.values())
    known = next
    revision = current
  }

  return {
    findIn(texts) {
      refresh()
      const found = new Set<string>()
      for (const text of texts) {
        for (const view of views(text)) index.collect(view, found)
      }
      return found.size
    }
  }
}
