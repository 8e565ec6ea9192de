import type { Embedder, EmbeddingModel } from '../embedding/embedder.ts'
import { everydayTalk } from '../embedding/everyday-talk.ts'
import type { QueryLanguage } from './evidence.ts'

/** So many of the nearest make the level of a query. */
const NEAREST = 6

/** How near a query is to talk of no matter what, as cosines by the language of that talk. */
export type Level = Readonly<Record<QueryLanguage, number>>

type Vectors = Readonly<Record<QueryLanguage, readonly Float32Array[]>>

const dot = (a: Float32Array, b: Float32Array): number => {
  let sum = 0
  for (let at = 0; at < a.length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0)
  return sum
}

function levelOf(query: Float32Array, texts: readonly Float32Array[]): number {
  const nearest = texts.map((text) => dot(query, text)).toSorted((a, b) => b - a)
  return nearest.slice(0, NEAREST).reduce((sum, cosine) => sum + cosine, 0) / NEAREST
}

/** The background in vectors of the model that answers, made once per model. */
export class Background {
  #model: EmbeddingModel | null = null
  #vectors: Promise<Vectors | null> = Promise.resolve(null)

  /** Null when the model cannot make the vectors now; the next call tries again. */
  async level(embedder: Embedder, query: Float32Array): Promise<Level | null> {
    if (this.#model?.id !== embedder.model.id) {
      this.#model = embedder.model
      this.#vectors = this.#embed(embedder)
    }
    const vectors = await this.#vectors
    if (vectors === null) {
      this.#model = null
      return null
    }
    return { cjk: levelOf(query, vectors.cjk), latin: levelOf(query, vectors.latin) }
  }

  async #embed(embedder: Embedder): Promise<Vectors | null> {
    try {
      const cjk = await embedder.embed(everydayTalk.cjk, 'passage')
      return { cjk, latin: await embedder.embed(everydayTalk.latin, 'passage') }
    } catch {
      return null
    }
  }
}
