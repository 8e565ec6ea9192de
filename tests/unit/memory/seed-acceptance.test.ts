import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Summarizer } from '../../../src/core/memory/compaction/write-note.ts'
import { MemoryManager } from '../../../src/core/memory/memory-manager.ts'
import { ShortTermMemory } from '../../../src/core/memory/conversation/short-term-memory.ts'
import { message, openMemory, temporaryFolder, type MemoryBench } from '../../support/memory.ts'

// SEED A3, A5 and B2, word for word, on the real database and the real embedding model.

let folder: ReturnType<typeof temporaryFolder>
let memory: MemoryBench

beforeEach(async () => {
  folder = temporaryFolder()
  memory = await openMemory(folder.dir)
})

afterEach(async () => {
  await memory.close()
  folder.remove()
})

const signal = new AbortController().signal
const summarizer: Summarizer = { inputLimit: 10_000, summarize: () => Promise.resolve('用户叫小明，闲聊若干。') }

function manager(threshold: number, longTerm = memory.longTerm): MemoryManager {
  return new MemoryManager({
    shortTerm: new ShortTermMemory({ window: 8 }),
    longTerm,
    summarizers: [summarizer],
    threshold,
    keep: 4,
    recallLimit: 3,
    audience: 'remote',
    conversationId: null,
    projectId: null,
    language: 'zh',
    enabled: true
  })
}

async function twentyRounds(one: MemoryManager): Promise<void> {
  one.add(message('system', '你是客服小M'))
  one.add(message('user', '我叫小明喜欢蓝色'), { persist: true })
  for (let round = 0; round < 20; round += 1) {
    one.add(message('user', `第${round}个问题，今天过得怎么样`))
    one.add(message('assistant', `第${round}个回答，还不错`))
    await one.maybeCompress(signal)
  }
}

describe('the acceptance of the seed', () => {
  test('a fact is recalled after twenty rounds, the buffer holds no recalled fact, the system message stays, and below the threshold there is no summary', async () => {
    const one = manager(2_000)
    await twentyRounds(one)
    const context = await one.getContext('用户叫什么名字?')
    expect(context.messages.map((entry) => entry.content).join('\n')).toContain('小明')
    expect(context.messages.some((entry) => entry.content.includes('已知用户长期事实'))).toBe(true)
    expect(one.shortTerm.messages.some((entry) => entry.content.includes('已知用户长期事实'))).toBe(false)
    expect(one.shortTerm.messages[0]).toMatchObject({ role: 'system', content: '你是客服小M' })
    expect(one.shortTerm.messages.filter((entry) => entry.kind === 'summary')).toHaveLength(0)
  })

  test('with threshold 300 there is exactly one summary', async () => {
    const one = manager(300)
    await twentyRounds(one)
    expect(one.shortTerm.messages.filter((entry) => entry.kind === 'summary')).toHaveLength(1)
    expect(one.shortTerm.messages[0]?.content).toBe('你是客服小M')
  })

  test('a second manager after a restart recalls the colour', async () => {
    await twentyRounds(manager(2_000))
    await memory.close()
    memory = await openMemory(folder.dir)
    const second = manager(2_000)
    const facts = await second.recall('用户喜欢什么颜色?')
    expect(facts.map((fact) => fact.text).join()).toContain('蓝色')
  })

  test('recalled facts stand after the system prompt, for this call only', async () => {
    const one = manager(2_000)
    await twentyRounds(one)
    const before = one.shortTerm.messages
    const { messages } = await one.getContext('用户叫什么名字?')
    expect(messages.map((entry) => entry.role).slice(0, 2)).toEqual(['system', 'user'])
    expect(messages[1]).toMatchObject({ kind: 'memory', origin: 'memory' })
    expect(one.shortTerm.messages).toBe(before)
  })

  test('no query and no relevant fact add nothing', async () => {
    const one = manager(2_000)
    await twentyRounds(one)
    expect((await one.getContext()).messages).toEqual(one.shortTerm.context())
    expect((await one.getContext('Explain the French Revolution')).messages).toEqual(one.shortTerm.context())
  })

  test('only a user message is persisted, and only when asked', async () => {
    const one = manager(2_000)
    expect(one.add(message('assistant', '你似乎是一位老师'), { persist: true })).toBeNull()
    expect(one.add(message('user', '随便聊聊'))).toBeNull()
    expect(memory.facts.count()).toBe(0)
  })

  test('a manager without a model compacts nothing', async () => {
    const one = new MemoryManager({
      shortTerm: new ShortTermMemory(),
      longTerm: memory.longTerm,
      summarizers: [],
      threshold: 10,
      keep: 4,
      recallLimit: 3,
      audience: 'local',
      conversationId: null,
      projectId: null,
      language: 'zh',
      enabled: true
    })
    for (let round = 0; round < 20; round += 1) one.add(message('user', '一句很长的话'.repeat(10)))
    expect(await one.maybeCompress(signal)).toEqual({ outcome: 'not-due' })
    expect(one.shortTerm.messages).toHaveLength(20)
  })
})

describe('long-term memory', () => {
  test('the same sentence twice is one fact, also after a restart, and its confidence does not rise', async () => {
    const first = memory.longTerm.addFact({ text: '我住在杭州', source: 'message' })
    const confidence = memory.facts.require(first.factId).confidence
    await memory.close()
    memory = await openMemory(folder.dir)
    const again = memory.longTerm.addFact({ text: ' 我住在杭州 ', source: 'message' })
    expect(again).toEqual({ factId: first.factId, created: false })
    expect(memory.facts.count()).toBe(1)
    expect(memory.facts.require(first.factId).confidence).toBe(confidence)
  })

  test('the same text in two projects is two facts', () => {
    const ids = ['a', 'b'].map((projectId) =>
      memory.longTerm.addFact({ text: '统一使用 pnpm', source: 'person', namespace: { scope: 'project', projectId, threadId: null } })
    )
    expect(new Set(ids.map((one) => one.factId)).size).toBe(2)
  })

  test('private facts are stored and searched, and skipped unless the audience is this machine', async () => {
    memory.longTerm.addFact({ text: 'My passport number is X4471882', privacy: 'private', source: 'person' })
    await memory.embedded()
    const ask = (audience: 'local' | 'remote') => memory.longTerm.recall('What is my passport number?', { limit: 3, audience })
    expect(await ask('remote')).toEqual([])
    expect((await ask('local')).map((fact) => fact.text)).toEqual(['My passport number is X4471882'])
  })

  test('remember, get and forget by key; a new value replaces the old, which stays as history', async () => {
    memory.longTerm.remember('favourite_language', 'I like Python')
    memory.longTerm.remember('favourite_language', 'I switched to Go')
    expect(memory.longTerm.get('favourite_language')).toBe('I switched to Go')
    const facts = await memory.longTerm.recall('Which language do I like, Python or Go?', { limit: 5, audience: 'local' })
    expect(facts.map((fact) => fact.text)).toEqual(['I switched to Go'])
    const [live] = memory.facts.list({ limit: 10, offset: 0 })
    expect(memory.facts.history(live?.id ?? '').map((row) => [row.text, row.status])).toEqual([['I like Python', 'superseded']])
    await memory.close()
    memory = await openMemory(folder.dir)
    expect(memory.longTerm.get('favourite_language')).toBe('I switched to Go')
    expect(memory.longTerm.forget('favourite_language')).toBe(true)
    expect(memory.longTerm.get('favourite_language')).toBeNull()
    expect(memory.facts.list({ status: 'all', limit: 10, offset: 0 })).toEqual([])
  })

  test('a question as of a date sees what was believed then', async () => {
    const add = (text: string, at: string): void =>
      void memory.longTerm.addFact({ text, key: 'city', source: 'person', createdAt: Date.parse(at) })
    add('I live in Beijing', '2024-01-01T00:00:00Z')
    add('I live in Hangzhou', '2025-01-01T00:00:00Z')
    await memory.embedded()
    const asOf = async (at: string | null) =>
      (await memory.longTerm.recall('Where do I live?', { limit: 3, audience: 'local', asOf: at === null ? null : Date.parse(at) })).map(
        (fact) => fact.text
      )
    expect(await asOf('2024-06-01T00:00:00Z')).toEqual(['I live in Beijing'])
    expect(await asOf(null)).toEqual(['I live in Hangzhou'])
  })

  test('an older value that arrives late becomes history, not the present', () => {
    const add = (text: string, at: string): void =>
      void memory.longTerm.addFact({ text, key: 'city', source: 'person', createdAt: Date.parse(at) })
    add('I live in Hangzhou', '2025-01-01T00:00:00Z')
    add('I live in Beijing', '2024-01-01T00:00:00Z')
    expect(memory.longTerm.get('city')).toBe('I live in Hangzhou')
  })

  test('going back to an old value makes it live again and keeps both earlier times', () => {
    for (const text of ['Hangzhou', 'Beijing', 'Hangzhou']) memory.longTerm.remember('city', text)
    expect(memory.longTerm.get('city')).toBe('Hangzhou')
    const live = memory.facts.byKey('city', { scope: 'user', projectId: null, threadId: null })
    expect(live).toHaveLength(1)
    expect(
      memory.facts
        .history(live[0]?.factId ?? '')
        .map((row) => row.text)
        .sort()
    ).toEqual(['Beijing', 'Hangzhou'])
  })

  test('a fact is found by text at once, with no embedding model at all', async () => {
    const bare = temporaryFolder()
    const other = await openMemory(bare.dir, { modelsDir: bare.dir })
    other.longTerm.addFact({ text: '我的猫叫团子', source: 'person' })
    expect((await other.longTerm.recall('猫叫什么', { limit: 3, audience: 'local' })).map((fact) => fact.text)).toEqual(['我的猫叫团子'])
    await other.close()
    bare.remove()
  })
})
