import '../../../src/core/host/silence-telemetry.ts'
import { fileURLToPath } from 'node:url'
import { createNodeWorkerHost } from '../../../src/core/host/node-worker-host.ts'
import { silentLogger } from '../../../src/core/kernel/logger.ts'
import type { WorkerHandle, WorkerHost } from '../../../src/core/kernel/worker-host.ts'
import type { Embedder } from '../../../src/core/memory/embedding/embedder.ts'
import { createEmbedder } from '../../../src/core/memory/embedding/create-embedder.ts'
import { allMiniLmL6V2, inBox, type KnownModel } from '../../../src/core/memory/embedding/models.ts'

export const MODELS = fileURLToPath(new URL('../../../resources/models', import.meta.url))
export const EMBED_WORKER = new URL('../../../src/core/memory/embedding/embed-worker.ts', import.meta.url)

/** The real worker, which also dies when it is told to. Never `terminate` one that computes: that aborts the process. */
export const MORTAL_WORKER = new URL('mortal-worker.ts', import.meta.url)

/** Has a worker die between two batches, or as soon as it has loaded. @returns when it is gone. */
export function kill(worker: WorkerHandle | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (worker === undefined) throw new Error('There is no such worker')
    worker.onExit(() => resolve())
    worker.post({ type: 'die' })
  })
}

/** The real host, which also keeps every worker that it started, so that a test can end one. */
export interface WatchedHost extends WorkerHost {
  readonly workers: WorkerHandle[]
}

export function watchedHost(embed: URL = EMBED_WORKER): WatchedHost {
  const host = createNodeWorkerHost({ core: embed, embed })
  const workers: WorkerHandle[] = []
  return {
    workers,
    start: (entry, data) => {
      const worker = host.start(entry, data)
      workers.push(worker)
      return worker
    }
  }
}

export function embedderOn(host: WorkerHost, modelsDir: string = MODELS, model: KnownModel = allMiniLmL6V2): Embedder {
  return createEmbedder({ host, installed: inBox(modelsDir, model), logger: silentLogger })
}

export function dot(a: Float32Array, b: Float32Array): number {
  return a.reduce((sum, value, i) => sum + value * (b[i] ?? Number.NaN), 0)
}

export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
