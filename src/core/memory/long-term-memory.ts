import type { RecalledFact } from '../../shared/model/memory.ts'
import type { Destination } from '../../shared/model/privacy.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { isoTime, type Clock } from '../kernel/clock.ts'
import type { ActiveModel, Embedder } from './embedding/embedder.ts'
import type { EmbeddingQueue } from './embedding/embedding-queue.ts'
import { namespaceName, userNamespace, type FactNamespace } from './facts/fact-id.ts'
import { isUnit } from './facts/fact-index.ts'
import type { FactStore, NewFact } from './facts/fact-store.ts'
import { Background } from './recall/background.ts'
import { asksByWord, saysLittle } from './text/question.ts'
import { findByText, recallFacts, type RecallHit } from './recall/recall.ts'
import { partsOfQuery } from './recall/query-parts.ts'
import type { RecallRequest } from './recall/recall-request.ts'
import { wholeRecall, type RecallTuning } from './recall/recall-tuning.ts'
import { VectorIndex } from './recall/vector-index.ts'
import type { QueryVectors } from './recall/vector-leg.ts'

export interface RecallOptions {
  readonly limit: number
  readonly audience: Destination
  readonly projectId?: string | null | undefined
  readonly threadId?: string | null | undefined
  /** Milliseconds since the epoch. */
  readonly asOf?: number | null | undefined
  readonly abstain?: boolean | undefined
  /** Absent: as the settings say. */
  readonly tuning?: RecallTuning | undefined
}

/** A recalled fact with the raw evidence for it: from 1 on it is relevant, 2 is sure. */
export interface FoundFact extends RecalledFact {
  readonly evidence: number
}

function foundFact(hit: RecallHit): FoundFact {
  const { factId, text, privacy, category, confidence, pinned, source, score, evidence } = hit
  const times = { createdAt: isoTime(hit.createdAt), validFrom: isoTime(hit.validFrom) }
  return { factId, text, privacy, category, confidence, pinned, source, score, evidence, ...times }
}

/** How long a recall waits for the embedding model to load, or for facts just added to get their vectors. Text search needs neither. */
const LOAD_WAIT_MS = 1_200
const FRESH_WAIT_MS = 250
const FRESH_FACTS = 64
/** Characters of a query that the embedding model is given; it reads no more anyway. */
const QUERY_CHARACTERS = 2_000

function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), ms)
    work.then(resolve, () => resolve(null)).finally(() => clearTimeout(timer))
  })
}

/** Grows with every row that this connection, the only one, changes. */
function changesOf(db: Db): number {
  return (statement(db, 'select total_changes() as n').get() as { n: number }).n
}

export interface LongTermMemoryOptions {
  readonly db: Db
  readonly facts: FactStore
  readonly models: ActiveModel
  readonly queue: EmbeddingQueue
  readonly clock: Clock
  /** Setting `memory.ranking`; absent: `hearth`. */
  readonly ranking?: () => RecallTuning['ranking']
}

/** Facts that survive a restart, found by their words and their meaning. */
export class LongTermMemory {
  readonly #options: LongTermMemoryOptions
  readonly #index: VectorIndex
  readonly #background = new Background()
  readonly #endListening: () => void

  constructor(options: LongTermMemoryOptions) {
    this.#options = options
    this.#index = new VectorIndex(options.db)
    this.#endListening = options.models.onActiveChange(() => this.warm())
  }

  /** Facts by vector. One per database. */
  get index(): VectorIndex {
    return this.#index
  }

  /** Reads the vectors of the active model into memory, in the background. */
  warm(): void {
    this.#index.load(this.#options.models.active().model)
  }

  /** Before the database is closed. */
  close(): void {
    this.#endListening()
    this.#index.close()
  }

  /** Stores a fact; the same sentence twice is one. It is found by text at once, by meaning soon. */
  addFact(fact: NewFact): { factId: string; created: boolean } {
    const added = this.#options.facts.add(fact)
    this.#options.queue.kick()
    return added
  }

  /** Works out what storing many facts needs, letting other work in; pass the result to `addFacts`. */
  prepareFacts(facts: readonly NewFact[]): Promise<NewFact[]> {
    return this.#options.facts.prepare(facts)
  }

  /** All or none. */
  addFacts(facts: readonly NewFact[]): { factId: string; created: boolean }[] {
    const added = this.#options.facts.addMany(facts)
    this.#options.queue.kick()
    return added
  }

  /** Facts for a query, best first. Private ones only for a local audience. Nothing relevant gives nothing. */
  async recall(query: string, options: RecallOptions): Promise<FoundFact[]> {
    const { db, queue, models, clock, ranking = () => 'hearth' } = this.#options
    if (query.trim() === '') return []
    const tuning = options.tuning ?? { ...wholeRecall, ranking: ranking() }
    const pending = queue.pending(FRESH_FACTS + 1)
    if (pending > 0) queue.kick()
    if (pending > 0 && pending <= FRESH_FACTS) await queue.settle(FRESH_WAIT_MS)
    const embedding = tuning.vector && tuning.ranking === 'hearth' ? this.#embed(models.active(), query) : Promise.resolve(null)
    const request: RecallRequest = { ...this.#scopeOf(query, options), query, limit: options.limit, now: clock.now() }
    // The words are looked up while the worker makes the vector; what changed meanwhile (a deletion) makes that void.
    const before = changesOf(db)
    const early = findByText(db, request, tuning)
    const vectors = await embedding
    const byText = changesOf(db) === before ? early : findByText(db, request, tuning)
    const hits = recallFacts(request, { db, index: this.#index, tuning, query: vectors, byText })
    return hits.map(foundFact)
  }

  #scopeOf(query: string, options: RecallOptions): Pick<RecallRequest, 'exactIds' | 'scopes' | 'audience' | 'asOf' | 'abstain'> {
    const namespaces: FactNamespace[] = [
      userNamespace,
      ...(options.projectId ? [{ scope: 'project', projectId: options.projectId, threadId: null } as const] : []),
      ...(options.threadId ? [{ scope: 'thread', projectId: null, threadId: options.threadId } as const] : [])
    ]
    return {
      exactIds: namespaces.map((namespace) => this.#options.facts.idOf(namespace, query)),
      scopes: namespaces.map(namespaceName),
      audience: options.audience,
      asOf: options.asOf ?? null,
      abstain: options.abstain ?? true
    }
  }

  /** Null when no usable vector comes in time; text alone answers then. */
  async #embed(embedder: Embedder, query: string): Promise<QueryVectors | null> {
    const { model } = embedder
    const parts = partsOfQuery(query.toWellFormed()).map((part) => part.slice(0, QUERY_CHARACTERS).toWellFormed())
    const vectors = await within(LOAD_WAIT_MS, embedder.embed(parts, 'query'))
    const usable = (vectors ?? []).filter((vector) => vector.length === model.dimensions && isUnit(vector))
    const [whole] = usable
    if (whole === undefined) return null
    if (model.calibration.aboveTalk === null) return { model, vectors: usable, level: null }
    // Made behind the first recall, whatever it asks, so that a short message seldom has to wait for it.
    void this.#background.prepare(embedder)
    const clear = asksByWord(query) || !saysLittle(query)
    const level = clear ? null : await within(LOAD_WAIT_MS, this.#background.level(embedder, whole))
    return { model, vectors: usable, level }
  }

  /** Of facts recalled earlier, those that an audience may still be given. */
  stillGiven(recalled: readonly RecalledFact[], audience: Destination): RecalledFact[] {
    return recalled.filter(({ factId }) => {
      const row = this.#options.facts.row(factId)
      return row !== null && (audience === 'local' || row.privacy === 'open')
    })
  }

  /** Erases a fact with its history. @returns false when there was none. */
  delete(factId: string): boolean {
    return this.#options.facts.erase(factId).rows.length > 0
  }

  /** Sets a single-valued attribute; a new value replaces the old one, which stays as history. */
  remember(key: string, value: string, namespace: FactNamespace = userNamespace): string {
    return this.addFact({ text: value, key, namespace, source: 'person' }).factId
  }

  /** The value of an attribute that holds now, or null. */
  get(key: string, namespace: FactNamespace = userNamespace): string | null {
    return this.#options.facts.byKey(key, namespace)[0]?.text ?? null
  }

  /** Erases an attribute. @returns false when it was not set. */
  forget(key: string, namespace: FactNamespace = userNamespace): boolean {
    return this.#options.facts
      .byKey(key, namespace)
      .map((fact) => this.delete(fact.factId))
      .some(Boolean)
  }
}
