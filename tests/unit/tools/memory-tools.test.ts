import { describe, expect, it } from 'vitest'
import { recallMemory } from '../../../src/core/tools/recall-memory.ts'
import { savePreference } from '../../../src/core/tools/save-preference.ts'
import type { ToolMemory } from '../../../src/core/tools/tool.ts'
import { contextOf, dependenciesOf } from './support.ts'

type Recalled = Awaited<ReturnType<ToolMemory['recall']>>

/** A memory that answers as told and keeps what it was asked. */
function memoryOf(facts: Recalled, outcome: 'remembered' | 'proposed' | 'known' = 'remembered') {
  const asked: unknown[] = []
  const memory: ToolMemory = {
    recall: async (query, limit) => {
      asked.push([query, limit])
      return facts
    },
    savePreference: async (fact) => {
      asked.push(fact)
      return { factId: 'f1', outcome }
    }
  }
  return { asked, dependencies: dependenciesOf({ memory }) }
}

const facts: Recalled = [
  { factId: 'f1', text: '用户喜欢蓝色', privacy: 'open' },
  { factId: 'f2', text: '用户住在\n  杭州', privacy: 'ask' },
  { factId: 'f3', text: '用户的证件号', privacy: 'private' }
]

describe('recall_memory', () => {
  it('joins facts by lines with the strictest label of them', async () => {
    const { dependencies, asked } = memoryOf(facts)
    const result = await recallMemory.create(dependencies).execute({ query: '颜色', limit: 3 }, contextOf({ destination: 'local' }))
    expect(result).toEqual({ ok: true, text: '用户喜欢蓝色\n用户住在 杭州\n用户的证件号', factIds: ['f1', 'f2', 'f3'], privacy: 'private' })
    expect(asked).toEqual([['颜色', 3]])
  })

  it('gives a remote turn nothing private even if memory did', async () => {
    const result = await recallMemory.create(memoryOf(facts).dependencies).execute({ query: '颜色', limit: 3 }, contextOf())
    expect(result).toEqual({ ok: true, text: '用户喜欢蓝色\n用户住在 杭州', factIds: ['f1', 'f2'], privacy: 'ask' })
  })

  it('says that nothing was found', async () => {
    const result = await recallMemory.create(memoryOf([]).dependencies).execute({ query: 'x', limit: 3 }, contextOf())
    expect(result).toEqual({ ok: true, text: '（没有找到相关记忆）' })
  })

  it.each([
    [0, 1],
    [-5, 1],
    [99, 10]
  ])('takes %i as %i', async (limit, used) => {
    const { dependencies, asked } = memoryOf([])
    await recallMemory.create(dependencies).execute({ query: 'x', limit }, contextOf())
    expect(asked).toEqual([['x', used]])
  })

  it('without memory is an error text', async () => {
    const result = await recallMemory.create(dependenciesOf()).execute({ query: 'x', limit: 3 }, contextOf())
    expect(result).toMatchObject({ ok: false, text: expect.stringContaining('记忆') })
  })
})

describe('save_preference', () => {
  it.each([
    ['remembered', { text: '已记住。', wrote: 'remembered' }],
    ['proposed', { text: expect.stringContaining('确认'), wrote: 'proposed' }]
  ] as const)('tells that a fact was %s', async (outcome, expected) => {
    const { dependencies, asked } = memoryOf([], outcome)
    const result = await savePreference.create(dependencies).execute({ fact: ' 用户喜欢打篮球 ' }, contextOf())
    expect(result).toMatchObject({ ok: true, factIds: ['f1'], privacy: 'open', ...expected })
    expect(asked).toEqual(['用户喜欢打篮球'])
  })

  it('tells that a fact was known, and wrote nothing', async () => {
    const result = await savePreference.create(memoryOf([], 'known').dependencies).execute({ fact: 'x' }, contextOf())
    expect(result).toMatchObject({ ok: true, text: expect.stringContaining('已经') })
    expect(result.wrote).toBeUndefined()
  })

  it('carries the label of the message', async () => {
    const context = contextOf({ destination: 'local', userMessage: { messageId: 'm', text: 'x', privacy: 'private' } })
    expect(await savePreference.create(memoryOf([]).dependencies).execute({ fact: 'x' }, context)).toMatchObject({ privacy: 'private' })
  })

  it('without memory is an error text, not a success', async () => {
    const result = await savePreference.create(dependenciesOf()).execute({ fact: 'x' }, contextOf())
    expect(result).toMatchObject({ ok: false, text: expect.stringContaining('没有保存') })
  })
})
