import { setImmediate } from 'node:timers/promises'
import type { EmbeddingModel } from './embedder.ts'
import { makeBatches, takeWindow, textsOf, type QueuedText, type TokenizedText } from './job-queue.ts'
import type { LoadedModel } from './load-model.ts'
import type { EmbedKind, EmbedReply, EmbedRequest } from './protocol.ts'

interface Answer {
  readonly vectors: Float32Array<ArrayBuffer>
  left: number
}

/** Serves requests one small batch at a time; between batches it looks for queries. */
export class EmbedServer {
  readonly #model: EmbeddingModel
  readonly #loaded: LoadedModel
  readonly #reply: (reply: EmbedReply, transfer: ArrayBuffer[]) => void
  readonly #waiting: Record<EmbedKind, QueuedText[]> = { query: [], passage: [] }
  readonly #batches: Record<EmbedKind, TokenizedText[][]> = { query: [], passage: [] }
  readonly #answers = new Map<number, Answer>()
  #running = false

  constructor(model: EmbeddingModel, loaded: LoadedModel, reply: (reply: EmbedReply, transfer: ArrayBuffer[]) => void) {
    this.#model = model
    this.#loaded = loaded
    this.#reply = reply
  }

  /** Rejects when the model fails; the worker should then end, so that its parent can start a fresh one. */
  async accept(request: EmbedRequest): Promise<void> {
    const { dimensions } = this.#model
    this.#answers.set(request.id, { vectors: new Float32Array(request.texts.length * dimensions), left: request.texts.length })
    for (const text of textsOf(request)) this.#waiting[request.kind].push(text)
    if (this.#running) return
    this.#running = true
    for (let work = this.#next(); work !== null; work = this.#next()) {
      await this.#run(work)
      // A turn of the event loop lets messages in: a query that came meanwhile goes next.
      await setImmediate()
    }
    this.#running = false
  }

  #next(): TokenizedText[] | null {
    return this.#nextOf('query') ?? this.#nextOf('passage')
  }

  #nextOf(kind: EmbedKind): TokenizedText[] | null {
    if (this.#batches[kind].length === 0 && this.#waiting[kind].length > 0) {
      const prefix = kind === 'query' ? this.#model.queryPrefix : this.#model.passagePrefix
      const texts = takeWindow(this.#waiting[kind])
      const tokens = this.#loaded.tokenize(texts.map(({ text }) => prefix + text))
      this.#batches[kind] = makeBatches(texts.map((text, i) => ({ ...text, tokens: tokens[i] ?? [] })))
    }
    return this.#batches[kind].shift() ?? null
  }

  async #run(batch: readonly TokenizedText[]): Promise<void> {
    const vectors = await this.#loaded.embedTokens(batch.map(({ tokens }) => tokens))
    batch.forEach(({ request, index }, i) => {
      const answer = this.#answers.get(request)
      const vector = vectors[i]
      if (answer === undefined || vector === undefined) return
      answer.vectors.set(vector, index * this.#model.dimensions)
      answer.left -= 1
      if (answer.left > 0) return
      this.#answers.delete(request)
      this.#reply({ type: 'vectors', id: request, vectors: answer.vectors }, [answer.vectors.buffer])
    })
  }
}
