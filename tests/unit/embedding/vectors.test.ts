import { readFileSync } from 'node:fs'
import { performance } from 'node:perf_hooks'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Embedder } from '../../../src/core/memory/embedding/embedder.ts'
import { allMiniLmL6V2, e5SmallZhEn } from '../../../src/core/memory/embedding/models.ts'
import { dot, embedderOn, MODELS, watchedHost } from './setup.ts'

interface Fixture {
  readonly vectors: readonly { readonly text: string; readonly vector: string }[]
}

function readFloats(base64: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(base64, 'base64'))
  return new Float32Array(bytes.buffer)
}

function nearest(vectors: readonly Float32Array[]): number[] {
  return vectors.map((vector, i) => {
    const scores = vectors.map((other, j) => (i === j ? -1 : dot(vector, other)))
    return scores.indexOf(Math.max(...scores))
  })
}

const fixtureOf = (name: string): Fixture => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))

let embedder: Embedder
afterEach(() => embedder.close())

describe.each([
  { model: allMiniLmL6V2, file: 'reference-vectors.json', least: 0.95, median: 0.98 },
  { model: e5SmallZhEn, file: 'reference-vectors-e5.json', least: 0.999, median: 0.9995 }
])('vectors of $model.id', ({ model, file, least, median }) => {
  const fixture = fixtureOf(file)
  const texts = fixture.vectors.map(({ text }) => text)
  const reference = fixture.vectors.map(({ vector }) => readFloats(vector))
  beforeEach(() => {
    embedder = embedderOn(watchedHost(), MODELS, model)
  })

  it('agree with the reference weights and have the same nearest neighbours', async () => {
    const vectors = await embedder.embed(texts, 'passage')
    const cosines = vectors.map((vector, i) => dot(vector, reference[i] ?? new Float32Array())).toSorted((a, b) => a - b)
    expect(cosines).toHaveLength(20)
    expect(cosines[0]).toBeGreaterThanOrEqual(least)
    expect(cosines[9]).toBeGreaterThanOrEqual(median)
    expect(nearest(vectors)).toEqual(nearest(reference))
  })

  it('have unit length and 384 finite dimensions, also for the empty text and for odd ones', async () => {
    const vectors = await embedder.embed(['', ' \n\t', '\u0000', '🀄️🀄️', '\ud800', 'a'.repeat(5_000), ...texts], 'query')
    for (const vector of vectors) {
      expect(vector).toHaveLength(384)
      expect(dot(vector, vector)).toBeCloseTo(1, 5)
    }
  })

  it('come in the order of the texts, whatever their length, and do not depend on their company', async () => {
    const mixed = Array.from({ length: 150 }, (_, i) => `${'word '.repeat((i * 37) % 90)}number ${i}`)
    const together = await embedder.embed(mixed, 'passage')
    for (const i of [0, 1, 73, 149]) {
      const [alone] = await embedder.embed([mixed[i] ?? ''], 'passage')
      expect(alone === undefined ? 0 : dot(alone, together[i] ?? new Float32Array())).toBeGreaterThan(0.9999)
    }
  })

  it('read the beginning of a text of 20,000 characters and leave out the rest', async () => {
    const long = 'I live in Hangzhou near the lake. '.repeat(600).slice(0, 20_000)
    const [whole, other, beginning] = await embedder.embed(
      [long, `${long.slice(0, 10_000)}${'x y '.repeat(2_500)}`, 'I play chess'],
      'passage'
    )
    if (whole === undefined || other === undefined || beginning === undefined) throw new Error('a vector is missing')
    expect(dot(whole, other)).toBeGreaterThan(0.9999)
    expect(dot(whole, beginning)).toBeLessThan(0.9)
  })

  it('own their memory, so that keeping one does not keep all', async () => {
    const vectors = await embedder.embed(['one', 'two'], 'passage')
    for (const vector of vectors) expect(vector.buffer.byteLength).toBe(384 * 4)
  })

  it('are none for no text', async () => {
    expect(await embedder.embed([], 'passage')).toEqual([])
  })

  it('of a query come before those of passages that wait', async () => {
    await embedder.embed(['loaded'], 'query')
    const facts = Array.from({ length: 600 }, (_, i) => `a fact about thing number ${i}`)
    const started = performance.now()
    const passages = embedder.embed(facts, 'passage').then(() => performance.now() - started)
    await embedder.embed(['what is it?'], 'query')
    const waited = performance.now() - started
    // One small batch and the query itself, of some 75 batches.
    expect(waited).toBeLessThan((await passages) / 4)
  })
})
