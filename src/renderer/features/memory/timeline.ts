import type { Fact } from '../../../shared/model/memory.ts'

/** A fact and its other versions, each once, by when they began to hold, newest first. */
export function timelineOf(fact: Fact, history: readonly Fact[]): readonly Fact[] {
  const versions = new Map(
    [fact, ...history.filter((version) => version.factId !== fact.factId)].map((version) => [version.factId, version])
  )
  return [...versions.values()].toSorted(
    (a, b) => Date.parse(b.validFrom) - Date.parse(a.validFrom) || Date.parse(b.createdAt) - Date.parse(a.createdAt)
  )
}
