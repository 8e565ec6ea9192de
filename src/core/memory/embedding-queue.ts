import type { Db } from '../db/database.ts'
import { transaction } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Embedder } from './embedder.ts'
import { indexVectors, isUnit } from './fact-index.ts'
import type { FactRow } from './fact-rows.ts'
import { piecesOf } from './pieces.ts'

export interface EmbeddingQueue {
  /** Looks for facts without a vector of the current model; returns at once. */
  kick(): void
  /** Facts that wait, counted up to `atMost` (absent: all). */
  pending(atMost?: number): number
  /** Resolves when the work under way ends, or after `ms`. */
  settle(ms: number): Promise<void>
  /** Ends after the batch that is under way. */
  close(): Promise<void>
}

const BATCH_FACTS = 24
const BATCH_PIECES = 48
/** Of one fact; a whole book that was to be remembered is found by its text beyond them. */
const MOST_PIECES = 400
const RETRY_MS = 5_000
/** How long a fact that failed by itself lets the others go first. */
const ASIDE_MS = 600_000
const NO_LIMIT = -1

interface Batch {
  readonly rows: readonly FactRow[]
  readonly pieces: readonly (readonly string[])[]
}

/** Kept off the index of `status`, which nearly every row matches; few have no vector. */
const USABLE = `+status in ('live', 'superseded') and deletion_id is null`
const OTHER_MODEL = '(embedded_model < ? or embedded_model > ?)'

/** The queue is the database itself: a fact without `embedded_model` waits, so a crash loses nothing and repeats nothing. */
export function createEmbeddingQueue(options: {
  readonly db: Db
  readonly embedder: Embedder
  readonly logger: Logger
  readonly onProgress: () => void
  /** Timers, for tests. */
  readonly retryMs?: number
}): EmbeddingQueue {
  const { db, embedder, logger, retryMs = RETRY_MS } = options
  const model = embedder.model
  let running: Promise<void> | null = null
  let closed = false
  let retry: NodeJS.Timeout | null = null
  /** Ids of facts that are tried one by one, since a batch with them failed. */
  const suspects = new Set<string>()
  /** Ids of facts that failed alone, and the moment from which they are tried again. */
  const aside = new Map<string, number>()

  function asideNow(): string {
    const now = performance.now()
    for (const [id, until] of aside) if (until <= now) aside.delete(id)
    return JSON.stringify([...aside.keys()])
  }

  /** The newest first: what was just said is asked for soonest. */
  function waitingRows(): FactRow[] {
    const rest = `${USABLE} and id not in (select value from json_each(?)) order by rowid desc limit ${BATCH_FACTS}`
    const skipped = asideNow()
    const without = statement(db, `select * from facts where embedded_model is null and ${rest}`).all(skipped) as FactRow[]
    if (without.length > 0) return without
    return statement(db, `select * from facts where ${OTHER_MODEL} and ${rest}`).all(model.id, model.id, skipped) as FactRow[]
  }

  function nextBatch(): Batch | null {
    const found = waitingRows()
    const rows: FactRow[] = []
    const pieces: string[][] = []
    let count = 0
    for (const row of found) {
      const cut = piecesOf(row.text, model.maxTokens).slice(0, MOST_PIECES)
      const alone = suspects.has(row.id) || suspects.has(rows[0]?.id ?? '')
      if (rows.length > 0 && (alone || count + cut.length > BATCH_PIECES)) break
      rows.push(row)
      pieces.push(cut)
      count += cut.length
    }
    return rows.length === 0 ? null : { rows, pieces }
  }

  function setAside(row: FactRow): void {
    suspects.delete(row.id)
    aside.set(row.id, performance.now() + ASIDE_MS)
    logger.warn('embedding.fact-set-aside', { count: aside.size })
    later(ASIDE_MS)
  }

  function usable(vectors: readonly Float32Array[], count: number): boolean {
    return vectors.length === count && count > 0 && vectors.every((vector) => vector.length === model.dimensions && isUnit(vector))
  }

  function store(batch: Batch, vectors: readonly Float32Array[]): void {
    transaction(db, () => {
      let offset = 0
      batch.rows.forEach((row, index) => {
        const count = batch.pieces[index]?.length ?? 0
        const own = vectors.slice(offset, offset + count)
        offset += count
        if (!usable(own, count)) return setAside(row)
        suspects.delete(row.id)
        // The fact may have been erased, hidden or changed meanwhile; a changed one waits again.
        const now = statement(
          db,
          `select * from facts where rowid = ? and id = ? and normal_text = ? and ${USABLE} and embedded_model is not ?`
        ).get(row.rowid, row.id, row.normal_text, model.id) as FactRow | undefined
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

  async function embedBatch(batch: Batch): Promise<readonly Float32Array[]> {
    const answer = embedder.embed(batch.pieces.flat(), 'passage')
    // Refused at once during a pause after deaths: not this batch's fault.
    const refused = embedder.state() === 'failed'
    try {
      return await answer
    } catch (cause) {
      const missing = cause instanceof AppError && cause.code === 'MODEL_MISSING'
      if (!refused && !missing && !closed) blame(batch)
      throw cause
    }
  }

  async function run(): Promise<void> {
    for (let batch = nextBatch(); batch !== null && !closed; batch = nextBatch()) {
      const vectors = await embedBatch(batch)
      if (closed) return
      store(batch, vectors)
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
    if (closed || running !== null) return
    running = run()
      .catch((cause: unknown) => {
        logger.warn('embedding.failed', { error: cause instanceof Error ? cause.name : 'unknown', state: embedder.state() })
        options.onProgress()
        if (embedder.state() !== 'missing') later(retryMs)
      })
      .finally(() => {
        running = null
      })
  }

  function pending(atMost = NO_LIMIT): number {
    // A look each, since with OR the planner reads every fact (3 ms with 10,000) instead of the few that wait; recall asks each time.
    const sql = `select count(*) as n from (
      select 1 from facts where embedded_model is null and ${USABLE}
      union all select 1 from facts where embedded_model < ? and ${USABLE}
      union all select 1 from facts where embedded_model > ? and ${USABLE} limit ?)`
    return (statement(db, sql).get(model.id, model.id, atMost) as { n: number }).n
  }

  return {
    kick,
    pending,
    settle: async (ms) => {
      if (running === null) return
      let timer: NodeJS.Timeout | undefined
      const limit = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ms)
      })
      await Promise.race([running, limit])
      clearTimeout(timer)
    },
    close: async () => {
      closed = true
      if (retry !== null) clearTimeout(retry)
      await running
    }
  }
}
