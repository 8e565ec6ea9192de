import { describe, expect, test } from 'vitest'
import { CompactVectors, type SlotLabels } from '../../../../src/core/memory/recall/compact-vectors.ts'
import { randomOf } from '../../../eval/metrics.ts'

const labels: SlotLabels = {
  namespace: 'user',
  status: 'live',
  privacy: 'open',
  hidden: false,
  validFrom: 0,
  validTo: Number.MAX_SAFE_INTEGER
}
const everything = { scopes: ['user'], audience: 'local', asOf: null } as const
const DIMENSIONS = 384

function unit(values: Float32Array): Float32Array {
  const length = Math.sqrt(values.reduce((sum, value) => sum + value * value, 0))
  return values.map((value) => value / length)
}

/** Vectors in clusters that all lie in one corner, as those of real models do. */
function cornered(count: number, seed: number): Float32Array[] {
  const random = randomOf(seed)
  const spread = (): Float32Array => Float32Array.from({ length: DIMENSIONS }, () => random() + random() + random() - 1.5)
  const corner = spread().map((value) => value * 4)
  const centres = Array.from({ length: 60 }, spread)
  return Array.from({ length: count }, (_, index) => {
    const centre = centres[index % centres.length] ?? corner
    return unit(spread().map((value, d) => value * 0.5 + (centre[d] ?? 0) + (corner[d] ?? 0)))
  })
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let d = 0; d < a.length; d += 1) sum += (a[d] ?? 0) * (b[d] ?? 0)
  return sum
}

function filled(vectors: readonly Float32Array[], labelsOf: (index: number) => SlotLabels = () => labels): CompactVectors {
  const compact = new CompactVectors(DIMENSIONS)
  vectors.forEach((vector, index) => compact.put(index, labelsOf(index), [{ pieceId: index, vector }]))
  return compact
}

function exact(vectors: readonly Float32Array[], query: Float32Array, allowed: (index: number) => boolean): number[] {
  return vectors
    .map((vector, index) => ({ index, cosine: dot(vector, query) }))
    .filter(({ index }) => allowed(index))
    .sort((a, b) => b.cosine - a.cosine)
    .slice(0, 10)
    .map(({ index }) => index)
}

describe('thousands of vectors, chosen by their signs', () => {
  const vectors = cornered(6_000, 1)
  const queries = cornered(6_020, 1).slice(-20)

  /** Share of the ten nearest that are among the first 66, which are then measured exactly. */
  function found(compact: CompactVectors, filter: Parameters<CompactVectors['nearest']>[1], allowed: (index: number) => boolean): number {
    const shares = queries.map((query) => {
      const got = new Set(compact.nearest(query, filter, 66).map((near) => near.factRowid))
      return exact(vectors, query, allowed).filter((index) => got.has(index)).length / 10
    })
    return shares.reduce((sum, share) => sum + share, 0) / shares.length
  }

  test('the ten nearest are found', () => {
    expect(found(filled(vectors), everything, () => true)).toBeGreaterThan(0.98)
  })

  test('a filter that leaves few does not cost any of them', () => {
    const compact = filled(vectors, (index) => ({ ...labels, namespace: index % 50 === 0 ? 'project:p' : 'user' }))
    expect(found(compact, { ...everything, scopes: ['project:p'] }, (index) => index % 50 === 0)).toBe(1)
  })

  test('what was removed or put elsewhere while they grew is not found where it was', () => {
    const compact = filled(vectors)
    for (let index = 0; index < vectors.length; index += 2) compact.remove(index)
    expect(compact.size).toBe(3_000)
    expect(found(compact, everything, (index) => index % 2 === 1)).toBeGreaterThan(0.98)
    for (let index = 0; index < vectors.length; index += 2) {
      const vector = vectors[index]
      if (vector !== undefined) compact.put(index, labels, [{ pieceId: index, vector }])
    }
    expect(compact.size).toBe(6_000)
    expect(found(compact, everything, () => true)).toBeGreaterThan(0.98)
  })
})

describe('what a search may see', () => {
  const [first = new Float32Array(DIMENSIONS), second = first] = cornered(2, 3)
  const seen = (one: Partial<SlotLabels>, filter: Partial<Parameters<CompactVectors['nearest']>[1]>): boolean => {
    const compact = new CompactVectors(DIMENSIONS)
    compact.put(7, { ...labels, ...one }, [{ pieceId: 1, vector: first }])
    return compact.nearest(second, { ...everything, ...filter }, 5).length === 1
  }

  test.each<[string, Partial<SlotLabels>, Partial<Parameters<CompactVectors['nearest']>[1]>, boolean]>([
    ['a live fact', {}, {}, true],
    ['one that waits to be erased', { hidden: true }, {}, false],
    ['an ask fact here', { privacy: 'ask' }, {}, true],
    ['an ask fact, for a remote turn', { privacy: 'ask' }, { audience: 'remote' }, false],
    ['a fact of another namespace', { namespace: 'thread:t' }, {}, false],
    ['a superseded fact now', { status: 'superseded' }, {}, false],
    ['a superseded fact in its time', { status: 'superseded', validFrom: 5, validTo: 10 }, { asOf: 9 }, true],
    ['a superseded fact at its end', { status: 'superseded', validFrom: 5, validTo: 10 }, { asOf: 10 }, false],
    ['a live fact before it began', { validFrom: 5 }, { asOf: 4 }, false],
    ['a retracted fact in its time', { status: 'other' }, { asOf: 4 }, false]
  ])('%s', (_name, one, filter, wanted) => {
    expect(seen(one, filter)).toBe(wanted)
  })

  test('a long fact counts once, by its nearest piece', () => {
    const compact = new CompactVectors(DIMENSIONS)
    compact.put(7, labels, [
      { pieceId: 1, vector: first },
      { pieceId: 2, vector: second }
    ])
    expect(compact.nearest(second, everything, 5)).toMatchObject([{ factRowid: 7, pieceId: 2 }])
  })
})
