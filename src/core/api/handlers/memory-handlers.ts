import { parseCommand } from '../../../shared/turn/command.ts'
import type { ParsedInput, RouteOutput } from '../../../shared/ipc/contract.ts'
import { aboutQuery } from '../../memory/facts/about.ts'
import { memoryMap } from '../../memory/map/memory-map.ts'
import { mergeFacts } from '../../memory/facts/merge.ts'
import { MergeBook, unmergeFacts } from '../../memory/facts/merge-undo.ts'
import type { Clock } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Deletions, Eraser } from '../../memory/forgetting/deletions.ts'
import { namespaceOf } from '../../memory/facts/fact-id.ts'
import { factsOf } from '../../memory/facts/fact-evidence.ts'
import { searchFactRows } from '../../memory/facts/fact-search.ts'
import type { FactStore, NewFact } from '../../memory/facts/fact-store.ts'
import { wholeRecall } from '../../memory/recall/recall-tuning.ts'
import type { LongTermMemory } from '../../memory/long-term-memory.ts'
import type { ProjectStore } from '../../memory/facts/project-store.ts'
import type { EmbeddingQueue } from '../../memory/embedding/embedding-queue.ts'
import type { Db } from '../../db/database.ts'
import type { Destination } from '../../../shared/model/privacy.ts'
import type { Handlers } from '../router.ts'

export interface MemoryHandlerPorts {
  readonly db: Db
  readonly facts: FactStore
  readonly longTerm: LongTermMemory
  readonly queue: EmbeddingQueue
  readonly deletions: Deletions
  readonly eraser: Eraser
  readonly projects: ProjectStore
  readonly clock: Clock
  readonly projectsChanged: () => void
  /** Where a turn would go now; a recall without a destination is for that one. */
  readonly destination: () => Destination
}

const DEFAULT_LIMIT = 8
const LIST_LIMIT = 1_000
const NEAR_LIMIT = 50
/** Two facts that say the same are both to be forgotten. */
const EVERY_ONE = { ...wholeRecall, diversity: false }
const MAP_LIMIT = 2_000

const msOf = (iso: string | undefined): number | undefined => (iso === undefined ? undefined : Date.parse(iso))

function newFact(draft: ParsedInput<'memory.add'>): NewFact {
  if (draft.scope === 'thread') throw new AppError('INVALID_INPUT', 'A fact of one thread comes from a turn', { field: 'scope' })
  if (draft.scope === 'project' && draft.projectId === undefined) {
    throw new AppError('INVALID_INPUT', 'A project fact needs a project', { field: 'projectId' })
  }
  // A text that begins with 私密： means it, wherever it is typed; a label that is said wins.
  const privacy = draft.privacy ?? (parseCommand(draft.text).kind === 'private' ? 'private' : undefined)
  return {
    text: draft.text,
    namespace: namespaceOf(draft),
    ...(privacy === undefined ? {} : { privacy }),
    key: draft.key ?? null,
    category: draft.category ?? null,
    aliases: draft.aliases ?? [],
    pinned: draft.pinned ?? false,
    source: 'person',
    ...(draft.createdAt === undefined ? {} : { createdAt: Date.parse(draft.createdAt) })
  }
}

type MemoryRoutes =
  | 'memory.add'
  | 'memory.addMany'
  | 'memory.recall'
  | 'memory.list'
  | 'memory.get'
  | 'memory.update'
  | 'memory.delete'
  | 'memory.deleteMany'
  | 'memory.map'
  | 'memory.about'
  | 'memory.merge'
  | 'memory.unmerge'
  | 'deletions.undo'

export function memoryHandlers(ports: MemoryHandlerPorts): Pick<Handlers, MemoryRoutes> {
  const { db, facts, longTerm, queue, deletions, eraser, projects } = ports
  const merges = new MergeBook()

  /** All or none: one that is not there stops it before anything is hidden. */
  function forget(factIds: readonly string[], undoable: boolean | undefined): RouteOutput<'memory.deleteMany'> {
    for (const factId of factIds) facts.require(factId)
    if (undoable === true) return deletions.hold(factIds.map((id) => ({ kind: 'fact', id })))
    eraser.eraseFacts(factIds, 'with-history')
    return { deletionId: null, until: null }
  }

  /** In the person's own namespace and in that of every project; one thread's facts are found by their words. */
  async function near(query: string): Promise<string[]> {
    const places = [undefined, ...projects.list().map((project) => project.projectId)]
    const found = await Promise.all(
      places.map((projectId) =>
        longTerm.recall(query, { limit: NEAR_LIMIT, audience: 'local', projectId, abstain: true, tuning: EVERY_ONE })
      )
    )
    return found.flat().map((fact) => fact.factId)
  }

  function ensureProjects(drafts: readonly ParsedInput<'memory.add'>[]): void {
    const named = new Set(drafts.map((draft) => draft.projectId).filter((id) => id !== undefined))
    const made = [...named].filter((id) => projects.ensure(id))
    if (made.length > 0) ports.projectsChanged()
  }

  return {
    'memory.add': (draft) => {
      const fact = newFact(draft)
      ensureProjects([draft])
      return longTerm.addFact(fact)
    },
    'memory.addMany': async ({ items }) => {
      const prepared = await longTerm.prepareFacts(items.map(newFact))
      ensureProjects(items)
      return longTerm.addFacts(prepared)
    },
    'memory.recall': async ({ query, limit, destination, projectId, asOf, abstain }) => {
      const found = await longTerm.recall(query, {
        limit: limit ?? DEFAULT_LIMIT,
        audience: destination ?? ports.destination(),
        projectId,
        asOf: msOf(asOf) ?? null,
        abstain
      })
      return found.map(({ evidence: _evidence, ...fact }) => fact)
    },
    'memory.list': ({ search, limit, offset, from, to, ...filter }) => {
      const rowids = search === undefined || search.trim() === '' ? undefined : searchFactRows(db, search)
      const time = { from: msOf(from), to: msOf(to) }
      return factsOf(db, facts.list({ ...filter, ...time, rowids, limit: limit ?? LIST_LIMIT, offset: offset ?? 0 }))
    },
    'memory.get': ({ factId }) => {
      const [fact] = factsOf(db, [facts.require(factId)])
      if (fact === undefined) throw new AppError('NOT_FOUND', 'No such fact')
      return { ...fact, history: factsOf(db, facts.history(factId)) }
    },
    'memory.map': ({ limit }) => memoryMap(db, limit ?? MAP_LIMIT),
    'memory.about': ({ query }) => aboutQuery({ db, near }, query),
    'memory.merge': ({ factIds, text }) => {
      const merged = mergeFacts({ db, facts, clock: ports.clock, book: merges }, factIds, text)
      queue.kick()
      return merged
    },
    'memory.unmerge': ({ mergeId }) => {
      unmergeFacts(db, facts, merges.take(mergeId))
      queue.kick()
      return { done: true }
    },
    'memory.update': ({ factId, patch }) => {
      const updated = facts.update(factId, patch)
      queue.kick()
      return { factId: updated }
    },
    'memory.delete': ({ factId, undoable }) => forget([factId], undoable),
    'memory.deleteMany': ({ factIds, undoable }) => forget(factIds, undoable),
    'deletions.undo': ({ deletionId }) => {
      deletions.undo(deletionId)
      queue.kick()
      return { done: true }
    }
  }
}
