/** An embedding model is data. */
export interface EmbeddingModel {
  readonly id: string
  readonly dimensions: number
  readonly pooling: 'mean' | 'cls'
  readonly queryPrefix: string
  readonly passagePrefix: string
  /** Tokens that the model reads at the most; longer text is cut into pieces before. */
  readonly maxTokens: number
  /** True when it knows Chinese. */
  readonly multilingual: boolean
}

export type EmbedderState = 'idle' | 'loading' | 'ready' | 'failed' | 'missing'

/** Text to unit vectors, in a worker. `idle` until first used, `missing` when the model folder is absent or damaged. */
export interface Embedder {
  readonly model: EmbeddingModel
  state(): EmbedderState
  /** Starts the worker and loads the model, so that the first query need not wait. */
  warm(): void
  /**
   * @param kind which prefix the model wants.
   * @returns one unit-length vector of `model.dimensions` per text, in order.
   * Rejects with AppError `MODEL_MISSING` (no usable model) or `INTERNAL` (the worker died; the next call starts a new one).
   */
  embed(texts: readonly string[], kind: 'query' | 'passage'): Promise<readonly Float32Array[]>
  close(): Promise<void>
}
