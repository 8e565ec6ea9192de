/** What the cosines of a model mean. Models differ: unrelated texts have 0.0 to 0.3 with one and 0.75 to 0.85 with another. */
export interface Calibration {
  /** From here on a fact may enter by its vector alone, for a query that is mostly Chinese (`cjk`) or not. */
  readonly minCosine: { readonly cjk: number; readonly latin: number }
  /** The same for a fact in the other language than the query, by that of the query. */
  readonly crossCosine: { readonly cjk: number; readonly latin: number }
  /**
   * A short text that asks nothing ("go on", "two") is a little near to everything with some models: a fact must be that much nearer to it than
   * talk of no matter what. By the language of the fact; null for models that need none.
   */
  readonly aboveTalk: { readonly cjk: number; readonly latin: number } | null
  /** Weight of the vector leg beside the lexical one (1) when ranks are fused. */
  readonly weight: { readonly cjk: number; readonly latin: number }
  /** From here on two texts with equal numbers, names and negation say the same. */
  readonly sameCosine: number
}

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
  readonly calibration: Calibration
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

/**
 * Which model answers. A query takes `active()` once and uses that embedder and the vectors of its `model.id` throughout, since the active
 * model can change between two awaits.
 */
export interface ActiveModel {
  active(): Embedder
  /** Called after the active model has changed; the vectors of the new one are all there then. @returns ends it. */
  onActiveChange(listener: () => void): () => void
}

/** What the queue embeds with. */
export interface ModelsInUse extends ActiveModel {
  /** The model that is to answer, while facts are still embedded with it; null when it is the active one or cannot be used. */
  coming(): Embedder | null
  /** Nothing waits for the coming model any more: it becomes the active one. Call it in the transaction that made sure. */
  arrived(): void
}

/** One model that never changes. */
export function onlyModel(embedder: Embedder): ModelsInUse {
  return { active: () => embedder, onActiveChange: () => () => {}, coming: () => null, arrived: () => {} }
}
