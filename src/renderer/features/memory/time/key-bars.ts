import type { Fact } from '../../../../shared/model/memory.ts'

/** One answer, as long as it was true. `start` and `width` in percent of the time that is shown. */
export interface Bar {
  readonly fact: Fact
  readonly start: number
  readonly width: number
}

/** One key with all its answers, oldest first. */
export interface KeyLine {
  readonly id: string
  /** The answer that holds now, else the last one. */
  readonly newest: Fact
  readonly bars: readonly Bar[]
}

export interface KeyChart {
  readonly lines: readonly KeyLine[]
  /** ISO time at which the chart begins. */
  readonly from: string
}

/** Narrower than this, a bar could not be seen or pointed at. */
const LEAST_PERCENT = 1.5

const began = (fact: Fact): number => Date.parse(fact.validFrom)

/** The answers to one question: facts with the same key, or that replaced one another. */
function groupsOf(facts: readonly Fact[]): readonly (readonly Fact[])[] {
  const byId = new Map(facts.map((fact) => [fact.factId, fact]))
  const groups = new Map<string, Fact[]>()
  for (const fact of facts) {
    let last = fact
    // The chain of what replaced it ends; a circle would be a fault of the data, so it is walked at most once around.
    for (let step = 0; step < byId.size && last.supersededBy !== null; step += 1)
      last = byId.get(last.supersededBy) ?? { ...last, supersededBy: null }
    const { scope, projectId, conversationId, key, factId } = last
    const name = key === null ? `fact ${factId}` : `key ${scope} ${projectId ?? conversationId ?? ''} ${key}`
    groups.set(name, [...(groups.get(name) ?? []), fact])
  }
  return [...groups.values()].filter((group) => group.length > 1)
}

/**
 * What had more than one answer, the latest change first.
 * @param now in milliseconds, where the chart ends
 */
export function keyChart(facts: readonly Fact[], now: number): KeyChart | null {
  const groups = groupsOf(facts.filter((fact) => fact.status !== 'proposed' && began(fact) <= now)).map((group) =>
    group.toSorted((a, b) => began(a) - began(b))
  )
  if (groups.length === 0) return null
  const from = Math.min(...groups.map(([first]) => (first === undefined ? now : began(first))))
  const span = Math.max(1, now - from)
  const percent = (time: number): number => ((Math.min(now, time) - from) / span) * 100
  const lines = groups.map((group) => {
    const bars = group.map((fact): Bar => {
      const start = Math.min(percent(began(fact)), 100 - LEAST_PERCENT)
      const end = fact.validTo === null ? 100 : percent(Date.parse(fact.validTo))
      return { fact, start, width: Math.max(LEAST_PERCENT, end - start) }
    })
    const newest = group.findLast((fact) => fact.status === 'live') ?? group.at(-1)
    return newest === undefined ? null : { id: newest.factId, newest, bars }
  })
  const latest = (line: KeyLine): number => Math.max(...line.bars.map(({ fact }) => began(fact)))
  return {
    from: new Date(from).toISOString(),
    lines: lines.filter((line) => line !== null).toSorted((a, b) => latest(b) - latest(a))
  }
}
