import { ablations } from '../ablations.ts'
import { summarise, timesOf, type Scored } from '../measurement.ts'
import { asOfOf, readStories, tellStory, type OwnStory, type StoryQuestion } from '../story.ts'
import type { EvalStore } from '../store.ts'
import type { Suite } from '../suite.ts'

/** Facts that a turn is given. */
export const TURN_LIMIT = 8

interface Told {
  readonly store: EvalStore
  readonly ids: ReadonlyMap<string, string>
}

interface Answer extends Scored {
  readonly ms: number
}

async function answer(
  { store, ids }: Told,
  story: OwnStory,
  question: StoryQuestion,
  ablation: (typeof ablations)[number]
): Promise<Answer> {
  const asked = await store.ask(question.ask, TURN_LIMIT, ablation, {
    asOf: asOfOf(question),
    projectId: question.project,
    threadId: question.thread
  })
  const given = new Set(asked.ids)
  const found = question.expect.every((name) => given.has(ids.get(name) ?? ''))
  const stale = question.never.some((name) => given.has(ids.get(name) ?? ''))
  const when = question.asOf === undefined ? 'now' : 'as of'
  return {
    language: story.language,
    type: story.type,
    ms: asked.ms,
    values: {
      right: found && !stale ? 1 : 0,
      [`right, ${when}`]: found && !stale ? 1 : 0,
      found: question.expect.length === 0 ? Number.NaN : Number(found),
      stale: Number(stale)
    }
  }
}

/** The project's own stories: is the right fact among those a turn would be given, and none that no longer holds? */
export const lifeChanges: Suite = async (context) => {
  const answers = new Map<string, Answer[]>(ablations.map(({ name }) => [name, []]))
  for (const story of readStories()) {
    const told = await tellStory(context.embedder, story)
    for (const ablation of ablations) {
      for (const question of story.questions) {
        const one = await answer(told, story, question, ablation)
        answers.get(ablation.name)?.push(one)
        const { right, found, stale } = one.values
        if (right === 0) context.miss({ suite: 'life-changes', ablation: ablation.name, id: story.id, query: question.ask, found, stale })
      }
    }
    await told.store.close()
  }
  return [...answers].flatMap(([ablation, given]) => [
    ...summarise({ suite: 'life-changes', ablation }, given),
    ...timesOf(
      { suite: 'life-changes', ablation, language: 'all' },
      given.map((one) => one.ms)
    )
  ])
}
