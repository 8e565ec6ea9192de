import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openProfileDatabase, type Db } from '../../../src/core/db/database.ts'
import { createSettingsStore } from '../../../src/core/db/settings-store.ts'
import { subKey } from '../../../src/core/db/sub-keys.ts'
import { createClock } from '../../../src/core/kernel/clock.ts'
import { silentLogger } from '../../../src/core/kernel/logger.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'
import { EmbeddingModels } from '../../../src/core/memory/embedding/embedding-models.ts'
import { createModelLibrary } from '../../../src/core/memory/embedding/model-library.ts'
import { allMiniLmL6V2, MODEL_FILES, type KnownModel } from '../../../src/core/memory/embedding/models.ts'
import { createEmbeddingQueue, type EmbeddingQueue } from '../../../src/core/memory/embedding/embedding-queue.ts'
import { FactStore } from '../../../src/core/memory/facts/fact-store.ts'
import { LongTermMemory } from '../../../src/core/memory/long-term-memory.ts'
import { watchedHost } from './setup.ts'

const HASH_WORKER = new URL('hash-worker.ts', import.meta.url)
const KEY = new Uint8Array(32).fill(9)

const modelOf = (id: string, dimensions: number): KnownModel => ({ ...allMiniLmL6V2, id, name: id, dimensions })
export const first = modelOf('first', 64)
export const second = modelOf('second', 96)
export const third = modelOf('third', 32)

export interface SwitchingWorld {
  readonly db: Db
  readonly models: EmbeddingModels
  readonly queue: EmbeddingQueue
  readonly facts: FactStore
  readonly longTerm: LongTermMemory
  /** Chooses a model, as the setting does. */
  want(id: string): void
  /** Puts the files of a model on this machine, or takes them away. */
  install(id: string): void
  remove(id: string): void
  /** After every batch. */
  onProgress: () => void
  /** Until nothing is under way any more. */
  quiet(): Promise<void>
  reopen(): Promise<void>
  close(): Promise<void>
}

/** Models, queue and facts on a real database, with workers that answer from hashes. */
export function openSwitching(): SwitchingWorld {
  const dir = mkdtempSync(join(tmpdir(), 'hearth-switching-'))
  const boxDir = join(dir, 'box')
  const clock = createClock()
  let wanted = first.id

  function open() {
    const profile = openProfileDatabase({ paths: profilePaths(join(dir, 'profile')), key: KEY, logger: silentLogger, now: Date.now })
    const { db } = profile
    const store = createSettingsStore(db)
    const library = createModelLibrary({ boxDir, profileModels: join(dir, 'models'), store, known: [first, second, third] })
    const models = new EmbeddingModels({
      store,
      library,
      host: watchedHost(HASH_WORKER),
      logger: silentLogger,
      wantedId: () => wanted,
      modelOfFacts: () => null
    })
    const queue = createEmbeddingQueue({ db, models, logger: silentLogger, onProgress: () => world.onProgress(), retryMs: 20 })
    const facts = new FactStore({ db, key: subKey(KEY, 'facts'), clock, onChange: () => {} })
    const longTerm = new LongTermMemory({ db, facts, models, queue, clock })
    return { profile, db, models, queue, facts, longTerm }
  }

  function install(id: string): void {
    for (const file of MODEL_FILES) {
      mkdirSync(dirname(join(boxDir, id, file)), { recursive: true })
      writeFileSync(join(boxDir, id, file), id)
    }
  }

  for (const { id } of [first, second, third]) install(id)
  let current: ReturnType<typeof open>
  const shut = async (): Promise<void> => {
    await current.models.close()
    await current.queue.close()
    current.longTerm.close()
    current.profile.close()
  }
  const follow = (): void => {
    if (current.models.sync()) current.queue.modelsChanged()
  }
  const world: SwitchingWorld = {
    get db() {
      return current.db
    },
    get models() {
      return current.models
    },
    get queue() {
      return current.queue
    },
    get facts() {
      return current.facts
    },
    get longTerm() {
      return current.longTerm
    },
    want: (id) => {
      wanted = id
      follow()
    },
    install: (id) => {
      install(id)
      follow()
    },
    remove: (id) => rmSync(join(boxDir, id), { recursive: true }),
    onProgress: () => {},
    quiet: async () => {
      for (let still = 0; still < 4; still += 1) {
        const before = JSON.stringify(current.db.prepare('select count(*), max(piece_id) from fact_vectors').raw().all())
        await new Promise((resolve) => setTimeout(resolve, 60))
        const after = JSON.stringify(current.db.prepare('select count(*), max(piece_id) from fact_vectors').raw().all())
        if (before !== after) still = -1
      }
    },
    reopen: async () => {
      await shut()
      current = open()
    },
    close: async () => {
      await shut()
      rmSync(dir, { recursive: true })
    }
  }
  mkdirSync(join(dir, 'profile'))
  current = open()
  return world
}
