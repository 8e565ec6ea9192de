import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutForModel, headOfBytes, MODEL_RESULT_BYTES, resultBytes, type CutOptions } from '../../../src/core/tools/cut-for-model.ts'

const bytes = (text: string) => Buffer.byteLength(text, 'utf8')
const at = (most: number, more: Partial<CutOptions> = {}): CutOptions => ({ bytes: most, callId: 'call_1', language: 'en', ...more })

describe('a result for the model', () => {
  it('that fits is left untouched', () => {
    for (const text of ['', 'a'.repeat(MODEL_RESULT_BYTES), '长'.repeat(MODEL_RESULT_BYTES / 3)]) {
      expect(cutForModel(text, at(MODEL_RESULT_BYTES))).toBe(text)
    }
    expect(cutForModel('a'.repeat(MODEL_RESULT_BYTES + 1), at(MODEL_RESULT_BYTES))).not.toHaveLength(MODEL_RESULT_BYTES + 1)
  })

  it('keeps head and tail, counts what is between them and says how to read on, whatever the characters and the room', () => {
    const unit = fc.constantFrom('a', '长', '🎉', 'é', '\n', '👩‍💻')
    fc.assert(
      fc.property(
        fc.array(unit, { minLength: 1, maxLength: 7 }),
        fc.integer({ min: 0, max: 5 }),
        fc.integer({ min: 512, max: 70_000 }),
        (parts, shift, most) => {
          const text = 'x'.repeat(shift) + parts.join('').repeat(Math.ceil(80_000 / bytes(parts.join(''))))
          const cut = cutForModel(text, at(most))
          const shape =
            /^(.*)\n\[… (\d+) characters are left out here; all (\d+) are kept\. Read on: read_result\(call_id="call_1", offset=(\d+)\) …\]\n(.*)$/s
          const [, head = '', left = '', total = '', offset = '', tail = ''] = shape.exec(cut) ?? []
          expect(bytes(cut)).toBeLessThanOrEqual(most)
          expect(bytes(cut)).toBeGreaterThan(most - 300)
          expect(text.startsWith(head) && text.endsWith(tail)).toBe(true)
          expect(head.length + Number(left) + tail.length).toBe(text.length)
          expect([Number(total), Number(offset)]).toEqual([text.length, head.length])
          expect(cut.isWellFormed()).toBe(true)
        }
      ),
      { numRuns: 60 }
    )
  })

  it('cuts 5 MB and breaks no pair', () => {
    const cut = cutForModel('🎉'.repeat(1_300_000), at(MODEL_RESULT_BYTES, { language: 'zh' }))
    expect(cut.isWellFormed()).toBe(true)
    expect(cut).not.toContain('\ufffd')
    expect(cut).toMatch(/此处略去 \d+ 个字符，全文 2600000 个字符已保存/)
  })

  it('is at most 64 KB, less for a small window and for calls that share it, and never nothing', () => {
    expect(resultBytes(1_000_000, 1)).toBe(MODEL_RESULT_BYTES)
    expect(resultBytes(4_096, 1)).toBe(3_686)
    expect(resultBytes(4_096, 4)).toBe(921)
    expect(resultBytes(512, 16)).toBe(512)
  })

  it('a head is the longest beginning that fits', () => {
    expect(headOfBytes('长长长', 8)).toBe('长长')
    expect(headOfBytes('a🎉b', 4)).toBe('a')
    expect(headOfBytes('a🎉b', 5)).toBe('a🎉')
    expect(headOfBytes('abc', 3)).toBe('abc')
  })
})
