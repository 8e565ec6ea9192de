import { normalise } from '../text/segment.ts'
import { mayBeOne, statementOf, type Statement } from '../facts/statement.ts'
import type { Fused } from './fusion.ts'

/** Facts beyond the limit that may take the place of a repetition. */
const SPARE = 8
/** Characters of a fact that tell whether it repeats another. */
const HEAD = 300
/** From this share of common characters two facts that claim the same are one. */
const SAME = 0.8
/** How much of its score a fact loses that repeats one before it, word for word. Carbonell, Goldstein, SIGIR 1998. */
const REPEATS = 0.15
/** Two sentences of the same language share so much without saying the same. */
const USUAL = 0.5

function pairsOf(text: string): Set<string> {
  const normal = normalise(text.slice(0, HEAD))
  const pairs = new Set<string>()
  for (let at = 0; at + 1 < normal.length; at += 1) pairs.add(normal.slice(at, at + 2))
  return pairs
}

/** Dice's coefficient of the character pairs, 0 to 1. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0
  for (const pair of a) if (b.has(pair)) common += 1
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size)
}

interface Looked<T> {
  readonly fused: T
  readonly pairs: ReadonlySet<string>
  readonly statement: Statement
}

/**
 * Collapses near-duplicates into the best of them, then puts what repeats what stands before it further down (maximal marginal relevance).
 * @param limit facts that will be given
 */
export function diversify<T extends Fused>(ranked: readonly T[], limit: number): T[] {
  const looked = ranked.slice(0, limit + SPARE).map((fused) => ({
    fused,
    pairs: pairsOf(fused.row.text),
    statement: statementOf(fused.row.text.slice(0, HEAD))
  }))
  const kept: Looked<T>[] = []
  for (const one of looked) {
    const twin = kept.some((other) => likeness(one.pairs, other.pairs) >= SAME && mayBeOne(one.statement, other.statement))
    if (!twin) kept.push(one)
  }
  return bySurprise(kept)
}

function bySurprise<T extends Fused>(kept: readonly Looked<T>[]): T[] {
  const left = kept.map((one) => ({ ...one, nearest: 0 }))
  const chosen: T[] = []
  const worth = (one: (typeof left)[number]): number => one.fused.score * (1 - REPEATS * (Math.max(0, one.nearest - USUAL) / (1 - USUAL)))
  while (left.length > 0) {
    let best = 0
    for (let at = 1; at < left.length; at += 1) {
      const [one, other] = [left[at], left[best]]
      if (one !== undefined && other !== undefined && worth(one) > worth(other)) best = at
    }
    const [taken] = left.splice(best, 1)
    if (taken === undefined) break
    chosen.push(taken.fused)
    for (const one of left) one.nearest = Math.max(one.nearest, likeness(one.pairs, taken.pairs))
  }
  return chosen
}
