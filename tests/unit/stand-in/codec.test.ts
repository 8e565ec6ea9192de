import { describe, expect, test } from 'vitest'
import { decode, encode } from '../../../tools/electron-stand-in/page/codec.js'

const back = (value: unknown) => decode(encode(value))

describe('values between preload and main', () => {
  test.each([
    ['nothing', undefined],
    ['null', null],
    ['text', '你好 " \\ \u2028'],
    ['numbers that JSON lacks', [Number.NaN, Infinity, -Infinity, -0]],
    ['a big integer', 2n ** 70n],
    ['a date', new Date(123)],
    ['an invalid date', new Date(Number.NaN)],
    ['a regular expression', /a+/giu],
    ['maps and sets', new Map<unknown, unknown>([[{ a: 1 }, new Set([1, undefined])]])],
    ['holes and undefined fields', { a: undefined, b: [undefined, 1] }],
    ['objects that look like tags', { a: [{ u: 1 }], d: 5, o: [['x', 1]] }],
    ['a field called __proto__', JSON.parse('{"__proto__": {"x": 1}}')]
  ])('%s arrive as they were', (_name, value) => {
    expect(back(value)).toEqual(value)
  })

  test('minus zero stays minus zero', () => {
    expect(Object.is(back(-0), -0)).toBe(true)
  })

  test('bytes arrive in the same kind of view', () => {
    expect(back(new Uint16Array([1, 65_535]))).toEqual(new Uint16Array([1, 65_535]))
    expect(back(new Float64Array([0.1]))).toEqual(new Float64Array([0.1]))
    expect(back(Uint8Array.from({ length: 100_000 }, (_, at) => at).subarray(1, 99_000))).toHaveLength(98_999)
    expect(back(new Uint8Array([7]).buffer)).toEqual(new Uint8Array([7]).buffer)
  })

  test('an error keeps name and message', () => {
    expect(back(new RangeError('too far'))).toMatchObject({ name: 'RangeError', message: 'too far' })
  })

  test('an object of a class arrives as a plain one, as structured clone does it', () => {
    class Point {
      x = 1
    }
    expect(Object.getPrototypeOf(back(new Point()))).toBe(Object.prototype)
  })

  test('the same object twice is no cycle', () => {
    const shared = { a: 1 }
    expect(back([shared, shared])).toEqual([{ a: 1 }, { a: 1 }])
  })

  test('a value that contains itself is refused by its path', () => {
    const value: Record<string, unknown> = { inner: {} }
    value['inner'] = { back: value }
    expect(() => encode(value)).toThrow('value.inner.back')
  })

  test.each([
    ['a function', () => {}],
    ['a symbol', Symbol('x')],
    ['a promise', Promise.resolve()]
  ])('%s cannot be cloned', (_name, value) => {
    expect(() => encode({ value })).toThrow('could not be cloned')
  })
})
