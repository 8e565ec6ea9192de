import { describe, expect, test } from 'vitest'
import { modeTokens, modeByWords, modeNamed, modeTexts, withMode } from '../../../src/core/agent/modes.ts'
import type { LlmMessage } from '../../../src/core/llm/llm-port.ts'

// SEED A8.

const context: LlmMessage[] = [
  { role: 'system', content: 'rules' },
  { role: 'user', content: 'question' }
]

describe('modes', () => {
  test.each([
    ['帮我查一下天气', 'react'],
    ['搜索最近的新闻', 'react'],
    ['如果下雨怎么安排', 'tot'],
    ['做一个学习计划', 'tot'],
    ['比较这两种语言', 'few_shot'],
    ['哪个更好', 'few_shot'],
    ['为什么天是蓝的', 'cot'],
    ['Compare Go and Rust', 'few_shot'],
    ['Why is the sky blue?', 'cot']
  ] as const)('the words of %s choose %s', (question, mode) => expect(modeByWords(question)).toBe(mode))

  test('the words of an answer are looked for in the order tot, react, few_shot, cot', () => {
    expect(modeNamed('cot or tot')).toBe('tot')
    expect(modeNamed('few_shot, or REACT')).toBe('react')
    expect(modeNamed('COT.')).toBe('cot')
    expect(modeNamed('no idea')).toBeNull()
  })

  test('cot and react add their instruction to the system prompt and change nothing else', () => {
    for (const mode of ['cot', 'react'] as const) {
      const messages = withMode(context, mode, 'zh')
      expect(messages[0]).toEqual({ role: 'system', content: `rules\n\n${modeTexts.zh[mode]}` })
      expect(messages.slice(1)).toEqual(context.slice(1))
    }
  })

  test('few_shot puts example pairs after the system prompt', () => {
    const messages = withMode(context, 'few_shot', 'zh')
    expect(messages.map((message) => message.role)).toEqual(['system', 'user', 'assistant', 'user', 'assistant', 'user'])
    expect(messages.at(-1)).toEqual(context[1])
    expect(messages[2]?.content).toContain('人物：')
  })

  test('no mode leaves the request as it is', () => expect(withMode(context, null, 'en')).toEqual(context))
})

test.each(['cot', 'few_shot', 'react'] as const)('what the mode %s writes into a request is counted', (mode) => {
  for (const language of ['zh', 'en'] as const) {
    const added = JSON.stringify(withMode([], mode, language))
    expect(modeTokens(mode, language)).toBeGreaterThan(added.length / 12)
  }
  expect(modeTokens(null, 'zh')).toBe(0)
})
