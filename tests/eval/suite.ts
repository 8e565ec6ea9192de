import type { Embedder } from '../../src/core/memory/embedding/embedder.ts'
import type { Line } from './measurement.ts'

export interface SuiteContext {
  /** Keeps the vectors it made, for all suites of a run. */
  readonly embedder: Embedder
  /** Says what was missed, for whoever calibrates; off unless asked for. */
  miss(line: Readonly<Record<string, unknown>>): void
}

/** @throws NoData when its data is not there. */
export type Suite = (context: SuiteContext) => Promise<Line[]>
