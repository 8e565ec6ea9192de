import { statement } from './db/statements.ts'
import type { Db } from './db/database.ts'
import type { Logger } from './kernel/logger.ts'
import type { WorkerHost } from './kernel/worker-host.ts'
import { EmbeddingModels } from './memory/embedding/embedding-models.ts'
import { createModelDownloads, type ModelDownloads } from './memory/embedding/model-downloads.ts'
import { createModelLibrary, type ModelLibrary } from './memory/embedding/model-library.ts'
import { createEmbeddingQueue, type EmbeddingQueue } from './memory/embedding/embedding-queue.ts'
import type { Gate } from './privacy/gate.ts'
import type { SettingsBackend, SettingsService } from './settings/settings-service.ts'

export interface Embedding {
  readonly library: ModelLibrary
  readonly models: EmbeddingModels
  readonly queue: EmbeddingQueue
  readonly downloads: ModelDownloads
  /** A model may have come, or another one may be wanted: takes it as it is now. */
  follow(): void
  close(): Promise<void>
}

/** The models that text is embedded with, and the queue of facts that wait for it. */
export function wireEmbedding(options: {
  readonly db: Db
  readonly store: SettingsBackend
  readonly settings: SettingsService
  readonly gate: Gate
  readonly host: WorkerHost
  readonly logger: Logger
  /** The folder of the models that come with the product. */
  readonly boxDir: string
  /** The folder of those that the profile holds. */
  readonly profileModels: string
  readonly onChange: () => void
}): Embedding {
  const { db, store, settings, gate, host, logger, boxDir, profileModels, onChange } = options
  const library = createModelLibrary({ boxDir, profileModels, store })
  const sql = 'select embedded_model as model from facts where embedded_model is not null limit 1'
  const models = new EmbeddingModels({
    store,
    library,
    host,
    logger,
    wantedId: () => settings.get().memory.embeddingModel,
    modelOfFacts: () => (statement(db, sql).get() as { model: string } | undefined)?.model ?? null
  })
  const queue = createEmbeddingQueue({ db, models, logger, onProgress: onChange })
  const downloads = createModelDownloads({
    library,
    hub: () => settings.get().memory.modelHub,
    idleMs: () => settings.get().network.idleMs,
    fetch: gate.fetchFor({ purpose: 'download', conversationId: null, turnId: null, factIds: [], declared: null, runtimeText: [] }),
    onChange
  })
  return {
    library,
    models,
    queue,
    downloads,
    follow: () => {
      if (!models.sync()) return
      queue.modelsChanged()
      onChange()
    },
    close: async () => {
      await downloads.close()
      await models.close()
      await queue.close()
    }
  }
}
