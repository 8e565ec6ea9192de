import type { TransferListItem } from 'node:worker_threads'

/** A started worker thread. Messages are structured-clone values. */
export interface WorkerHandle {
  post(message: unknown, transfer?: readonly TransferListItem[]): void
  onMessage(listener: (message: unknown) => void): void
  /** Called once when the worker is gone, for whatever reason. */
  onExit(listener: (code: number) => void): void
  terminate(): Promise<void>
  /** Lets the process end although the worker still runs. */
  unref(): void
}

/** The only way to start a worker. Entry files are build inputs of their own, so their addresses come from outside. */
export interface WorkerHost {
  start(entry: 'core' | 'embed', data: unknown): WorkerHandle
}
