import { createWriteStream } from 'node:fs'
import type { EmbeddingModel } from '../../src/core/memory/embedding/embedder.ts'
import { inBox, knownModels, type KnownModel } from '../../src/core/memory/embedding/models.ts'
import { modelsInBox, openEmbedder } from '../support/memory.ts'
import { foreignFolder, NoData } from './data.ts'
import { keepVectors } from './kept-vectors.ts'
import type { Line } from './measurement.ts'
import { reportOf } from './report.ts'
import type { Suite } from './suite.ts'
import { abstention } from './suites/abstention.ts'
import { extraction } from './suites/extraction.ts'
import { lifeChanges } from './suites/life-changes.ts'
import { locomo } from './suites/locomo.ts'
import { memorybank } from './suites/memorybank.ts'
import { precision } from './suites/precision.ts'

export const suites: Readonly<Record<string, Suite>> = {
  locomo,
  'memorybank-zh': memorybank,
  precisionmembench: precision,
  'life-changes': lifeChanges,
  abstention,
  extraction
}

export interface RunOptions {
  /** Names of `suites`. */
  readonly only: readonly string[]
  /** Id of a model in the box. */
  readonly model: string
  /** A file for the questions that were missed, one JSON object a line. */
  readonly misses?: string | undefined
  readonly print: (line: Line) => void
}

export function modelNamed(id: string): KnownModel | null {
  return knownModels.find((model: EmbeddingModel) => model.id === id) ?? null
}

/** Runs suites with the product's own write and search. @returns the report for a person, and whether everything ran that should. */
export async function runSuites(options: RunOptions): Promise<{ readonly report: string; readonly complete: boolean }> {
  const model = modelNamed(options.model)
  if (model === null) throw new Error(`no embedding model is called ${options.model}`)
  const embedder = keepVectors(openEmbedder(inBox(modelsInBox, model)))
  const misses = options.misses === undefined ? null : createWriteStream(options.misses)
  const lines: Line[] = []
  const print = (line: Line): void => {
    lines.push(line)
    options.print(line)
  }
  try {
    // Fails here, and not in every question, when the model cannot be used.
    await embedder.embed(['ready?'], 'query')
    for (const name of options.only) {
      try {
        const found = await suites[name]?.({ embedder, miss: (line) => misses?.write(`${JSON.stringify(line)}\n`) })
        for (const line of found ?? []) print(line)
      } catch (cause) {
        if (!(cause instanceof NoData)) throw cause
        print({ suite: name, skipped: cause.message })
      }
    }
  } finally {
    misses?.end()
    await embedder.close()
  }
  const skipped = lines.some((line) => 'skipped' in line)
  return { report: reportOf(lines), complete: foreignFolder() === '' || !skipped }
}
