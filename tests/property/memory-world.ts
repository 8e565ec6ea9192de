import { createHash } from 'node:crypto'
import { openProfileDatabase, type Db, type ProfileDatabase } from '../../src/core/db/database.ts'
import { subKey } from '../../src/core/db/sub-keys.ts'
import type { Clock } from '../../src/core/kernel/clock.ts'
import { randomIds } from '../../src/core/kernel/ids.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { Deletions } from '../../src/core/memory/forgetting/deletions.ts'
import { createEmbeddingQueue, type EmbeddingQueue } from '../../src/core/memory/embedding/embedding-queue.ts'
import { onlyModel, type Embedder } from '../../src/core/memory/embedding/embedder.ts'
import { allMiniLmL6V2 } from '../../src/core/memory/embedding/models.ts'
import { FactStore } from '../../src/core/memory/facts/fact-store.ts'
import { LongTermMemory } from '../../src/core/memory/long-term-memory.ts'
import { temporaryFolder } from '../support/memory.ts'

/** A unit vector that is a function of the text alone. */
export function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(allMiniLmL6V2.dimensions)
  for (let block = 0; block * 32 < vector.length; block += 1) {
    const bytes = createHash('sha256').update(`${block}:${text}`).digest()
    for (let index = 0; index < 32; index += 1) vector[block * 32 + index] = (bytes[index] ?? 0) - 127.5
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return vector.map((value) => value / length)
}

/** Stands in for the embedding worker where the model's own judgement does not matter: vectors from hashes, some turns of the loop later. */
export function hashEmbedder(onTexts: (texts: readonly string[], kind: string) => void = () => {}): Embedder {
  return {
    model: allMiniLmL6V2,
    state: () => 'ready',
    warm: () => {},
    embed: async (texts, kind) => {
      onTexts(texts, kind)
      await new Promise((resolve) => setImmediate(resolve))
      return texts.map(vectorOf)
    },
    close: () => Promise.resolve()
  }
}

export interface World {
  readonly db: Db
  readonly facts: FactStore
  readonly longTerm: LongTermMemory
  readonly queue: EmbeddingQueue
  readonly deletions: Deletions
  /** Milliseconds since the epoch; tests move it. */
  readonly time: { now: number }
  embedded(): Promise<void>
  reopen(): Promise<void>
  /** Nothing of an earlier run is left. */
  empty(): void
  close(): Promise<void>
}

interface Open {
  readonly profile: ProfileDatabase
  readonly facts: FactStore
  readonly longTerm: LongTermMemory
  readonly queue: EmbeddingQueue
  readonly deletions: Deletions
}

/** Long-term memory on a real encrypted database that can be closed and opened again. */
export function openWorld(embedder: Embedder = hashEmbedder()): World {
  const folder = temporaryFolder()
  const key = new Uint8Array(32).fill(7)
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock: Clock = { now: () => time.now, monotonic: () => performance.now() }
  const ids = randomIds()

  function open(): Open {
    const profile = openProfileDatabase({ paths: profilePaths(folder.dir), key, logger: silentLogger, now: () => time.now })
    const { db } = profile
    // Durability is tested elsewhere; waiting for the disk only makes this slow.
    db.pragma('synchronous=OFF')
    const queue = createEmbeddingQueue({ db, models: onlyModel(embedder), logger: silentLogger, onProgress: () => {}, retryMs: 20 })
    const facts = new FactStore({ db, key: subKey(key, 'facts'), clock, onChange: () => {} })
    const longTerm = new LongTermMemory({ db, facts, models: onlyModel(embedder), queue, clock })
    const deletions = new Deletions({
      db,
      clock,
      ids,
      logger: silentLogger,
      eraser: {
        eraseFacts: (factIds, reach) => void facts.eraseAll(factIds, reach),
        eraseConversation: () => {},
        eraseEvidence: () => {},
        eraseProject: () => {}
      },
      hider: {
        hideFacts: (factIds, deletionId, reach) => facts.setDeletion(factIds, deletionId, reach),
        hideConversation: () => {},
        hideProject: () => {},
        show: (deletionId) => facts.undoDeletion(deletionId)
      }
    })
    return { profile, facts, longTerm, queue, deletions }
  }

  let current = open()
  const shut = async (): Promise<void> => {
    current.deletions.close()
    await current.queue.close()
    current.longTerm.close()
    current.profile.close()
  }
  return {
    get db() {
      return current.profile.db
    },
    get facts() {
      return current.facts
    },
    get longTerm() {
      return current.longTerm
    },
    get queue() {
      return current.queue
    },
    get deletions() {
      return current.deletions
    },
    time,
    embedded: async () => {
      while (current.queue.pending() > 0) {
        current.queue.kick()
        await current.queue.settle(5_000)
      }
    },
    reopen: async () => {
      await shut()
      current = open()
    },
    empty: () => {
      current.deletions.close()
      const tables = [
        'facts_fts_open',
        'facts_fts_private',
        'fact_vectors',
        'fact_evidence',
        'facts',
        'tombstones',
        'deletions',
        'deletion_targets'
      ]
      for (const table of tables) current.profile.db.exec(`delete from ${table}`)
      time.now = Date.parse('2026-01-01T00:00:00Z')
    },
    close: async () => {
      await shut()
      folder.remove()
    }
  }
}
