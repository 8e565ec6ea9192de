import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openProfileDatabase, type Db } from '../../src/core/db/database.ts'
import { createKey } from '../../src/core/db/keyring.ts'
import { subKey } from '../../src/core/db/sub-keys.ts'
import '../../src/core/host/silence-telemetry.ts'
import { createNodeWorkerHost } from '../../src/core/host/node-worker-host.ts'
import { createClock, type Clock } from '../../src/core/kernel/clock.ts'
import { randomIds } from '../../src/core/kernel/ids.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { onlyModel, type Embedder } from '../../src/core/memory/embedding/embedder.ts'
import type { ChatMessage } from '../../src/core/memory/conversation/chat-message.ts'
import { createEmbedder } from '../../src/core/memory/embedding/create-embedder.ts'
import { allMiniLmL6V2, inBox, type InstalledModel } from '../../src/core/memory/embedding/models.ts'
import { createEmbeddingQueue, type EmbeddingQueue } from '../../src/core/memory/embedding/embedding-queue.ts'
import { FactStore } from '../../src/core/memory/facts/fact-store.ts'
import { LongTermMemory } from '../../src/core/memory/long-term-memory.ts'

const root = join(import.meta.dirname, '..', '..')

export interface MemoryBench {
  readonly db: Db
  readonly clock: Clock
  readonly facts: FactStore
  readonly longTerm: LongTermMemory
  readonly embedder: Embedder
  readonly queue: EmbeddingQueue
  /** Everything has its vector. */
  embedded(): Promise<void>
  close(): Promise<void>
}

/** The folder of the models in the box. */
export const modelsInBox = join(root, 'resources', 'models')

/** A real embedding model in a worker. */
export function openEmbedder(installed: InstalledModel): Embedder {
  const host = createNodeWorkerHost({
    core: new URL('../../src/core/host/core-worker.ts', import.meta.url),
    embed: new URL('../../src/core/memory/embedding/embed-worker.ts', import.meta.url)
  })
  return createEmbedder({ host, installed, logger: silentLogger })
}

export interface MemoryBenchOptions {
  readonly modelsDir?: string
  readonly clock?: Clock
  /** Absent: all-MiniLM-L6-v2 in a worker of its own. */
  readonly embedder?: Embedder
}

/** Long-term memory on a real encrypted database and the real embedding model, in this process. */
export async function openMemory(dir: string, options: MemoryBenchOptions = {}): Promise<MemoryBench> {
  const paths = profilePaths(dir)
  const key = await createKey(paths, { kind: 'file' })
  const clock = options.clock ?? createClock()
  const profile = openProfileDatabase({ paths, key, logger: silentLogger, now: () => clock.now() })
  const embedder = options.embedder ?? openEmbedder(inBox(options.modelsDir ?? modelsInBox, allMiniLmL6V2))
  const { db } = profile
  const queue = createEmbeddingQueue({ db, models: onlyModel(embedder), logger: silentLogger, onProgress: () => {} })
  const facts = new FactStore({ db, key: subKey(key, 'facts'), clock, onChange: () => {} })
  const longTerm = new LongTermMemory({ db, facts, models: onlyModel(embedder), queue, clock })
  return {
    db,
    clock,
    facts,
    longTerm,
    embedder,
    queue,
    embedded: async () => {
      while (queue.pending() > 0) {
        queue.kick()
        await queue.settle(5_000)
      }
    },
    close: async () => {
      await embedder.close()
      await queue.close()
      longTerm.close()
      profile.close()
    }
  }
}

export function temporaryFolder(): { readonly dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'hearth-memory-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

const ids = randomIds()

export function message(role: ChatMessage['role'], content: string, more: Partial<ChatMessage> = {}): ChatMessage {
  return {
    id: ids.next('msg'),
    role,
    content,
    privacy: 'open',
    origin: role === 'tool' ? 'tool' : role === 'assistant' ? 'assistant' : 'user',
    ...more
  }
}

/** A note in four sections, as a model writes it. */
export function noteOf(done: string, more: { readonly artifacts?: string } = {}): string {
  return `## Session intent\nnone\n## Known and done\n${done}\n## Artifacts\n${more.artifacts ?? 'none'}\n## Next steps\nnone`
}
