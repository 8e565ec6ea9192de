import { performance } from 'node:perf_hooks'
import { AppError, toErrorData } from '../../kernel/app-error.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { WorkerHandle, WorkerHost } from '../../kernel/worker-host.ts'
import type { Embedder, EmbedderState, EmbeddingModel } from './embedder.ts'
import type { InstalledModel } from './models.ts'
import type { EmbedKind, EmbedMessage, EmbedReply, EmbedRequest, EmbedWorkerData } from './protocol.ts'

/** After so many deaths without a vector between them, no worker is started for a while. */
const DEATHS_BEFORE_PAUSE = 3
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 60_000
/** How long a missing model is taken for missing before the folder is looked at again. */
const MISSING_MS = 2_000
/** Longest wait for a worker that was asked to end: a load of the model or one batch, with much to spare. */
const CLOSE_MS = 10_000
/** A call goes to a second worker when the first dies under it, and to no third. */
const ATTEMPTS = 2

export interface EmbedderOptions {
  readonly host: WorkerHost
  readonly installed: InstalledModel
  readonly logger: Logger
}

interface Call {
  readonly request: EmbedRequest
  readonly resolve: (vectors: readonly Float32Array[]) => void
  readonly reject: (error: AppError) => void
  attempts: number
}

/**
 * An `Embedder` over one worker, which starts at the first call or `warm()`. Calls survive one death of the worker.
 * After three deaths in a row the state is `failed` and calls are refused for a pause that doubles from one second to a minute.
 */
export function createEmbedder(options: EmbedderOptions): Embedder {
  return new WorkerEmbedder(options)
}

/** Asks the worker to end and waits for it; see `EmbedMessage` for why it is not terminated. */
function endWorker(worker: WorkerHandle): Promise<void> {
  const message: EmbedMessage = { type: 'close' }
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      worker.unref()
      resolve()
    }, CLOSE_MS)
    worker.onExit(() => {
      clearTimeout(timer)
      resolve()
    })
    worker.post(message)
  })
}

class WorkerEmbedder implements Embedder {
  readonly model: EmbeddingModel
  readonly #options: EmbedderOptions
  readonly #calls = new Map<number, Call>()
  #state: EmbedderState = 'idle'
  #worker: WorkerHandle | null = null
  #lastId = 0
  #deaths = 0
  #pauseMs = FIRST_PAUSE_MS
  /** Before this moment (monotonic) no worker is started. */
  #notBefore = 0
  #closed = false

  constructor(options: EmbedderOptions) {
    this.model = options.installed.model
    this.#options = options
  }

  state(): EmbedderState {
    return this.#state
  }

  warm(): void {
    if (!this.#closed) this.#ensureWorker()
  }

  embed(texts: readonly string[], kind: EmbedKind): Promise<readonly Float32Array[]> {
    if (texts.length === 0) return Promise.resolve([])
    if (this.#closed) return Promise.reject(new AppError('INTERNAL', 'The embedder is closed'))
    const worker = this.#ensureWorker()
    if (worker === null) return Promise.reject(this.#refusal())
    this.#lastId += 1
    const request: EmbedRequest = { type: 'embed', id: this.#lastId, kind, texts }
    return new Promise((resolve, reject) => {
      this.#calls.set(request.id, { request, resolve, reject, attempts: 1 })
      worker.post(request)
    })
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#state = 'idle'
    const worker = this.#worker
    this.#worker = null
    this.#rejectAll(() => new AppError('INTERNAL', 'The embedder is closed'))
    if (worker !== null) await endWorker(worker)
  }

  #refusal(): AppError {
    return this.#state === 'missing'
      ? new AppError('MODEL_MISSING', 'The embedding model is missing or damaged', { model: this.model.id })
      : new AppError('INTERNAL', 'The embedding worker died')
  }

  #rejectAll(error: () => AppError): void {
    const calls = [...this.#calls.values()]
    this.#calls.clear()
    for (const call of calls) call.reject(error())
  }

  /** @returns null during a pause, or when no worker can be started. */
  #ensureWorker(): WorkerHandle | null {
    if (this.#worker !== null) return this.#worker
    if (performance.now() < this.#notBefore) return null
    const worker = this.#start()
    this.#worker = worker
    if (worker === null) return null
    this.#state = 'loading'
    // A worker that was given up (closed, or found no model) has nothing more to say.
    worker.onMessage((message) => {
      if (this.#worker === worker) this.#onReply(message as EmbedReply)
    })
    worker.onExit((code) => {
      if (this.#worker === worker) this.#onDeath(code)
    })
    return worker
  }

  #start(): WorkerHandle | null {
    const data: EmbedWorkerData = this.#options.installed
    try {
      return this.#options.host.start('embed', data)
    } catch (cause) {
      this.#options.logger.error('embedder.not-started', { code: toErrorData(cause).code })
      this.#pause()
      return null
    }
  }

  #onReply(reply: EmbedReply): void {
    switch (reply.type) {
      case 'ready':
        this.#state = 'ready'
        return
      case 'missing':
        this.#options.logger.warn('embedder.missing', { model: this.model.id, reason: reply.reason })
        this.#state = 'missing'
        this.#worker = null
        this.#notBefore = performance.now() + MISSING_MS
        this.#rejectAll(() => this.#refusal())
        return
      case 'vectors': {
        this.#deaths = 0
        this.#pauseMs = FIRST_PAUSE_MS
        const call = this.#calls.get(reply.id)
        this.#calls.delete(reply.id)
        call?.resolve(this.#split(reply.vectors))
        return
      }
      default:
        reply satisfies never
    }
  }

  /** A buffer per vector: who keeps or transfers one must not hold the others. */
  #split(vectors: Float32Array): Float32Array[] {
    const size = this.model.dimensions
    return Array.from({ length: vectors.length / size }, (_, i) => vectors.slice(i * size, (i + 1) * size))
  }

  #onDeath(code: number): void {
    this.#worker = null
    this.#deaths += 1
    this.#options.logger.warn('embedder.died', { code, inARow: this.#deaths, pending: this.#calls.size })
    if (this.#deaths >= DEATHS_BEFORE_PAUSE) return this.#pause()
    this.#state = 'idle'
    for (const [id, call] of this.#calls) {
      if (call.attempts < ATTEMPTS) continue
      this.#calls.delete(id)
      call.reject(new AppError('INTERNAL', 'The embedding worker died twice under this call'))
    }
    const worker = this.#calls.size === 0 ? null : this.#ensureWorker()
    for (const call of this.#calls.values()) {
      call.attempts += 1
      worker?.post(call.request)
    }
  }

  #pause(): void {
    this.#state = 'failed'
    this.#notBefore = performance.now() + this.#pauseMs
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS)
    this.#rejectAll(() => this.#refusal())
  }
}
