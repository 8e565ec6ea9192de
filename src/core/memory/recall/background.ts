import { dot } from '../embedding/dot.ts'
import type { Embedder, EmbeddingModel } from '../embedding/embedder.ts'
import { everydayTalk } from '../embedding/everyday-talk.ts'
import type { QueryLanguage } from './evidence.ts'

/** So many of the nearest make the level of a query. */
const NEAREST = 6

/** How near a query is to talk of no matter what, as cosines by the language of that talk. */
export type Level = Readonly<Record<QueryLanguage, number>>

type Vectors = Readonly<Record<QueryLanguage, readonly Float32Array[]>>

function levelOf(query: Float32Array, texts: readonly Float32Array[]): number {
  const nearest = texts.map((text) => dot(query, text)).toSorted((a, b) => b - a)
  return nearest.slice(0, NEAREST).reduce((sum, cosine) => sum + cosine, 0) / NEAREST
}

/** The background in vectors of the model that answers, made once per model. */
export class Background {
  #model: EmbeddingModel | null = null
  #vectors: Promise<Vectors | null> = Promise.resolve(null)

  /** Makes the vectors of this model if they are not there; a failure is tried again by the next call. */
  prepare(embedder: Embedder): Promise<Vectors | null> {
    if (this.#model?.id === embedder.model.id) return this.#vectors
    this.#model = embedder.model
    this.#vectors = this.#embed(embedder)
    return this.#vectors
  }

  /** Null when the model cannot make the vectors now. */
  async level(embedder: Embedder, query: Float32Array): Promise<Level | null> {
    const vectors = await this.prepare(embedder)
    return vectors === null ? null : { cjk: levelOf(query, vectors.cjk), latin: levelOf(query, vectors.latin) }
  }

  async #embed(embedder: Embedder): Promise<Vectors | null> {
    try {
      const cjk = await embedder.embed(everydayTalk.cjk, 'passage')
      return { cjk, latin: await embedder.embed(everydayTalk.latin, 'passage') }
    } catch {
      if (this.#model?.id === embedder.model.id) this.#model = null
      return null
    }
  }
}
