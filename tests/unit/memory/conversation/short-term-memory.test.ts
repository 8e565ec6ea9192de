import { expect, test } from 'vitest'
import { ShortTermMemory } from '../../../../src/core/memory/conversation/short-term-memory.ts'
import { totalTokens } from '../../../../src/core/memory/conversation/chat-message.ts'
import { countTokens } from '../../../../src/core/kernel/tokens.ts'
import { message } from '../../../support/memory.ts'

// SEED A2.

const contents = (memory: ShortTermMemory): string[] => memory.context().map((one) => one.content)

test('context is all system messages first, then the last N others in order', () => {
  const memory = new ShortTermMemory({ window: 3 })
  memory.add(message('user', 'one'))
  memory.add(message('system', 'rules'))
  for (const text of ['two', 'three', 'four']) memory.add(message('user', text))
  memory.add(message('system', 'more rules'))
  expect(contents(memory)).toEqual(['rules', 'more rules', 'two', 'three', 'four'])
})

test('trim drops the oldest non-system messages until under the limit', () => {
  const memory = new ShortTermMemory({ maxTokens: 40 })
  memory.add(message('system', '你是客服小M'))
  for (const text of ['第一句话在这里', '第二句话在这里', '第三句话在这里', '第四句话在这里']) memory.add(message('user', text))
  memory.trim()
  expect(contents(memory)).toEqual(['你是客服小M', '第三句话在这里', '第四句话在这里'])
  expect(totalTokens(memory.messages)).toBeLessThanOrEqual(40)
})

test('trim always keeps at least one other message', () => {
  const memory = new ShortTermMemory({ maxTokens: 5 })
  memory.add(message('system', 'rules'))
  memory.add(message('user', '很长'.repeat(100)))
  memory.add(message('user', '更长'.repeat(200)))
  memory.trim()
  expect(contents(memory)).toEqual(['rules', '更长'.repeat(200)])
})

test('a window never begins with a tool result whose call it does not hold', () => {
  const memory = new ShortTermMemory({ window: 2 })
  memory.add(message('user', 'weather?'))
  memory.add(message('assistant', '', { toolCalls: [{ id: 'c1', name: 'get_weather', args: '{}' }] }))
  memory.add(message('tool', 'sunny', { toolCallId: 'c1' }))
  memory.add(message('assistant', 'It is sunny.'))
  expect(contents(memory)).toEqual(['It is sunny.'])
})

test('without a count every message stays in the window', () => {
  const memory = new ShortTermMemory()
  for (let round = 0; round < 200; round += 1) memory.add(message('user', `round ${round}`))
  expect(contents(memory)).toHaveLength(200)
})

test('a Chinese character counts as at least one token, and no text counts as nothing', () => {
  expect(countTokens('我叫小明，喜欢打篮球。')).toBeGreaterThanOrEqual(11)
  expect(countTokens('日本語とカタカナ')).toBeGreaterThanOrEqual(8)
  expect(countTokens('한국어')).toBeGreaterThanOrEqual(3)
  expect(countTokens('a')).toBe(1)
  expect(countTokens('')).toBe(0)
})
