import { ablations, product } from '../ablations.ts'
import { lackOf } from '../data.ts'
import { plain, statisticOf, summarise, type Measurement, type Scored } from '../measurement.ts'
import { auroc, type Judged } from '../metrics.ts'
import { asOfOf, readStories, tellStory } from '../story.ts'
import type { Asked, EvalStore } from '../store.ts'
import type { Suite, SuiteContext } from '../suite.ts'
import { TURN_LIMIT } from './life-changes.ts'
import { readBank, storeOfLines } from './memorybank.ts'

const gate = ablations.find(({ name }) => name === product) ?? ablations[0]
const open = ablations.find(({ name }) => name === '+diversity') ?? ablations[0]

/** One question, asked with what answers it and without, or one that nothing ever answered. */
interface Asking {
  readonly language: 'en' | 'zh'
  readonly type: 'kept' | 'removed' | 'unanswerable'
  /** The best raw evidence of any fact, before any threshold. */
  readonly evidence: number
  readonly gaveNothing: boolean
  /** With the gate, and without it, the answer was among what was given; NaN where there is none. */
  readonly found: number
  readonly foundOpen: number
}

async function askBoth(
  store: EvalStore,
  query: string,
  wanted: ReadonlySet<string>,
  more: Parameters<EvalStore['ask']>[3]
): Promise<Omit<Asking, 'language' | 'type'>> {
  if (gate === undefined || open === undefined) throw new Error('no ablation is left')
  const given = await store.ask(query, TURN_LIMIT, gate, more)
  const all = await store.ask(query, TURN_LIMIT, open, more)
  const among = (asked: Asked): number => (wanted.size === 0 ? Number.NaN : Number(asked.ids.some((id) => wanted.has(id))))
  return {
    evidence: Math.max(0, ...all.evidence),
    gaveNothing: given.ids.length === 0,
    found: among(given),
    foundOpen: among(all)
  }
}

async function askBank(context: SuiteContext): Promise<Asking[]> {
  const { lines, questions } = readBank()
  const asked: Asking[] = []
  for (const user of new Set(lines.map((line) => line.user))) {
    const own = lines.filter((line) => line.user === user)
    const { store, itemsOf } = await storeOfLines(context.embedder, own)
    for (const question of questions.filter((one) => one.user === user)) {
      const wanted = new Set([...itemsOf].filter(([, ids]) => ids.some((id) => question.evidence.includes(id))).map(([factId]) => factId))
      const type = question.kind === undefined ? 'unanswerable' : 'kept'
      asked.push({ language: 'zh', type, ...(await askBoth(store, question.question, wanted, {})) })
      if (type === 'unanswerable') continue
      const without = await storeOfLines(
        context.embedder,
        own.filter((line) => !question.evidence.includes(line.id))
      )
      asked.push({ language: 'zh', type: 'removed', ...(await askBoth(without.store, question.question, new Set(), {})) })
      await without.store.close()
    }
    await store.close()
  }
  return asked
}

async function askStories(context: SuiteContext): Promise<Asking[]> {
  const asked: Asking[] = []
  for (const story of readStories()) {
    const { store, ids } = await tellStory(context.embedder, story)
    // A story without the whole of its statements answers none of its questions.
    const bare = await tellStory(context.embedder, story, new Set(ids.keys()))
    for (const question of story.questions) {
      if (question.expect.length === 0) continue
      const more = { asOf: asOfOf(question), projectId: question.project, threadId: question.thread }
      const wanted = new Set(question.expect.flatMap((name) => ids.get(name) ?? []))
      asked.push({ language: story.language, type: 'kept', ...(await askBoth(store, question.ask, wanted, more)) })
      asked.push({ language: story.language, type: 'removed', ...(await askBoth(bare.store, question.ask, new Set(), more)) })
    }
    await store.close()
    await bare.store.close()
  }
  return asked
}

function judge(suite: string, asked: readonly Asking[]): Measurement[] {
  const scored: Scored[] = asked.map((one) => ({
    language: one.language,
    type: one.type,
    values: {
      'gave nothing': Number(one.gaveNothing),
      // What was found without a gate and is still found with it.
      'recall kept': one.foundOpen === 1 ? one.found : Number.NaN
    }
  }))
  const judged: Judged[] = asked.map((one) => ({ score: one.evidence, positive: one.type === 'kept' }))
  const languages = [...new Set(asked.map((one) => one.language))]
  const only = languages.length === 1 ? languages[0] : undefined
  const where = { suite, ablation: product, type: 'all', metric: 'AUROC' }
  return [
    statisticOf({ ...where, language: only ?? 'all' }, judged, auroc),
    ...(only === undefined
      ? languages.map((language) =>
          statisticOf(
            { ...where, language },
            judged.filter((_, index) => asked[index]?.language === language),
            auroc
          )
        )
      : []),
    ...summarise({ suite, ablation: product }, scored).filter((one) => one.type !== 'all' || one.metric === 'recall kept'),
    plain({ ...where, language: only ?? 'all', metric: 'questions' }, asked.length, asked.length)
  ]
}

/** Every question also without what answers it: does memory know when it knows nothing? */
export const abstention: Suite = async (context) => {
  const stories = await askStories(context)
  const measured = judge('abstention-life-changes', stories)
  const lacking = lackOf('memorybank-zh', 'questions-dev.jsonl')
  if (lacking !== null) return [...measured, { suite: 'abstention-memorybank-zh', skipped: lacking }]
  const bank = await askBank(context)
  return [...measured, ...judge('abstention-memorybank-zh', bank), ...judge('abstention', [...stories, ...bank])]
}
