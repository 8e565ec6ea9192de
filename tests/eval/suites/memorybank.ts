import { ablations } from '../ablations.ts'
import { foreignFile, readJsonLines } from '../data.ts'
import { rank, scoreRanked, tellMisses, type Ranked } from '../ranked.ts'
import { openStore, said, type EvalStore } from '../store.ts'
import type { Suite } from '../suite.ts'
import type { Embedder } from '../../../src/core/memory/embedding/embedder.ts'

export interface BankLine {
  readonly id: string
  readonly user: string
  readonly date: string
  readonly text: string
}

export interface BankQuestion {
  readonly id: string
  readonly user: string
  readonly question: string
  readonly evidence: readonly string[]
  /** Absent where nothing answers it. */
  readonly kind?: string
}

export function readBank(): { readonly lines: readonly BankLine[]; readonly questions: readonly BankQuestion[] } {
  return {
    lines: readJsonLines<BankLine>(foreignFile('memorybank-zh', 'corpus-dev.jsonl')),
    questions: readJsonLines<BankQuestion>(foreignFile('memorybank-zh', 'questions-dev.jsonl'))
  }
}

/** A store of some lines, and which lines each fact stands for. */
export async function storeOfLines(
  embedder: Embedder,
  lines: readonly BankLine[]
): Promise<{ store: EvalStore; itemsOf: Map<string, string[]> }> {
  const last =
    lines
      .map((line) => line.date)
      .toSorted()
      .at(-1) ?? ''
  const store = await openStore(embedder, `${last}T20:00:00Z`)
  const factIds = await store.add(lines.map((line) => said(line.text, `${line.date}T12:00:00Z`)))
  const itemsOf = new Map<string, string[]>()
  lines.forEach((line, index) => {
    const factId = factIds[index] ?? ''
    itemsOf.set(factId, [...(itemsOf.get(factId) ?? []), line.id])
  })
  return { store, itemsOf }
}

/** Chinese lines of nine people, a store each, and the questions that they could ask weeks later. */
export const memorybank: Suite = async (context) => {
  const { lines, questions } = readBank()
  const ranked = new Map<string, Ranked[]>(ablations.map(({ name }) => [name, []]))
  for (const user of new Set(lines.map((line) => line.user))) {
    const { store, itemsOf } = await storeOfLines(
      context.embedder,
      lines.filter((line) => line.user === user)
    )
    const labelled = questions.flatMap((one) =>
      one.user !== user || one.kind === undefined
        ? []
        : [{ id: one.id, language: 'zh' as const, type: one.kind, query: one.question, wanted: new Set(one.evidence) }]
    )
    for (const ablation of ablations) ranked.get(ablation.name)?.push(...(await rank(store, itemsOf, labelled, 10, ablation)))
    await store.close()
  }
  return [...ranked].flatMap(([name, answers]) => {
    tellMisses(context, 'memorybank-zh', name, answers, 5)
    return scoreRanked('memorybank-zh', name, answers, [1, 5, 10])
  })
}
