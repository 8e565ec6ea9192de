import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { jsonBytes } from '../../../src/main/json-size.ts'

describe('the size of an input', () => {
  test('is at least what its JSON takes, less number texts, for any JSON value', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
        const bytes = jsonBytes(value, Infinity)
        expect(bytes).not.toBeNull()
      })
    )
  })

  test('counts bytes, not characters', () => {
    expect(jsonBytes('中'.repeat(100), Infinity)).toBe(302)
  })

  test('stops early beyond the limit', () => {
    let reads = 0
    const list = Array.from({ length: 1_000 }, () =>
      Object.defineProperty({}, 'text', { enumerable: true, get: () => ((reads += 1), 'x'.repeat(100)) })
    )
    expect(jsonBytes(list, 1_000)).toBeGreaterThan(1_000)
    expect(reads).toBeLessThan(20)
  })

  test('takes an undefined field for an absent one', () => {
    expect(jsonBytes({ a: undefined }, Infinity)).toBe(2)
  })

  test.each([
    ['a function', () => {}],
    ['a date', new Date()],
    ['a map', new Map()],
    ['bytes', new Uint8Array(2)],
    ['a big integer', 1n],
    ['NaN', Number.NaN],
    ['undefined', undefined],
    ['undefined in a list', [undefined]]
  ])('%s is no JSON', (_name, value) => {
    expect(jsonBytes(value, Infinity)).toBeNull()
    expect(jsonBytes({ deep: [value] }, Infinity)).toBeNull()
  })

  test('a value that contains itself, or is nested without end, is no JSON', () => {
    const value: unknown[] = []
    value.push(value)
    expect(jsonBytes(value, Infinity)).toBeNull()
  })
})
