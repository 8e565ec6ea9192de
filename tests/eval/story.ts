import type { FactCategory } from '../../src/shared/model/memory.ts'
import { userNamespace, type FactNamespace } from '../../src/core/memory/facts/fact-id.ts'
import type { Embedder } from '../../src/core/memory/embedding/embedder.ts'
import { ownFile, readJsonLines, readLines } from './data.ts'
import { openStore, said, type EvalStore } from './store.ts'

/** See `life-changes/README.md` for what the fields mean. */
export interface Step {
  readonly id?: string
  readonly at: string
  readonly event?: string
  readonly text?: string
  readonly key?: string
  readonly category?: FactCategory
  readonly aliases?: readonly string[]
  readonly pinned?: boolean
  readonly project?: string
  readonly thread?: string
  readonly replaces?: string
  readonly corrects?: string
  readonly retracts?: string
}

export interface StoryQuestion {
  readonly ask: string
  readonly asOf?: string
  readonly project?: string
  readonly thread?: string
  readonly expect: readonly string[]
  readonly never: readonly string[]
}

export interface LifeChange {
  readonly id: string
  readonly type: string
  readonly story: readonly Step[]
  readonly others: readonly string[]
  readonly questions: readonly StoryQuestion[]
}

export interface OwnStory extends LifeChange {
  readonly language: 'en' | 'zh'
  readonly background: readonly string[]
}

/** The day on which the questions are asked. */
export const ASKED_AT = '2026-01-15T09:00:00Z'
const noon = (day: string): string => `${day}T12:00:00Z`

export function readStories(): OwnStory[] {
  return (['en', 'zh'] as const).flatMap((language) => {
    const background = readLines(ownFile('life-changes', `background.${language}.txt`))
    return readJsonLines<LifeChange>(ownFile('life-changes', `${language}.jsonl`)).map((story) => ({ ...story, language, background }))
  })
}

function namespaceOf(step: Step): FactNamespace {
  if (step.project !== undefined) return { scope: 'project', projectId: step.project, threadId: null }
  if (step.thread !== undefined) return { scope: 'thread', projectId: null, threadId: step.thread }
  return userNamespace
}

function known(ids: ReadonlyMap<string, string>, name: string): string {
  const id = ids.get(name)
  if (id === undefined) throw new Error(`the story names ${name} before it is told`)
  return id
}

/** Tells one statement to the product, as extraction or the person's own edit would. */
function tell(store: EvalStore, step: Step, ids: Map<string, string>): void {
  const { facts } = store.memory
  const wrong = step.retracts ?? step.corrects
  if (wrong !== undefined) facts.update(known(ids, wrong), { retracted: true })
  if (step.text === undefined || step.id === undefined) return
  if (step.replaces !== undefined) {
    ids.set(step.id, facts.update(known(ids, step.replaces), { text: step.text }))
    return
  }
  const fact = said(step.text, noon(step.event ?? step.at), {
    namespace: namespaceOf(step),
    source: 'extraction',
    key: step.key ?? null,
    category: step.category ?? null,
    aliases: step.aliases ?? [],
    pinned: step.pinned ?? false
  })
  ids.set(step.id, facts.add(fact).factId)
}

/**
 * A store in which a story has been told, and the fact of each statement.
 * @param without statements that are left out, with the changes that name them.
 */
export async function tellStory(
  embedder: Embedder,
  story: OwnStory,
  without: ReadonlySet<string> = new Set()
): Promise<{ store: EvalStore; ids: ReadonlyMap<string, string> }> {
  const first = story.story[0]?.at ?? ''
  const store = await openStore(embedder, noon(first))
  const ids = new Map<string, string>()
  for (const text of [...story.background, ...story.others]) store.memory.facts.add(said(text, noon(first)))
  for (const step of story.story) {
    if (step.id !== undefined && without.has(step.id)) continue
    if ([step.replaces, step.corrects, step.retracts].some((name) => name !== undefined && without.has(name))) continue
    store.clock.set(noon(step.at))
    tell(store, step, ids)
  }
  store.clock.set(ASKED_AT)
  await store.memory.embedded()
  return { store, ids }
}

/** The moment that a question is about, or null for now. */
export function asOfOf(question: StoryQuestion): number | null {
  return question.asOf === undefined ? null : Date.parse(`${question.asOf}T18:00:00Z`)
}
