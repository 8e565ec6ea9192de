import { expect, test } from 'vitest'
import { saysLittle } from '../../../../src/core/memory/text/question.ts'

test.each(['go on', 'two', 'B, better', 'continue please', '继续', '再来', 'hello again'])('%s says little by itself', (text) => {
  expect(saysLittle(text)).toBe(true)
})

test.each([
  'Help me plan dinner for tonight',
  'Recommend a restaurant near my office',
  '推荐一家附近的餐厅',
  '我的车',
  'my keys',
  '帮我安排一下周末'
])('%s says what it is about', (text) => {
  expect(saysLittle(text)).toBe(false)
})
