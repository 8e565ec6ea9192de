import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { EmbeddingQueue } from '../../memory/embedding/embedding-queue.ts'
import type { Extraction } from '../../memory/extraction/extraction.ts'
import { factsOf } from '../../memory/facts/fact-evidence.ts'
import { reviewRows } from '../../memory/facts/fact-review.ts'
import type { FactStore } from '../../memory/facts/fact-store.ts'
import { unnoteFact } from '../../memory/conversation/message-notes.ts'
import type { Handlers } from '../router.ts'

export interface ExtractionHandlerPorts {
  readonly db: Db
  readonly clock: Clock
  readonly facts: FactStore
  readonly extraction: Extraction
  readonly queue: EmbeddingQueue
  /** Resolves when the profile has been rewritten from what was learned. Never rejects. */
  readonly profileWritten: () => Promise<void>
  /** What is told beside messages changed. */
  readonly onNotes: () => void
}

const REVIEW_LIMIT = 200

type ExtractionRoutes = 'memory.extraction' | 'memory.extract' | 'memory.dropBatch' | 'memory.review' | 'memory.takeBack'

export function extractionHandlers(ports: ExtractionHandlerPorts): Pick<Handlers, ExtractionRoutes> {
  const { db, clock, facts, extraction, queue } = ports
  return {
    'memory.extraction': () => extraction.state(),
    'memory.extract': async ({ conversationId }) => {
      const state = await extraction.extractNow(conversationId ?? null)
      await ports.profileWritten()
      return state
    },
    'memory.dropBatch': ({ batchId }) => {
      extraction.dropBatch(batchId)
      return { done: true }
    },
    'memory.review': ({ list, limit }) => factsOf(db, reviewRows(db, list, clock.now(), limit ?? REVIEW_LIMIT)),
    'memory.takeBack': ({ factId }) => {
      transaction(db, () => {
        facts.takeBack(factId)
        unnoteFact(db, factId)
      })
      queue.kick()
      ports.onNotes()
      return { done: true }
    }
  }
}
