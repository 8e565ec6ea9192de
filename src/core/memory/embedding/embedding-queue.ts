import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Embedder, ModelsInUse } from './embedder.ts'
import { createLeftoverVectors } from './leftover-vectors.ts'
import { createWaitingFacts, type InUse } from './waiting-facts.ts'
import { indexVectors, isUnit } from '../facts/fact-index.ts'
import type { FactRow } from '../facts/fact-rows.ts'
import { piecesFor } from './pieces.ts'

export interface EmbeddingQueue {
  /** Looks for facts without a vector of a model in use; returns at once. */
  kick(): void
  /** The models in use have changed: vectors of others can go. */
  modelsChanged(): void
  /** Facts that wait for a vector of the active model, counted up to `atMost` (absent: all). */
  pending(atMost?: number): number
  /** All facts that wait, also those for the coming model; about. */
  remaining(): number
  /** Resolves when no fact waits for the active model any more or the work under way ends, or after `ms`. */
  settle(ms: number): Promise<void>
  /** Ends after the batch that is under way. */
  close(): Promise<void>
}

const BATCH_FACTS = 48
const BATCH_PIECES = 48
/** Of one fact; a whole book that was to be remembered is found by its text beyond them. */
const MOST_PIECES = 400
const RETRY_MS = 5_000
/** How long a fact that failed by itself lets the others go first. */
const ASIDE_MS = 600_000
const NO_LIMIT = -1
/** What a coming model has to read before it may answer. */
const PROBE = 'hello'

interface Batch {
  readonly embedder: Embedder
  /** For the coming model: the facts have vectors of the active one. */
  readonly behind: boolean
  readonly rows: readonly FactRow[]
  readonly pieces: readonly (readonly string[])[]
}

/**
 * The queue is the database itself: a fact whose vectors are missing waits, so a crash loses nothing and repeats nothing. While another model is
 * coming, a new fact gets its vectors of the active model first, then of the coming one; then the older facts follow. When none is
 * left the coming model is the active one, and the vectors of the other are deleted in slices.
 */
export function createEmbeddingQueue(options: {
  readonly db: Db
  readonly models: ModelsInUse
  readonly logger: Logger
  readonly onProgress: () => void
  /** Timers, for tests. */
  readonly retryMs?: number
}): EmbeddingQueue {
  const { db, models, logger, retryMs = RETRY_MS } = options
  const inUse = (): InUse => [models.active().model.id, (models.coming() ?? models.active()).model.id]
  const waiting = createWaitingFacts(db, inUse)
  const leftovers = createLeftoverVectors(db, inUse)
  let running: Promise<void> | null = null
  let closed = false
  let retry: NodeJS.Timeout | null = null
  /** Ids of facts that are tried one by one, since a batch with them failed. */
  const suspects = new Set<string>()
  /** Ids of facts that failed alone, and the moment from which they are tried again. */
  const aside = new Map<string, number>()
  const settling = new Set<() => void>()
  /** Somebody asked for work while the last of it ended. */
  let again = false
  /** Whether what is done now is done with the coming model, whose failure must not hold up the active one. */
  let withComing = false

  function asideNow(): string {
    const now = performance.now()
    for (const [id, until] of aside) if (until <= now) aside.delete(id)
    return JSON.stringify([...aside.keys()])
  }

  function batchOf(embedder: Embedder, found: readonly FactRow[], behind: boolean): Batch | null {
    const rows: FactRow[] = []
    const pieces: string[][] = []
    let count = 0
    for (const row of found) {
      const cut = piecesFor(row.text, embedder.model).slice(0, MOST_PIECES)
      const alone = suspects.has(row.id) || suspects.has(rows[0]?.id ?? '')
      if (rows.length > 0 && (alone || count + cut.length > BATCH_PIECES)) break
      rows.push(row)
      pieces.push(cut)
      count += cut.length
    }
    return rows.length === 0 ? null : { embedder, behind, rows, pieces }
  }

  /** What is to be embedded next; `slice` when some old vectors were deleted instead, null when there is nothing to do. */
  function next(): Batch | 'slice' | null {
    const skipped = asideNow()
    const active = models.active()
    const fresh = batchOf(active, waiting.fresh(BATCH_FACTS, skipped), false)
    if (fresh !== null) return fresh
    if (leftovers.deleteSome()) return 'slice'
    const stale = batchOf(active, waiting.stale(BATCH_FACTS, skipped), false)
    if (stale !== null) return stale
    const coming = models.coming()
    return coming === null ? null : batchOf(coming, waiting.behind(BATCH_FACTS, skipped), true)
  }

  function setAside(row: FactRow): void {
    suspects.delete(row.id)
    aside.set(row.id, performance.now() + ASIDE_MS)
    logger.warn('embedding.fact-set-aside', { count: aside.size })
    later(ASIDE_MS)
  }

  function store({ embedder: { model }, behind, rows, pieces }: Batch, vectors: readonly Float32Array[]): void {
    const usable = (own: readonly Float32Array[], count: number): boolean =>
      own.length === count && count > 0 && own.every((vector) => vector.length === model.dimensions && isUnit(vector))
    transaction(db, () => {
      let offset = 0
      rows.forEach((row, index) => {
        const count = pieces[index]?.length ?? 0
        const own = vectors.slice(offset, offset + count)
        offset += count
        if (!usable(own, count)) return setAside(row)
        suspects.delete(row.id)
        // The fact may have been erased, hidden or changed meanwhile; a changed one waits again.
        const now = waiting.still(row, behind)
        if (now !== undefined) indexVectors(db, now, model.id, own)
      })
    })
  }

  /** Finds the fact that the model cannot read: after a failure of several they are tried one by one, and one that fails alone steps aside. */
  function blame(batch: Batch): void {
    const [first] = batch.rows
    if (batch.rows.length === 1 && first !== undefined) setAside(first)
    else for (const row of batch.rows) suspects.add(row.id)
  }

  /** Whether the model of a batch is still in use for what the batch was made for. */
  function wanted({ embedder, behind }: Batch): boolean {
    return embedder === (behind ? models.coming() : models.active())
  }

  async function embedBatch(batch: Batch): Promise<readonly Float32Array[]> {
    const answer = batch.embedder.embed(batch.pieces.flat(), 'passage')
    // Refused at once during a pause after deaths: not this batch's fault.
    const refused = batch.embedder.state() === 'failed'
    try {
      return await answer
    } catch (cause) {
      const missing = cause instanceof AppError && cause.code === 'MODEL_MISSING'
      if (!refused && !missing && !closed && wanted(batch)) blame(batch)
      throw cause
    }
  }

  function tellSettled(): void {
    if (settling.size === 0 || waiting.count(1) > 0) return
    for (const resolve of settling) resolve()
  }

  /** The coming model becomes the active one, if it can answer. Rejects when it cannot; then all stays as it is. */
  async function arrive(coming: Embedder): Promise<void> {
    withComing = true
    if (coming.state() !== 'ready') await coming.embed([PROBE], 'query')
    if (closed || models.coming() !== coming || (models.active().state() !== 'missing' && !waiting.hasArrived(aside.size))) return
    models.arrived()
    leftovers.look()
    logger.info('embedding.model-changed', { model: models.active().model.id })
  }

  async function work(batch: Batch): Promise<void> {
    withComing = batch.behind
    try {
      const vectors = await embedBatch(batch)
      if (!closed && wanted(batch)) store(batch, vectors)
    } catch (cause) {
      if (closed || !wanted(batch)) return
      // A model that cannot be loaded answers nothing, so there is no reason to wait for the other.
      const coming = models.coming()
      if (batch.behind || batch.embedder.state() !== 'missing' || coming === null) throw cause
      await arrive(coming)
    }
  }

  async function run(): Promise<void> {
    while (!closed) {
      again = false
      const job = next()
      const coming = models.coming()
      if (job === null && coming === null) return
      if (job === null && coming !== null) await arrive(coming)
      else if (job !== null && job !== 'slice') await work(job)
      if (closed) return
      tellSettled()
      options.onProgress()
      // Lets requests in between two batches.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  function later(ms: number): void {
    if (closed) return
    if (retry !== null) clearTimeout(retry)
    retry = setTimeout(kick, ms)
    retry.unref()
  }

  function kick(): void {
    again = true
    if (closed || running !== null) return
    let failed = false
    running = run()
      .catch((cause: unknown) => {
        failed = !withComing
        const states = { state: models.active().state(), coming: models.coming()?.state() ?? 'none' }
        logger.warn('embedding.failed', { error: cause instanceof Error ? cause.name : 'unknown', ...states })
        options.onProgress()
        if (states.state !== 'missing' && states.coming !== 'missing') later(retryMs)
      })
      .finally(() => {
        running = null
        if (again && !failed) kick()
        if (running === null) for (const resolve of settling) resolve()
      })
  }

  return {
    kick,
    modelsChanged: () => {
      leftovers.look()
      kick()
    },
    pending: (atMost = NO_LIMIT) => waiting.count(atMost),
    remaining: () => waiting.count(NO_LIMIT) + waiting.roughlyBehind(),
    settle: async (ms) => {
      if (running === null) return
      await new Promise<void>((resolve) => {
        const end = (): void => {
          clearTimeout(timer)
          settling.delete(end)
          resolve()
        }
        const timer = setTimeout(end, ms)
        settling.add(end)
      })
    },
    close: async () => {
      closed = true
      if (retry !== null) clearTimeout(retry)
      await running
    }
  }
}
