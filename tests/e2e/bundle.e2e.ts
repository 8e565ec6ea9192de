import { expect, test } from 'vitest'
import { benchBundle } from '../bench/bundle.ts'

const MOST_KB = 300

test('the window loads at most 300 kB, gzipped, to show a conversation with a formula and code', async () => {
  const measures = await benchBundle()
  const size = measures.find(({ name }) => name === 'bundle.conversation')
  const files = measures.find(({ name }) => name === 'bundle.files')
  expect(files?.value).toBeGreaterThan(4)
  expect(size?.value).toBeGreaterThan(100)
  expect(size?.value).toBeLessThanOrEqual(MOST_KB)
})
