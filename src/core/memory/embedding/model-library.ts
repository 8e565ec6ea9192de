import { statSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { AppError } from '../../kernel/app-error.ts'
import type { SettingsBackend } from '../../settings/settings-service.ts'
import { inBox, knownModels, MODEL_FILES, type InstalledModel, type KnownModel } from './models.ts'
import type { FolderModel } from './read-folder.ts'

const unit = z.number().min(0).max(1)
const pair = z.object({ cjk: unit, latin: unit })
const folderSchema: z.ZodType<FolderModel> = z.object({
  id: z.string(),
  name: z.string(),
  folder: z.string(),
  dimensions: z.number().int().positive(),
  pooling: z.enum(['mean', 'cls']),
  queryPrefix: z.string(),
  passagePrefix: z.string(),
  maxTokens: z.number().int().positive(),
  multilingual: z.boolean(),
  calibration: z.object({ minCosine: pair, crossCosine: pair, aboveTalk: pair.nullable(), weight: pair, sameCosine: unit }),
  bytes: z.number().int(),
  sums: z.record(z.string(), z.string())
})

const FOLDERS = 'embedding.folders'

/** A model of the list: one that the product knows, or a folder of the person's. */
export type ListedModel = { readonly kind: 'known'; readonly model: KnownModel } | { readonly kind: 'folder'; readonly model: FolderModel }

/** Which embedding models there are, and where. */
export interface ModelLibrary {
  list(): ListedModel[]
  find(id: string): ListedModel | null
  /** Where the files of a model are to be, whether they are there or not. */
  locate(listed: ListedModel): InstalledModel
  /** True when all files are there; whether they are whole is seen when the model is loaded. */
  isInstalled(listed: ListedModel): boolean
  /** Adds a folder, or takes its new description. */
  addFolder(model: FolderModel): void
  /** The folder of a model that was, or is to be, downloaded. */
  downloadFolder(model: KnownModel): string
}

/**
 * @param options.boxDir the folder of the models that come with the product
 * @param options.profileModels the folder of those that were downloaded into the profile
 */
export function createModelLibrary(options: {
  readonly boxDir: string
  readonly profileModels: string
  readonly store: SettingsBackend
  /** Absent: the product's own list. */
  readonly known?: readonly KnownModel[]
}): ModelLibrary {
  const { boxDir, profileModels, store, known = knownModels } = options
  const folders = (): FolderModel[] => store.get(FOLDERS, z.array(folderSchema), [])
  const downloadFolder = (model: KnownModel): string => join(profileModels, model.id)

  function list(): ListedModel[] {
    return [...known.map((model) => ({ kind: 'known', model }) as const), ...folders().map((model) => ({ kind: 'folder', model }) as const)]
  }

  function locate(listed: ListedModel): InstalledModel {
    if (listed.kind === 'folder') return { model: listed.model, folder: listed.model.folder, sums: listed.model.sums }
    const { model } = listed
    if (model.source === null) return inBox(boxDir, model)
    return { model, folder: downloadFolder(model), sums: Object.fromEntries(model.source.files.map((file) => [file.path, file.sha256])) }
  }

  return {
    list,
    find: (id) => list().find((listed) => listed.model.id === id) ?? null,
    locate,
    isInstalled: (listed) => {
      const { folder } = locate(listed)
      return MODEL_FILES.every((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.isFile() === true)
    },
    addFolder: (model) => {
      if (known.some((one) => one.id === model.id))
        throw new AppError('INVALID_INPUT', 'A model of this name is known already', { id: model.id })
      store.set(FOLDERS, [...folders().filter((one) => one.id !== model.id), model])
    },
    downloadFolder
  }
}
