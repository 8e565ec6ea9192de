import type { Embedder } from '../../../src/core/memory/embedding/embedder.ts'
import type { FactCategory } from '../../../src/shared/model/memory.ts'
import { ablations, type Ablation } from '../ablations.ts'
import { foreignFile, readJson } from '../data.ts'
import { summarise, timesOf, type Scored } from '../measurement.ts'
import { openStore, said, type EvalStore } from '../store.ts'
import type { Suite } from '../suite.ts'
import { TURN_LIMIT } from './life-changes.ts'

interface Belief {
  readonly id: string
  readonly user_id: string
  readonly type: 'preference' | 'decision' | 'entity' | 'relation' | 'open_question'
  readonly canonical_name: string
  readonly aliases: readonly string[]
  readonly content: string
  readonly scope: readonly string[]
  readonly confidence: number
  readonly pinned: boolean
  readonly superseded_by: string | null
  readonly resolved_at: string | null
  readonly created_at: string
  readonly participants?: readonly string[]
}

interface Case {
  readonly caseId: string
  readonly category: string
  readonly userId?: string
  readonly scope: readonly string[]
  readonly query: string
  readonly budget?: { readonly maxBeliefs?: number }
  readonly expect: {
    readonly relevantBeliefs?: { readonly mustInclude?: readonly string[]; readonly shouldOnlyInclude?: readonly string[] }
  }
}

/** The field of the benchmark's file that holds a belief's id. */
const ID = '_id'
const OWNER = 'test-user'
const MOST_BELIEFS = 20
const DOMAIN = /^domain:/u

const CATEGORIES: Readonly<Record<Belief['type'], FactCategory>> = {
  preference: 'preference',
  decision: 'knowledge',
  entity: 'knowledge',
  relation: 'knowledge',
  open_question: 'context'
}

/** The name of the belief that holds in the end, since a chain of replaced ones had one key in common. */
function keyOf(belief: Belief, byId: ReadonlyMap<string, Belief>): string {
  const next = belief.superseded_by === null ? undefined : byId.get(belief.superseded_by)
  return next === undefined ? belief.canonical_name : keyOf(next, byId)
}

/** How many others have to be told before it: a replaced belief comes before the one that replaces it. */
function depthOf(belief: Belief, byId: ReadonlyMap<string, Belief>): number {
  const next = belief.superseded_by === null ? undefined : byId.get(belief.superseded_by)
  return next === undefined ? 0 : 1 + depthOf(next, byId)
}

interface Beliefs {
  readonly store: EvalStore
  readonly beliefOf: ReadonlyMap<string, Belief>
}

/** `canonical_name` is the key, `domain:x` a project, `user:universal` the person; what was resolved holds no longer. */
async function tell(embedder: Embedder, beliefs: readonly Belief[]): Promise<Beliefs> {
  const store = await openStore(embedder, '2026-11-01T12:00:00Z')
  const byId = new Map(beliefs.map((belief) => [belief.id, belief]))
  const beliefOf = new Map<string, Belief>()
  const own = beliefs.filter((belief) => belief.user_id === OWNER).toSorted((one, other) => depthOf(other, byId) - depthOf(one, byId))
  for (const belief of own) {
    const domain = belief.scope.find((scope) => DOMAIN.test(scope))
    const namespace =
      domain === undefined ? undefined : { scope: 'project' as const, projectId: domain.replace(DOMAIN, ''), threadId: null }
    const { factId } = store.memory.facts.add(
      said(belief.content, belief.created_at, {
        ...(namespace === undefined ? {} : { namespace }),
        source: 'extraction',
        key: keyOf(belief, byId),
        aliases: belief.aliases,
        category: CATEGORIES[belief.type],
        pinned: belief.pinned,
        confidence: belief.confidence
      })
    )
    beliefOf.set(factId, belief)
    if (belief.resolved_at !== null) store.memory.facts.update(factId, { retracted: true })
  }
  await store.memory.embedded()
  return { store, beliefOf }
}

/** One search per domain, taken in turns by rank, as the benchmark does it for stores that know one scope at a time. */
async function search({ store, beliefOf }: Beliefs, one: Case, most: number, ablation: Ablation): Promise<{ found: Belief[]; ms: number }> {
  const domains = one.scope.filter((scope) => DOMAIN.test(scope)).map((scope) => scope.replace(DOMAIN, ''))
  const perDomain: (readonly string[])[] = []
  let ms = 0
  for (const projectId of domains.length === 0 ? [undefined] : domains) {
    const asked = await store.ask(one.query, Math.min(most, TURN_LIMIT), ablation, { projectId })
    perDomain.push(asked.ids)
    ms += asked.ms
  }
  const longest = Math.max(0, ...perDomain.map((ids) => ids.length))
  const inTurns = Array.from({ length: longest }, (_, rank) => perDomain.flatMap((ids) => ids[rank] ?? [])).flat()
  const found = [...new Set(inTurns)].flatMap((id) => beliefOf.get(id) ?? [])
  return { found: found.slice(0, most), ms }
}

/** What a relation links is taken in as well by the benchmark itself, whatever store answers. */
function withParticipants(found: readonly Belief[], all: readonly Belief[], scope: readonly string[]): Belief[] {
  const linked = found
    .filter((belief) => belief.type === 'relation')
    .flatMap((belief) => belief.participants ?? [])
    .flatMap((id) => all.find((belief) => belief.id === id) ?? [])
    .filter((belief) => belief.type !== 'open_question' && belief.user_id === OWNER && belief.scope.some((name) => scope.includes(name)))
  return [...new Set([...found, ...linked])]
}

/** Pinned beliefs of the scope are given apart and take their places of the budget first. */
function pinnedOf(all: readonly Belief[], scope: readonly string[]): Belief[] {
  return all.filter(
    (belief) =>
      belief.user_id === OWNER &&
      belief.pinned &&
      belief.superseded_by === null &&
      belief.resolved_at === null &&
      belief.scope.some((name) => scope.includes(name))
  )
}

interface Answer extends Scored {
  readonly ms: number
  readonly extra: readonly string[]
  readonly missing: readonly string[]
}

async function answer(told: Beliefs, all: readonly Belief[], one: Case, ablation: Ablation): Promise<Answer> {
  const most = one.budget?.maxBeliefs ?? MOST_BELIEFS
  const pinned = pinnedOf(all, one.scope)
  const unknown = one.userId !== undefined && one.userId !== OWNER
  const searched = unknown || one.query.trim() === '' || most === 0 ? { found: [], ms: 0 } : await search(told, one, most, ablation)
  // Pinned ones, questions among them, are the other tiers and no noise of this one.
  const own = searched.found.filter((belief) => !pinned.includes(belief))
  const facts = pinned.filter((belief) => belief.type !== 'open_question').slice(0, most)
  const given = withParticipants(own, all, one.scope)
    .filter((belief) => !pinned.includes(belief))
    .slice(0, Math.max(0, most - facts.length))
    .map((belief) => belief.id)
  const { shouldOnlyInclude, mustInclude = [] } = one.expect.relevantBeliefs ?? {}
  const wanted = new Set(shouldOnlyInclude ?? mustInclude.filter((id) => all.some((belief) => belief.id === id && !belief.pinned)))
  const hits = given.filter((id) => wanted.has(id)).length
  const exact = hits === wanted.size && (shouldOnlyInclude === undefined || hits === given.length)
  return {
    language: 'en',
    type: one.category,
    ms: searched.ms,
    extra: given.filter((id) => !wanted.has(id)),
    missing: [...wanted].filter((id) => !given.includes(id)),
    values: {
      // Where nothing was wanted and nothing given, there is nothing to be precise about.
      precision: given.length === 0 ? (wanted.size === 0 ? Number.NaN : 0) : hits / given.length,
      recall: wanted.size === 0 ? Number.NaN : hits / wanted.size,
      exact: Number(exact)
    }
  }
}

function readBeliefs(): Belief[] {
  const raw = readJson<(Omit<Belief, 'id'> & { readonly [ID]: string })[]>(foreignFile('precisionmembench', 'beliefs.seed.json'))
  return raw.map((belief) => ({ ...belief, id: belief[ID] }))
}

/** PrecisionMemBench, the cases of one turn: the right beliefs, and only those. */
export const precision: Suite = async (context) => {
  const beliefs = readBeliefs()
  const cases = readJson<Case[]>(foreignFile('precisionmembench', 'retrieval.cases.json'))
  const told = await tell(context.embedder, beliefs)
  const suite = 'precisionmembench'
  const measured = []
  for (const ablation of ablations) {
    const answers: Answer[] = []
    for (const one of cases) {
      const given = await answer(told, beliefs, one, ablation)
      answers.push(given)
      const { extra, missing } = given
      if (given.values['exact'] === 0) context.miss({ suite, ablation: ablation.name, id: one.caseId, query: one.query, missing, extra })
    }
    const asked = answers.map((one) => one.ms).filter((ms) => ms > 0)
    measured.push(
      ...summarise({ suite, ablation: ablation.name }, answers),
      ...timesOf({ suite, ablation: ablation.name, language: 'en' }, asked)
    )
  }
  await told.store.close()
  return measured
}
