import { createHash } from 'node:crypto'
import { namePinyin } from './name-pinyin.ts'
import { segmentForIndex } from './segment.ts'
import { SEGMENTER_SENTENCES } from './segmenter-sentences.ts'

const AT_ONCE = 20

/**
 * What the segmenter does, as a hash of how it cuts two hundred sentences. The words come from the dictionary of the ICU library, which differs
 * between versions of Node and Electron, so a number in the code would not tell. Pauses now and then: the first words take long.
 */
export async function segmenterVersion(): Promise<string> {
  const hash = createHash('sha256')
  for (const [index, sentence] of SEGMENTER_SENTENCES.entries()) {
    hash.update(JSON.stringify([segmentForIndex(sentence), namePinyin(sentence, [])]))
    if (index % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return hash.digest('hex').slice(0, 16)
}
