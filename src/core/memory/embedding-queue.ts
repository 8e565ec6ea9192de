import type { Db } from '../db/database.ts'
import { transaction } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import type { Logger } from '../kernel/logger.ts'
import type { Embedder } from './embedder.ts'
import { indexVectors } from './fact-index.ts'
import type { FactRow } from './fact-rows.ts'
import { piecesOf } from './pieces.ts'

export interface EmbeddingQueue {
  /** Looks for facts without a vector of the current model; returns at once. */
  kick(): void
  /** Facts that wait. */
  pending(): number
  /** Resolves when nothing waits, or after `ms`. */
  settle(ms: number): Promise<void>
  /** Ends after the batch that is under way. */
  close(): Promise<void>
}

const BATCH_FACTS = 24
const BATCH_PIECES = 48
const RETRY_MS = 5_000

interface Batch {
  readonly rows: readonly FactRow[]
  readonly pieces: readonly (readonly string[])[]
}

/** The queue is the database itself: a fact without `embedded_model` waits, so a crash loses nothing and repeats nothing. */
export function createEmbeddingQueue(options: {
  readonly db: Db
  readonly embedder: Embedder
  readonly logger: Logger
  readonly onProgress: () => void
}): EmbeddingQueue {
  const { db, embedder, logger } = options
  const model = embedder.model
  let running: Promise<void> | null = null
  let closed = false
  let retry: NodeJS.Timeout | null = null

  const waiting = `status in ('live', 'superseded') and deletion_id is null and embedded_model is not ?`

  function nextBatch(): Batch | null {
    const found = statement(db, `select * from facts where ${waiting} order by rowid desc limit ${BATCH_FACTS}`).all(model.id) as FactRow[]
    const rows: FactRow[] = []
    const pieces: string[][] = []
    for (const row of found) {
      const cut = piecesOf(row.text, model.maxTokens)
      if (rows.length > 0 && pieces.flat().length + cut.length > BATCH_PIECES) break
      rows.push(row)
      pieces.push(cut)
    }
    return rows.length === 0 ? null : { rows, pieces }
  }

  function store(batch: Batch, vectors: readonly Float32Array[]): void {
    transaction(db, () => {
      let offset = 0
      batch.rows.forEach((row, index) => {
        const count = batch.pieces[index]?.length ?? 0
        const own = vectors.slice(offset, offset + count)
        offset += count
        // The fact may have been erased, hidden or changed meanwhile; a changed one waits again.
        const now = statement(db, `select * from facts where rowid = ? and id = ? and normal_text = ? and ${waiting}`).get(
          row.rowid,
          row.id,
          row.normal_text,
          model.id
        ) as FactRow | undefined
        if (now !== undefined) indexVectors(db, now, model.id, own)
      })
    })
  }

  async function run(): Promise<void> {
    for (let batch = nextBatch(); batch !== null && !closed; batch = nextBatch()) {
      const vectors = await embedder.embed(batch.pieces.flat(), 'passage')
      if (closed) return
      store(batch, vectors)
      options.onProgress()
      // Lets requests in between two batches.
      await new Promise((resolve) => setImmediate(resolve))
    }
  }

  function kick(): void {
    if (closed || running !== null) return
    running = run()
      .catch((cause: unknown) => {
        logger.warn('embedding.failed', { error: cause instanceof Error ? cause.name : 'unknown', state: embedder.state() })
        if (closed || embedder.state() === 'missing') return
        retry = setTimeout(kick, RETRY_MS)
        retry.unref()
      })
      .finally(() => {
        running = null
      })
  }

  return {
    kick,
    pending: () => (statement(db, `select count(*) as n from facts where ${waiting}`).get(model.id) as { n: number }).n,
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
