import { Worker } from 'node:worker_threads'
import { AppError } from '../kernel/app-error.ts'
import type { WorkerHandle, WorkerHost } from '../kernel/worker-host.ts'
import { telemetryIsSilent } from './silence-telemetry.ts'

/** Addresses of the worker entry files: build inputs of their own, so they differ between source and bundle. */
export interface WorkerEntries {
  readonly core: URL
  readonly embed: URL
}

function handleOf(worker: Worker): WorkerHandle {
  return {
    post: (message, transfer) => worker.postMessage(message, transfer === undefined ? undefined : [...transfer]),
    onMessage: (listener) => void worker.on('message', listener),
    onExit: (listener) => void worker.once('exit', listener),
    terminate: async () => void (await worker.terminate()),
    unref: () => worker.unref()
  }
}

/**
 * Workers as threads of Node (Electron's main process has them too). The only place that makes a `Worker`.
 * A worker's uncaught error shows as its exit with a code other than 0 and never reaches the process that started it.
 * Text that a worker prints goes to stderr, since stdout may carry JSON lines.
 */
export function createNodeWorkerHost(entries: WorkerEntries): WorkerHost {
  return {
    start: (entry, data) => {
      if (entry === 'embed' && !telemetryIsSilent()) throw new AppError('INTERNAL', 'Telemetry of the inference library is not silenced')
      // The embedding worker needs nothing of the environment but where compiled code is kept, and API keys may be in it.
      const compiled = process.env['NODE_COMPILE_CACHE']
      const own = compiled === undefined ? {} : { NODE_COMPILE_CACHE: compiled }
      const env = entry === 'embed' ? own : process.env
      const worker = new Worker(entries[entry], { workerData: data, env, stdout: true, name: `hearth-${entry}` })
      worker.stdout.pipe(process.stderr, { end: false })
      worker.on('error', () => {})
      return handleOf(worker)
    }
  }
}
