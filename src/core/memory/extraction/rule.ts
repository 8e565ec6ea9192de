import type { FactCategory } from '../../../shared/model/memory.ts'

/** One form of sentence that tells a lasting thing of the speaker. Matched against one clause. */
export interface Rule {
  readonly pattern: RegExp
  readonly category: FactCategory
  /** The attribute, or what the match makes of it; null for none. */
  readonly key: string | null | ((match: RegExpExecArray) => string | null)
  /** Whom it is about, when not the speaker. */
  readonly subject?: (match: RegExpExecArray) => string | null
}
