import type { Clock } from '../../src/core/kernel/clock.ts'
import type { Embedder } from '../../src/core/memory/embedding/embedder.ts'
import type { NewFact } from '../../src/core/memory/facts/fact-store.ts'
import type { RecallOptions } from '../../src/core/memory/long-term-memory.ts'
import { openMemory, temporaryFolder, type MemoryBench } from '../support/memory.ts'
import type { Ablation } from './ablations.ts'

/** The wall clock of an evaluation: it stands where it is put. */
export interface SetClock extends Clock {
  set(iso: string): void
}

export function setClock(iso: string): SetClock {
  let now = Date.parse(iso)
  return {
    now: () => now,
    monotonic: () => performance.now(),
    set: (next) => {
      now = Date.parse(next)
    }
  }
}

export interface Asked {
  readonly ids: readonly string[]
  /** Raw evidence of each: 1 is what admits a fact by the leg that speaks most for it. */
  readonly evidence: readonly number[]
  /** Milliseconds. */
  readonly ms: number
}

export interface EvalStore {
  readonly memory: MemoryBench
  readonly clock: SetClock
  add(facts: readonly NewFact[]): Promise<string[]>
  /** Ids of what a turn would be given, best first. */
  ask(query: string, limit: number, ablation: Ablation, more?: Pick<RecallOptions, 'asOf' | 'projectId' | 'threadId'>): Promise<Asked>
  close(): Promise<void>
}

/** A new encrypted profile with the product's own write and search, the clock at `iso`; `embedder` stays open when the store is closed. */
export async function openStore(embedder: Embedder, iso: string): Promise<EvalStore> {
  const folder = temporaryFolder()
  const clock = setClock(iso)
  const memory = await openMemory(folder.dir, { clock, embedder: { ...embedder, close: () => Promise.resolve() } })
  return {
    memory,
    clock,
    add: async (facts) => {
      const added = memory.longTerm.addFacts(facts)
      await memory.embedded()
      return added.map((one) => one.factId)
    },
    ask: async (query, limit, ablation, more = {}) => {
      const start = performance.now()
      const found = await memory.longTerm.recall(query, {
        limit,
        audience: 'local',
        abstain: ablation.abstain,
        tuning: ablation.tuning,
        ...more
      })
      return { ids: found.map((fact) => fact.factId), evidence: found.map((fact) => fact.evidence), ms: performance.now() - start }
    },
    close: async () => {
      await memory.close()
      folder.remove()
    }
  }
}

/** What the person said at a time. */
export function said(text: string, iso: string, more: Partial<NewFact> = {}): NewFact {
  return { text, createdAt: Date.parse(iso), source: 'person', ...more }
}
