import { describe, expect, test } from 'vitest'
import { backoffMs, retryAfterMs } from '../../../src/core/llm/retry.ts'

const NOW = Date.parse('2026-11-30T12:00:00Z')

describe('Retry-After', () => {
  test.each<[string, number | null]>([
    ['7', 7_000],
    ['0', 0],
    ['1.5', 1_500],
    [' 2 ', 2_000],
    ['999999', 999_999_000],
    ['9'.repeat(400), Number.POSITIVE_INFINITY],
    ['-5', null],
    ['soon', null],
    ['', null],
    ['NaN', null],
    ['0x10', null],
    ['1e3', null],
    ['12 parsecs', null],
    ['2026', 2_026_000],
    ['Mon, 30 Nov 2026 12:00:09 GMT', 9_000],
    ['Mon, 30 Nov 2026 11:59:00 GMT', null]
  ])('%j is %j milliseconds', (value, expected) => {
    expect(retryAfterMs(new Headers({ 'retry-after': value }), NOW)).toBe(expected)
  })

  test('without the header nothing is known', () => expect(retryAfterMs(new Headers(), NOW)).toBeNull())

  test("a date is counted from the server's own clock", () => {
    const headers = new Headers({ 'retry-after': 'Mon, 30 Nov 2026 15:00:05 GMT', date: 'Mon, 30 Nov 2026 15:00:00 GMT' })
    expect(retryAfterMs(headers, NOW)).toBe(5_000)
  })

  test('milliseconds win over seconds', () => {
    expect(retryAfterMs(new Headers({ 'retry-after-ms': '250', 'retry-after': '9' }), NOW)).toBe(250)
  })
})

test('the wait without a word of the provider doubles and differs by chance', () => {
  expect(backoffMs(0, () => 0)).toBe(500)
  expect(backoffMs(1, () => 0)).toBe(1_000)
  expect(backoffMs(0, () => 1)).toBe(375)
})
