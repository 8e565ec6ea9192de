import fc from 'fast-check'
import { expect, it } from 'vitest'
import { cutForModel, MODEL_RESULT_BYTES } from '../../../src/core/tools/cut-for-model.ts'

const bytes = (text: string) => Buffer.byteLength(text, 'utf8')

it('leaves a result that fits untouched', () => {
  for (const text of ['', 'a'.repeat(MODEL_RESULT_BYTES), '长'.repeat(MODEL_RESULT_BYTES / 3)]) expect(cutForModel(text)).toBe(text)
})

it('keeps head and tail and counts what is between them, whatever the characters', () => {
  const unit = fc.constantFrom('a', '长', '🎉', 'é', '\n', '👩‍💻')
  fc.assert(
    fc.property(fc.array(unit, { minLength: 1, maxLength: 7 }), fc.integer({ min: 0, max: 5 }), (parts, shift) => {
      const text = 'x'.repeat(shift) + parts.join('').repeat(Math.ceil(80_000 / bytes(parts.join(''))))
      const cut = cutForModel(text)
      const [, head = '', count = '', tail = ''] = /^(.*)\n\[… (\d+) characters were left out here …\]\n(.*)$/s.exec(cut) ?? []
      expect(bytes(cut)).toBeLessThanOrEqual(MODEL_RESULT_BYTES)
      expect(bytes(cut)).toBeGreaterThan(MODEL_RESULT_BYTES - 200)
      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
      expect([...head].length + Number(count) + [...tail].length).toBe([...text].length)
    }),
    { numRuns: 60 }
  )
})

it('cuts 5 MB and breaks no pair', () => {
  const cut = cutForModel('🎉'.repeat(1_300_000))
  expect(cut.isWellFormed()).toBe(true)
  expect(cut).not.toContain('\ufffd')
})
