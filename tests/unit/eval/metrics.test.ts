import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { anyAt, auroc, bootstrap, mean, randomOf, recallAt } from '../../eval/metrics.ts'

describe('recall at k', () => {
  const ranked = ['a', 'b', 'c', 'd']

  it('is the share of what is wanted among the first k', () => {
    expect(recallAt(2, ranked, new Set(['b', 'd']))).toBe(0.5)
    expect(recallAt(4, ranked, new Set(['b', 'd']))).toBe(1)
    expect(recallAt(1, ranked, new Set(['b', 'd']))).toBe(0)
  })

  it('counts an item that was ranked twice once', () => {
    expect(recallAt(3, ['a', 'a', 'b'], new Set(['a', 'b']))).toBe(1)
    expect(recallAt(2, ['a', 'a', 'b'], new Set(['a', 'b']))).toBe(0.5)
  })

  it('tells whether any is there', () => {
    expect(anyAt(2, ranked, new Set(['b', 'z']))).toBe(1)
    expect(anyAt(1, ranked, new Set(['b', 'z']))).toBe(0)
  })
})

describe('bootstrap', () => {
  it('gives the same interval for the same values, in every process', () => {
    const values = Array.from({ length: 40 }, (_, index) => Math.sqrt(index))
    const { low, high } = bootstrap(values, mean)
    expect(low).toBeCloseTo(3.6212888961265626, 10)
    expect(high).toBeCloseTo(4.609810564761067, 10)
  })

  it('holds the mean, and is narrow where there is much', () => {
    const few = [0, 1, 0, 1, 1, 0, 1, 0]
    const many = Array.from({ length: 800 }, (_, index) => index % 2)
    const wide = bootstrap(few, mean)
    const narrow = bootstrap(many, mean)
    expect(wide.low).toBeLessThan(0.5)
    expect(wide.high).toBeGreaterThan(0.5)
    expect(narrow.low).toBeGreaterThan(0.46)
    expect(narrow.high).toBeLessThan(0.54)
  })

  it('is a point where all values are the same', () => {
    expect(bootstrap([1, 1, 1], mean)).toEqual({ low: 1, high: 1 })
  })

  it('draws numbers from 0 to below 1 that depend on the seed alone', () => {
    const first = Array.from({ length: 100 }, randomOf(7))
    expect(Array.from({ length: 100 }, randomOf(7))).toEqual(first)
    expect(Array.from({ length: 100 }, randomOf(8))).not.toEqual(first)
    expect(first.every((value) => value >= 0 && value < 1)).toBe(true)
    expect(mean(first)).toBeCloseTo(0.5, 0)
  })
})

describe('AUROC', () => {
  const judged = (positives: readonly number[], negatives: readonly number[]) => [
    ...positives.map((score) => ({ score, positive: true })),
    ...negatives.map((score) => ({ score, positive: false }))
  ]

  it('is 1 when every positive is above, 0 when every one is below, half when nothing tells them apart', () => {
    expect(auroc(judged([3, 4], [1, 2]))).toBe(1)
    expect(auroc(judged([1, 2], [3, 4]))).toBe(0)
    expect(auroc(judged([1, 1], [1, 1]))).toBe(0.5)
  })

  it('says nothing without both kinds', () => {
    expect(auroc(judged([1], []))).toBeNaN()
    expect(auroc(judged([], [1]))).toBeNaN()
  })

  it('is the share of pairs in the right order, ties counted half', () => {
    const scores = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        const pairs = positives.flatMap((one) => negatives.map((other) => (one > other ? 1 : one === other ? 0.5 : 0)))
        expect(auroc(judged(positives, negatives))).toBeCloseTo(mean(pairs), 10)
      })
    )
  })
})
