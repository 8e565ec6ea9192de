import { pauses } from '../../kernel/pauses.ts'
import { factIdOf, type FactNamespace } from './fact-id.ts'
import { cutForIndex, normalText, type IndexColumns } from './fact-index.ts'
import { marksOf } from './fact-tombstones.ts'

export interface WordsOf {
  readonly namespace: FactNamespace
  readonly text: string
  readonly key: string | null
  readonly aliases: readonly string[]
}

/** Characters of a list that are worked out in one go: such a list is stored before anything that is asked for after it. */
const AT_ONCE = 20_000

/**
 * What follows from the words of a fact alone and costs most of the time that storing it takes. Each is worked out when it is first asked for,
 * or before the transaction by `workOut`.
 */
export class FactWords {
  readonly #key: Uint8Array
  readonly #of: WordsOf
  #factId: string | null = null
  #normal: string | null = null
  #index: IndexColumns | null = null
  #marks: readonly string[] | null = null

  /** @param key the profile's key for fact ids */
  constructor(key: Uint8Array, of: WordsOf) {
    this.#key = key
    this.#of = of
  }

  get length(): number {
    return this.#of.text.length
  }

  get factId(): string {
    return (this.#factId ??= factIdOf(this.#key, this.#of.namespace, this.#of.text))
  }

  get normal(): string {
    return (this.#normal ??= normalText(this.#of.text))
  }

  get index(): IndexColumns {
    return (this.#index ??= cutForIndex(this.#of.text, this.#of.aliases))
  }

  /** Its tombstones, if it were forgotten. */
  get marks(): readonly string[] {
    return (this.#marks ??= marksOf({ key: this.#key }, this.#of.namespace, this.#of.text, this.#of.key))
  }

  /** @param marks whether anything was ever forgotten, so that they are needed */
  workOut(marks: boolean): void {
    void [this.factId, this.normal, this.index, marks ? this.marks : null]
  }
}

/**
 * Works out the words of many facts in slices that let other work in; a short list at once. Nothing is read or stored, so whatever is added or
 * forgotten meanwhile makes none of it wrong.
 */
export async function workOutWords(words: readonly FactWords[], marks: boolean): Promise<void> {
  const short = words.reduce((sum, { length }) => sum + length, 0) <= AT_ONCE
  const pause = pauses()
  for (const one of words) {
    one.workOut(marks)
    if (!short) await pause()
  }
}
