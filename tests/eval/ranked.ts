import { anyAt, recallAt } from './metrics.ts'
import { summarise, timesOf, type Measurement, type Scored } from './measurement.ts'
import type { Ablation } from './ablations.ts'
import type { EvalStore } from './store.ts'
import type { SuiteContext } from './suite.ts'

/** A question about one store, with the ids of the items that answer it. */
export interface LabelledQuestion {
  readonly id: string
  readonly language: 'en' | 'zh'
  readonly type: string
  readonly query: string
  readonly wanted: ReadonlySet<string>
}

/** Items of a store by fact id; the same words said twice are one fact and stand for several items. */
export type ItemsOf = ReadonlyMap<string, readonly string[]>

export interface Ranked {
  readonly question: LabelledQuestion
  readonly items: readonly string[]
  readonly ms: number
}

export async function rank(
  store: EvalStore,
  itemsOf: ItemsOf,
  questions: readonly LabelledQuestion[],
  limit: number,
  ablation: Ablation
): Promise<Ranked[]> {
  const ranked: Ranked[] = []
  for (const question of questions) {
    const asked = await store.ask(question.query, limit, ablation)
    ranked.push({ question, items: asked.ids.flatMap((id) => itemsOf.get(id) ?? []), ms: asked.ms })
  }
  return ranked
}

/** R@k and any@k of what was ranked, with the times. @param suite its name in the output. */
export function scoreRanked(suite: string, ablation: string, ranked: readonly Ranked[], ks: readonly number[]): Measurement[] {
  const scored: Scored[] = ranked.map(({ question, items }) => ({
    language: question.language,
    type: question.type,
    values: Object.fromEntries(
      ks.flatMap((k) => [
        [`R@${k}`, recallAt(k, items, question.wanted)],
        [`any@${k}`, anyAt(k, items, question.wanted)]
      ])
    )
  }))
  const [first] = scored
  const language = first !== undefined && scored.every((one) => one.language === first.language) ? first.language : 'all'
  return [
    ...summarise({ suite, ablation }, scored),
    ...timesOf(
      { suite, ablation, language },
      ranked.map((one) => one.ms)
    )
  ]
}

/** Tells which questions the product did not answer at all. */
export function tellMisses(context: SuiteContext, suite: string, ablation: string, ranked: readonly Ranked[], k: number): void {
  for (const { question, items } of ranked) {
    if (anyAt(k, items, question.wanted) === 1) continue
    const { id, type, query, wanted } = question
    context.miss({ suite, ablation, id, type, query, wanted: [...wanted], first: items.slice(0, 3) })
  }
}
