import { describe, expect, test } from 'vitest'
import { joinedSyllables, namePinyin } from '../../../../src/core/memory/text/name-pinyin.ts'
import { segmentForIndex, segmentQuery } from '../../../../src/core/memory/text/segment.ts'
import { SEGMENTER_SENTENCES } from '../../../../src/core/memory/text/segmenter-sentences.ts'
import { segmenterVersion } from '../../../../src/core/memory/text/segmenter-version.ts'

const words = (text: string): string[] => segmentForIndex(text).words.split(' ')

describe('the segmenter', () => {
  test.each([
    ['悬空itgc条目', 'itgc'],
    ['用Go写', 'go'],
    ['ＡＢＣ', 'abc'],
    ['abвг', 'вг'],
    ['Straße', 'straße'],
    ['iphone15的', 'iphone15']
  ])('sets a border where the script changes: %s holds %s', (text, word) => {
    expect(words(text)).toContain(word)
  })

  test('leaves out stop words of a query, unless nothing is left', () => {
    expect(segmentQuery('what is the cello for?').words).toEqual(['cello'])
    expect(segmentQuery('what is it?').words).toEqual(['what', 'is', 'it'])
    expect(segmentQuery('你是谁').words.length).toBeGreaterThan(0)
  })
})

describe('names', () => {
  test.each([
    ['我叫王小明', ['wangxiaoming', 'xiaoming', 'wxm']],
    ['我女朋友叫单小雨，在上海工作', ['shanxiaoyu', 'xiaoyu', 'sxy']],
    ['我的猫叫团子', ['tuanzi', 'tz']],
    ['欧阳老师教我们数学', ['ouyang', 'oy']],
    ['我同事都在北京', []],
    ['他叫我去开会', []],
    ['I live in Hamburg', []]
  ])('in %s', (text, pinyin) => {
    expect(namePinyin(text, [])).toEqual(pinyin)
  })

  test('among the aliases', () => {
    expect(namePinyin('My boss', ['马化腾'])).toContain('mahuateng')
  })

  test('typed syllable by syllable', () => {
    expect(joinedSyllables(['who', 'is', 'xiao', 'ming'])).toEqual(['xiaoming'])
  })
})

describe('the version', () => {
  test('rests on two hundred different sentences', () => {
    expect(new Set(SEGMENTER_SENTENCES).size).toBe(200)
  })

  test('is the same each time', async () => {
    expect(await segmenterVersion()).toBe(await segmenterVersion())
  })
})
