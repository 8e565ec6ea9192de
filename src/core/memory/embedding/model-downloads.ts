import { AppError } from '../../kernel/app-error.ts'
import { downloadModel, type DownloadFetch } from './download-model.ts'
import type { KnownModel } from './models.ts'
import type { ModelLibrary } from './model-library.ts'

/** How often a download tells that it went on. */
const TELL_MS = 250

export interface ModelDownloads {
  /** Loads a model; a second call joins the first. Resolves also when it was cancelled: what is here stays for the next time. */
  start(id: string): Promise<void>
  cancel(id: string): void
  /** Bytes that are here while a model is loaded, else null. */
  loaded(id: string): number | null
  /** Stops all. */
  close(): Promise<void>
}

interface Running {
  readonly stop: AbortController
  readonly done: Promise<void>
  bytes: number
}

export function createModelDownloads(options: {
  readonly library: ModelLibrary
  /** Setting `memory.modelHub`. */
  readonly hub: () => string
  readonly idleMs: () => number
  readonly fetch: DownloadFetch
  /** Something about a download has changed. */
  readonly onChange: () => void
}): ModelDownloads {
  const { library, hub, idleMs, fetch, onChange } = options
  const running = new Map<string, Running>()

  function toDownload(id: string): KnownModel & { readonly source: NonNullable<KnownModel['source']> } {
    const listed = library.find(id)
    if (listed === null) throw new AppError('NOT_FOUND', 'There is no such model', { id })
    const source = listed.kind === 'known' ? listed.model.source : null
    if (listed.kind !== 'known' || source === null) throw new AppError('INVALID_INPUT', 'This model is not downloaded', { id })
    return { ...listed.model, source }
  }

  function begin(id: string): Running {
    const model = toDownload(id)
    const stop = new AbortController()
    let told = 0
    const onProgress = (bytes: number): void => {
      mine.bytes = bytes
      const now = performance.now()
      if (now - told < TELL_MS) return
      told = now
      onChange()
    }
    const folder = library.downloadFolder(model)
    const work = downloadModel({ source: model.source, hub: hub(), folder, fetch, signal: stop.signal, idleMs: idleMs(), onProgress })
    const done = work
      .catch((cause: unknown) => {
        if (!stop.signal.aborted) throw cause
      })
      .finally(() => {
        running.delete(id)
        onChange()
      })
    const mine: Running = { stop, done, bytes: 0 }
    return mine
  }

  return {
    start: (id) => {
      const now = running.get(id) ?? begin(id)
      running.set(id, now)
      return now.done
    },
    cancel: (id) => running.get(id)?.stop.abort(),
    loaded: (id) => running.get(id)?.bytes ?? null,
    close: async () => {
      for (const { stop } of running.values()) stop.abort()
      await Promise.allSettled([...running.values()].map(({ done }) => done))
    }
  }
}
