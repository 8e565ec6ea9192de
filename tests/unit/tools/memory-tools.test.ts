import { describe, expect, it } from 'vitest'
import { countTokens } from '../../../src/core/kernel/tokens.ts'
import { memorySearch } from '../../../src/core/tools/memory-search.ts'
import { recallMemory } from '../../../src/core/tools/recall-memory.ts'
import { savePreference } from '../../../src/core/tools/save-preference.ts'
import type { FoundFact, FoundMessage, ToolMemory } from '../../../src/core/tools/tool.ts'
import { contextOf, dependenciesOf } from './support.ts'

interface Known {
  readonly facts?: readonly FoundFact[]
  readonly messages?: readonly FoundMessage[]
}

/** A memory that answers as told and keeps what it was asked. */
function memoryOf({ facts = [], messages = [] }: Known, outcome: 'remembered' | 'proposed' | 'known' = 'remembered') {
  const asked: unknown[] = []
  const memory: ToolMemory = {
    search: async (query, most) => {
      asked.push([query, most.facts])
      return { facts: facts.slice(0, most.facts), messages: messages.slice(0, most.messages) }
    },
    savePreference: async (fact) => {
      asked.push(fact)
      return { factId: 'f1', outcome }
    }
  }
  return { asked, dependencies: dependenciesOf({ memory }) }
}

const factOf = (factId: string, text: string, more: Partial<FoundFact> = {}): FoundFact => ({
  factId,
  text,
  privacy: 'open',
  category: 'preference',
  confidence: 0.9,
  score: 0.71239,
  createdAt: '2026-05-03T08:00:00.000Z',
  ...more
})
const messageOf = (messageId: string, text: string, more: Partial<FoundMessage> = {}): FoundMessage => ({
  messageId,
  text,
  privacy: 'open',
  createdAt: '2026-04-01T08:00:00.000Z',
  ...more
})

const facts = [
  factOf('f1', '用户喜欢蓝色'),
  factOf('f2', '用户住在\n  杭州', { privacy: 'ask' }),
  factOf('f3', '用户的证件号', { privacy: 'private' })
]

describe('recall_memory', () => {
  it('joins facts by lines with the strictest label of them', async () => {
    const { dependencies, asked } = memoryOf({ facts, messages: [messageOf('m1', '旧话')] })
    const result = await recallMemory.create(dependencies).execute({ query: '颜色', limit: 3 }, contextOf({ destination: 'local' }))
    expect(result).toEqual({ ok: true, text: '用户喜欢蓝色\n用户住在 杭州\n用户的证件号', factIds: ['f1', 'f2', 'f3'], privacy: 'private' })
    expect(asked).toEqual([['颜色', 3]])
  })

  it('gives old messages only when no fact fits, with their dates', async () => {
    const messages = [messageOf('m1', '上线定在\n周五', { privacy: 'private' }), messageOf('m2', '再议')]
    const result = await recallMemory.create(memoryOf({ messages }).dependencies).execute({ query: '上线', limit: 3 }, contextOf())
    expect(result).toEqual({
      ok: true,
      text: '没有这样的事实；以前的对话里说过：\n2026-04-01 上线定在 周五\n2026-04-01 再议',
      privacy: 'private'
    })
  })

  it('says that nothing was found', async () => {
    const result = await recallMemory.create(memoryOf({}).dependencies).execute({ query: 'x', limit: 3 }, contextOf())
    expect(result).toEqual({ ok: true, text: '（没有找到相关记忆）' })
  })
})

describe('memory_search', () => {
  const search = async (known: Known, limit = 5) => {
    const { dependencies, asked } = memoryOf(known)
    const result = await memorySearch.create(dependencies).execute({ query: '颜色', limit }, contextOf({ destination: 'local' }))
    return { result, asked, found: (JSON.parse(result.text) as { results: { id: string }[] }).results }
  }

  it('gives id, content, category, confidence, score and date, as background', async () => {
    const { result, found } = await search({ facts: facts.slice(0, 1), messages: [messageOf('m1', '我想要蓝色的车')] })
    expect(found).toEqual([
      { id: 'f1', kind: 'fact', content: '用户喜欢蓝色', category: 'preference', confidence: 0.9, score: 0.712, date: '2026-05-03' },
      { id: 'm1', kind: 'message', content: '我想要蓝色的车', category: null, confidence: null, score: null, date: '2026-04-01' }
    ])
    expect(result).toMatchObject({ ok: true, factIds: ['f1'], privacy: 'open', text: expect.stringContaining('不是证据') })
  })

  it('never gives more than the limit, facts and messages together', async () => {
    const many = {
      facts: Array.from({ length: 10 }, (_, n) => factOf(`f${n}`, `事 ${n}`)),
      messages: Array.from({ length: 10 }, (_, n) => messageOf(`m${n}`, `话 ${n}`))
    }
    for (const limit of [1, 2, 5, 10]) {
      const { found } = await search(many, limit)
      expect(found).toHaveLength(limit)
      expect(found.filter((one) => one.id.startsWith('m'))).toHaveLength(Math.floor(limit / 3))
    }
    expect((await search({ ...many, facts: [] })).found).toHaveLength(5)
  })

  it('is trimmed from the end to 900 tokens, counts what it left out, and names only facts that it gave', async () => {
    const long = Array.from({ length: 10 }, (_, n) => factOf(`f${n}`, '很长的话'.repeat(50), { privacy: n > 6 ? 'private' : 'open' }))
    const { result, found } = await search({ facts: long }, 10)
    expect(countTokens(result.text)).toBeLessThanOrEqual(900)
    expect(found.length).toBeGreaterThan(2)
    expect(JSON.parse(result.text)).toMatchObject({ omitted: 10 - found.length })
    expect(result.factIds).toEqual(found.map((one) => one.id))
    expect(result.privacy).toBe('open')
    for (const one of found) expect(one).toMatchObject({ content: '很长的话'.repeat(50) })
    const tooLong = await search({ facts: [factOf('f0', '长'.repeat(2_000))] })
    expect(JSON.parse(tooLong.result.text)).toMatchObject({ results: [], omitted: 1 })
    expect(tooLong.result.factIds).toBeUndefined()
  })
})

describe.each([
  ['recall_memory', recallMemory],
  ['memory_search', memorySearch]
])('%s', (_name, definition) => {
  it.each([
    [0, 1],
    [-5, 1],
    [99, 10]
  ])('takes %i as %i', async (limit, used) => {
    const { dependencies, asked } = memoryOf({})
    await definition.create(dependencies).execute({ query: 'x', limit }, contextOf())
    expect(asked).toEqual([['x', used]])
  })

  it('without memory is an error text', async () => {
    const result = await definition.create(dependenciesOf()).execute({ query: 'x', limit: 3 }, contextOf())
    expect(result).toMatchObject({ ok: false, text: expect.stringContaining('记忆') })
  })
})

describe('save_preference', () => {
  it.each([
    ['remembered', { text: '已记住。', wrote: 'remembered' }],
    ['proposed', { text: expect.stringContaining('确认'), wrote: 'proposed' }]
  ] as const)('tells that a fact was %s', async (outcome, expected) => {
    const { dependencies, asked } = memoryOf({}, outcome)
    const result = await savePreference.create(dependencies).execute({ fact: ' 用户喜欢打篮球 ' }, contextOf())
    expect(result).toMatchObject({ ok: true, factIds: ['f1'], privacy: 'open', ...expected })
    expect(asked).toEqual(['用户喜欢打篮球'])
  })

  it('tells that a fact was known, and wrote nothing', async () => {
    const result = await savePreference.create(memoryOf({}, 'known').dependencies).execute({ fact: 'x' }, contextOf())
    expect(result).toMatchObject({ ok: true, text: expect.stringContaining('已经') })
    expect(result.wrote).toBeUndefined()
  })

  it('carries the label of the message', async () => {
    const context = contextOf({ destination: 'local', userMessage: { messageId: 'm', text: 'x', privacy: 'private' } })
    expect(await savePreference.create(memoryOf({}).dependencies).execute({ fact: 'x' }, context)).toMatchObject({ privacy: 'private' })
  })

  it('without memory is an error text, not a success', async () => {
    const result = await savePreference.create(dependenciesOf()).execute({ fact: 'x' }, contextOf())
    expect(result).toMatchObject({ ok: false, text: expect.stringContaining('没有保存') })
  })
})
