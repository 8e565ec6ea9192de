import type { Embedder } from '../../src/core/memory/embedding/embedder.ts'

/** An embedder that makes the vector of a text once; the same texts are stored and asked for again and again here. */
export function keepVectors(embedder: Embedder): Embedder {
  const kept = { query: new Map<string, Float32Array>(), passage: new Map<string, Float32Array>() }
  return {
    model: embedder.model,
    state: () => embedder.state(),
    warm: () => embedder.warm(),
    close: () => embedder.close(),
    embed: async (texts, kind) => {
      const known = kept[kind]
      const missing = [...new Set(texts.filter((text) => !known.has(text)))]
      const made = await embedder.embed(missing, kind)
      missing.forEach((text, index) => {
        const vector = made[index]
        if (vector !== undefined) known.set(text, vector)
      })
      // A copy each: a receiver may transfer its buffer.
      return texts.flatMap((text) => known.get(text)?.slice() ?? [])
    }
  }
}
