import type { EmbeddingModel } from '../embedder.ts'

/**
 * Small and English; Chinese text gets vectors too, of lesser use. Its folder under the models directory has the name of its id.
 * It was trained on pieces of 256 tokens (`max_seq_length` of the published model), though it could read 512.
 */
export const allMiniLmL6V2: EmbeddingModel = {
  id: 'all-MiniLM-L6-v2',
  dimensions: 384,
  pooling: 'mean',
  queryPrefix: '',
  passagePrefix: '',
  maxTokens: 256,
  multilingual: false
}
