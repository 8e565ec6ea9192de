import { availableParallelism } from 'node:os'
import type { EmbeddingModel } from './embedder.ts'

/** A loaded model. Token lists and batches are apart so that texts can be sorted by length before they are padded. */
export interface LoadedModel {
  /** Token ids per text, with the model's own marks at both ends, at most `maxTokens` each. */
  tokenize(texts: readonly string[]): number[][]
  /** One unit-length vector per token list. The padded size is `lists × longest list`. */
  embedTokens(lists: readonly (readonly number[])[]): Promise<Float32Array[]>
}

/**
 * Threads of the inference session. Measured on two cores with nothing else running: two threads give 1.5 times the texts of one. More than
 * four bring little at this size and take them from the app. Threads that spin while they wait give a tenth more on an idle machine,
 * but a quarter of the texts and queries two to four times as slow on a busy one, so they sleep instead.
 */
export function sessionOptions() {
  return {
    intraOpNumThreads: Math.min(4, availableParallelism()),
    interOpNumThreads: 1,
    extra: { session: { intra_op: { allow_spinning: '0' } } }
  }
}

/**
 * Loads tokenizer and model from a folder, given by its whole path, which the library then takes as it is; nothing is fetched and nothing is cached elsewhere.
 * The library is imported here, as late as can be, since it takes 0.1 s and more. Rejects when a file does not load.
 */
export async function loadModel(folder: string, model: EmbeddingModel): Promise<LoadedModel> {
  const { AutoModel, AutoTokenizer, env, LogLevel, Tensor } = await import('@xenova/transformers')
  env.allowRemoteModels = false
  env.allowLocalModels = true
  env.useBrowserCache = false
  env.useFSCache = false
  env.useWasmCache = false
  env.logLevel = LogLevel.ERROR
  const tokenizer = await AutoTokenizer.from_pretrained(folder, { local_files_only: true })
  const network = await AutoModel.from_pretrained(folder, {
    local_files_only: true,
    dtype: 'q8',
    device: 'cpu',
    session_options: sessionOptions()
  })

  return {
    tokenize: (texts) =>
      tokenizer([...texts], { padding: false, truncation: true, max_length: model.maxTokens, return_tensor: false }).input_ids,
    embedTokens: async (lists) => {
      const width = Math.max(...lists.map((list) => list.length))
      const { ids, mask } = pad(lists, width)
      const shape = [lists.length, width]
      const output = await network({
        input_ids: new Tensor('int64', ids, shape),
        attention_mask: new Tensor('int64', mask, shape),
        token_type_ids: new Tensor('int64', new BigInt64Array(ids.length), shape)
      })
      const hidden: Float32Array = output.last_hidden_state.data
      if (hidden.length !== ids.length * model.dimensions) throw new Error('The model has other dimensions than was said')
      return lists.map((list, row) => unitLength(poolRow(hidden, row * width, list.length, model)))
    }
  }
}

function pad(lists: readonly (readonly number[])[], width: number): { ids: BigInt64Array; mask: BigInt64Array } {
  const ids = new BigInt64Array(lists.length * width)
  const mask = new BigInt64Array(lists.length * width)
  lists.forEach((list, row) => {
    list.forEach((token, column) => {
      ids[row * width + column] = BigInt(token)
      mask[row * width + column] = 1n
    })
  })
  return { ids, mask }
}

/** One text's vector from the vectors of its tokens, padding left out. */
function poolRow(hidden: Float32Array, firstToken: number, tokens: number, model: EmbeddingModel): Float32Array {
  const size = model.dimensions
  const used = model.pooling === 'cls' ? 1 : tokens
  const sum = new Float32Array(size)
  for (let token = 0; token < used; token += 1) {
    const start = (firstToken + token) * size
    for (let d = 0; d < size; d += 1) sum[d] = (sum[d] ?? 0) + (hidden[start + d] ?? 0)
  }
  return sum
}

function unitLength(vector: Float32Array): Float32Array {
  let squares = 0
  for (const value of vector) squares += value * value
  const length = Math.sqrt(squares)
  if (!(length > 0 && Number.isFinite(length))) throw new Error('The model gave no usable vector')
  return vector.map((value) => value / length)
}
