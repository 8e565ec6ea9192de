import type { EmbeddingModelState } from '../../../shared/model/memory.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { WorkerHost } from '../../kernel/worker-host.ts'
import { calibrate } from '../../memory/embedding/calibrate.ts'
import { createEmbedder } from '../../memory/embedding/create-embedder.ts'
import type { EmbeddingModels } from '../../memory/embedding/embedding-models.ts'
import type { ModelDownloads } from '../../memory/embedding/model-downloads.ts'
import type { ListedModel, ModelLibrary } from '../../memory/embedding/model-library.ts'
import { readFolder, type FolderModel } from '../../memory/embedding/read-folder.ts'
import type { SettingsService } from '../../settings/settings-service.ts'
import type { Handlers } from '../router.ts'

export interface EmbeddingHandlerPorts {
  readonly settings: SettingsService
  readonly library: ModelLibrary
  readonly models: EmbeddingModels
  readonly downloads: ModelDownloads
  /** Takes what is wanted and what is here as they are now. */
  readonly follow: () => void
  readonly workers: WorkerHost
  readonly logger: Logger
  /** After a change of settings it also follows. */
  readonly changed: (what: 'settings' | 'embedder') => void
}

type EmbeddingRoutes = 'embedding.models' | 'embedding.download' | 'embedding.cancel' | 'embedding.addFolder' | 'embedding.select'

function originOf(listed: ListedModel): EmbeddingModelState['origin'] {
  if (listed.kind === 'folder') return 'folder'
  return listed.model.source === null ? 'box' : 'download'
}

function stateOf(ports: EmbeddingHandlerPorts, listed: ListedModel): EmbeddingModelState {
  const { models, library, downloads, settings } = ports
  const { id, name, dimensions, multilingual, bytes } = listed.model
  return {
    id,
    name,
    dimensions,
    multilingual,
    bytes,
    licence: listed.kind === 'known' ? listed.model.licence : '',
    origin: originOf(listed),
    installed: library.isInstalled(listed),
    active: models.active().model.id === id,
    wanted: settings.get().memory.embeddingModel === id,
    downloaded: downloads.loaded(id)
  }
}

/** Has the model read some texts in a worker of its own, which also shows what its cosines mean. @throws AppError `INVALID_INPUT` */
async function tryOut(ports: EmbeddingHandlerPorts, model: FolderModel): Promise<FolderModel> {
  const embedder = createEmbedder({
    host: ports.workers,
    installed: { model, folder: model.folder, sums: model.sums },
    logger: ports.logger
  })
  try {
    return { ...model, calibration: await calibrate(embedder) }
  } catch (cause) {
    throw new AppError('INVALID_INPUT', 'This model cannot be loaded', { reason: 'unloadable' }, { cause })
  } finally {
    await embedder.close()
  }
}

export function embeddingHandlers(ports: EmbeddingHandlerPorts): Pick<Handlers, EmbeddingRoutes> {
  const { library, downloads, settings, follow, changed } = ports
  const requireListed = (id: string): ListedModel => {
    const listed = library.find(id)
    if (listed === null) throw new AppError('NOT_FOUND', 'There is no such model')
    return listed
  }
  const states = (): EmbeddingModelState[] => library.list().map((listed) => stateOf(ports, listed))
  return {
    'embedding.models': () => states(),
    'embedding.download': async ({ id }) => {
      await downloads.start(id)
      follow()
      return states()
    },
    'embedding.cancel': ({ id }) => {
      requireListed(id)
      downloads.cancel(id)
      return { done: true }
    },
    'embedding.addFolder': async ({ path, ...choices }) => {
      const model = await tryOut(ports, await readFolder(path, choices))
      library.addFolder(model)
      follow()
      changed('embedder')
      return { id: model.id }
    },
    'embedding.select': ({ id }) => {
      if (!library.isInstalled(requireListed(id))) throw new AppError('MODEL_MISSING', 'This model is not on this machine', { model: id })
      settings.patch({ memory: { embeddingModel: id } })
      changed('settings')
      return { done: true }
    }
  }
}
