import type { InstalledModel } from './models.ts'

/** What the worker is started with. */
export type EmbedWorkerData = InstalledModel

export type EmbedKind = 'query' | 'passage'

/** To the worker: turn these texts into vectors. Queries are served before passages that wait. */
export interface EmbedRequest {
  readonly type: 'embed'
  readonly id: number
  readonly kind: EmbedKind
  readonly texts: readonly string[]
}

/**
 * `close` asks the worker to end by itself, between two batches. It must never be terminated from outside while the inference library
 * runs or loads: the library then throws into a thread that may no longer run JavaScript, and the whole process aborts (tried, 1.30).
 */
export type EmbedMessage = EmbedRequest | { readonly type: 'close' }

/**
 * From the worker. Any other failure is the worker's death, which its parent sees as an exit.
 * `vectors` holds one vector after the other, in the order of the texts.
 */
export type EmbedReply =
  | { readonly type: 'ready' }
  | { readonly type: 'missing'; readonly reason: ModelFault }
  | { readonly type: 'vectors'; readonly id: number; readonly vectors: Float32Array<ArrayBuffer> }

/** Why a model folder cannot be used: a file is not there, or its checksum differs from the list. */
export type ModelFault = 'absent' | 'damaged'
