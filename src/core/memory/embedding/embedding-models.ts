import * as z from 'zod'
import { AppError } from '../../kernel/app-error.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { WorkerHost } from '../../kernel/worker-host.ts'
import type { SettingsBackend } from '../../settings/settings-service.ts'
import type { Embedder, ModelsInUse } from './embedder.ts'
import { createEmbedder } from './create-embedder.ts'
import type { ListedModel, ModelLibrary } from './model-library.ts'
import { allMiniLmL6V2 } from './models.ts'

const ACTIVE = 'embedding.active'

export interface EmbeddingModelsOptions {
  readonly store: SettingsBackend
  readonly library: ModelLibrary
  readonly host: WorkerHost
  readonly logger: Logger
  /** Setting `memory.embeddingModel`: the model that is to answer. */
  readonly wantedId: () => string
  /** The model that most facts have vectors of; null when none has any. Asked only while it is not known which model answers. */
  readonly modelOfFacts: () => string | null
}

/**
 * Which model answers and which one is to answer. They differ from the moment in which the person chooses another one until all facts have
 * vectors of that; which one answers is stored, so that a restart goes on. Each has a worker of its own, started when it is first needed.
 */
export class EmbeddingModels implements ModelsInUse {
  readonly #options: EmbeddingModelsOptions
  readonly #listeners = new Set<() => void>()
  readonly #closing = new Set<Promise<void>>()
  #active: Embedder
  #coming: Embedder | null = null

  constructor(options: EmbeddingModelsOptions) {
    this.#options = options
    this.#active = this.#open(this.#storedActive())
    this.sync()
  }

  active(): Embedder {
    return this.#active
  }

  coming(): Embedder | null {
    return this.#coming
  }

  onActiveChange(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  arrived(): void {
    const coming = this.#coming
    if (coming === null) return
    this.#options.store.set(ACTIVE, coming.model.id)
    this.#end(this.#active)
    this.#active = coming
    this.#coming = null
    for (const listener of this.#listeners) listener()
  }

  /**
   * Takes what is wanted and what is on this machine as they are now. A wanted model that is not here leaves everything as it is.
   * @returns true when something changed
   */
  sync(): boolean {
    const { library, wantedId } = this.#options
    const wanted = library.find(wantedId())
    const usable = wanted !== null && wanted.model.id !== this.#active.model.id && library.isInstalled(wanted) ? wanted : null
    if (usable?.model.id === this.#coming?.model.id) return false
    if (this.#coming !== null) this.#end(this.#coming)
    this.#coming = usable === null ? null : this.#open(usable)
    return true
  }

  async close(): Promise<void> {
    this.#end(this.#active)
    if (this.#coming !== null) this.#end(this.#coming)
    await Promise.all(this.#closing)
  }

  #storedActive(): ListedModel {
    const { store, library, wantedId, modelOfFacts } = this.#options
    const stored = store.get(ACTIVE, z.string().nullable(), null) ?? modelOfFacts() ?? wantedId()
    const model = library.find(stored) ?? library.find(wantedId()) ?? { kind: 'known', model: allMiniLmL6V2 }
    store.set(ACTIVE, model.model.id)
    return model
  }

  #open(listed: ListedModel): Embedder {
    const { library, host, logger } = this.#options
    return createEmbedder({ host, installed: library.locate(listed), logger })
  }

  #end(embedder: Embedder): void {
    const closing = embedder.close().catch((cause: unknown) => {
      this.#options.logger.warn('embedder.not-closed', { error: cause instanceof AppError ? cause.code : 'INTERNAL' })
    })
    this.#closing.add(closing)
    void closing.finally(() => this.#closing.delete(closing))
  }
}
