import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Privacy } from '../../../src/shared/model/privacy.ts'
import type { Summarizer } from '../../../src/core/memory/compaction/write-note.ts'
import { MemoryManager, type MemoryManagerOptions } from '../../../src/core/memory/memory-manager.ts'
import { ShortTermMemory } from '../../../src/core/memory/conversation/short-term-memory.ts'
import { openWorld, type World } from '../../property/memory-world.ts'
import { message } from '../../support/memory.ts'

let world: World
beforeAll(() => {
  world = openWorld()
})
beforeEach(() => world.empty())
afterAll(() => world.close())

const signal = new AbortController().signal

const NOTE = '## Session intent\nnone\n## Known and done\nS\n## Artifacts\nnone\n## Next steps\nnone'

function manager(more: Partial<MemoryManagerOptions> = {}): MemoryManager {
  return new MemoryManager({
    shortTerm: new ShortTermMemory(),
    longTerm: world.longTerm,
    summarizers: [],
    threshold: 100,
    keep: 2,
    recallLimit: 20,
    audience: 'local',
    conversationId: null,
    projectId: null,
    language: 'en',
    enabled: true,
    ...more
  })
}

const tell = (text: string, privacy: Privacy = 'open', pinned = false): string =>
  world.longTerm.addFact({ text, privacy, pinned, source: 'person' }).factId

test('the context is system messages, facts, summary, window, in this order however they came', async () => {
  tell('I drink tea')
  const one = manager()
  one.add(message('user', 'earlier talk', { kind: 'summary' }))
  one.add(message('user', 'hello'))
  one.add(message('system', 'rules'))
  const { messages } = await one.getContext('tea')
  expect(messages.map((entry) => entry.kind ?? entry.role)).toEqual(['system', 'memory', 'summary', 'user'])
})

test('a fact that does not fit the budget ends the list; none is cut', async () => {
  tell('tea is good', 'open', true)
  tell(`tea ${'word '.repeat(2_000)}`)
  await world.embedded()
  const { facts } = await manager().getContext('tea is good')
  expect(facts.map((fact) => fact.text)).toEqual(['tea is good'])
})

test('eight facts at the most, and fewer when the person wants fewer', async () => {
  for (let index = 0; index < 40; index += 1) tell(`tea number ${index} ${'x'.repeat(60)}`)
  await world.embedded()
  expect((await manager().getContext('tea number')).facts).toHaveLength(8)
  expect((await manager({ recallLimit: 3 }).getContext('tea number')).facts).toHaveLength(3)
})

test('what the message itself asks to remember is left out, and its place is filled', async () => {
  const own = tell('tea is good', 'open', true)
  for (let index = 0; index < 5; index += 1) tell(`tea is good number ${index}`)
  await world.embedded()
  const one = manager({ recallLimit: 3 })
  one.leaveOut(own)
  const { facts, messages } = await one.getContext('tea is good')
  expect(facts).toHaveLength(3)
  expect(facts.map((fact) => fact.factId)).not.toContain(own)
  expect(messages[0]?.content).not.toMatch(/- tea is good \(/u)
})

test('what holds a protected value goes to no remote turn, also when it became one between two rounds', async () => {
  tell('tea with Walburga')
  tell('tea with honey')
  const secrets = new Set<string>()
  const holdsPrivate = (texts: readonly string[]): boolean => texts.some((text) => [...secrets].some((secret) => text.includes(secret)))
  const one = manager({ audience: 'remote', holdsPrivate })
  const { facts } = await one.getContext('tea')
  expect(facts).toHaveLength(2)
  secrets.add('Walburga')
  expect(one.compose(facts)[0]?.content).not.toContain('Walburga')
  expect(one.compose(facts)[0]?.content).toContain('honey')
  expect(manager({ holdsPrivate }).compose(facts)[0]?.content).toContain('Walburga')
})

test('loaded by tool, no fact is loaded by itself', async () => {
  tell('I drink tea')
  expect(await manager({ loading: 'tool' }).getContext('tea')).toEqual({ messages: [], facts: [] })
})

test.each<[Privacy[], Privacy]>([
  [['open', 'ask'], 'ask'],
  [['ask', 'private', 'open'], 'private'],
  [['open'], 'open']
])('facts labelled %j make a block labelled %s', async (labels, wanted) => {
  for (const label of labels) tell(`tea ${label}`, label)
  const { messages } = await manager().getContext('tea')
  expect(messages[0]).toMatchObject({ kind: 'memory', privacy: wanted })
})

test('what is said while the summary is made is not lost', async () => {
  const one: MemoryManager = manager({
    summarizers: [
      {
        inputLimit: 10_000,
        summarize: () => {
          one.add(message('user', 'meanwhile'))
          return Promise.resolve(NOTE)
        }
      } satisfies Summarizer
    ],
    threshold: 1
  })
  for (let index = 0; index < 6; index += 1) one.add(message('user', `number ${index} ${'and more '.repeat(10)}`))
  expect(await one.maybeCompress(signal)).toMatchObject({ outcome: 'changed', removed: 4, kept: 3 })
  expect(one.shortTerm.messages.map((entry) => entry.content.slice(0, 8))).toEqual([NOTE.slice(0, 8), 'number 4', 'number 5', 'meanwhil'])
})

test('a word that is forgotten while the note is made does not come back with it: the note is dropped', async () => {
  const one: MemoryManager = manager({
    summarizers: [
      {
        inputLimit: 10_000,
        summarize: (text) => {
          one.shortTerm.replace(
            one.shortTerm.messages.map((entry) => ({ ...entry, content: entry.content.replaceAll('SECRET', '[forgotten]') }))
          )
          return Promise.resolve(NOTE.replace('S\n', text.includes('SECRET') ? 'SECRET\n' : 'S\n'))
        }
      }
    ],
    threshold: 1
  })
  for (let index = 0; index < 6; index += 1) one.add(message('user', `number ${index} SECRET ${'and more '.repeat(10)}`))
  expect(await one.maybeCompress(signal)).toEqual({ outcome: 'not-due' })
  expect(one.shortTerm.messages.map((entry) => entry.content).join()).not.toContain('SECRET')
  expect(one.shortTerm.messages).toHaveLength(6)
})

test('what cannot be made lasting is not removed', async () => {
  const replace = (): string => {
    throw new Error('disk full')
  }
  const writer: Summarizer = { inputLimit: 10_000, summarize: () => Promise.resolve(NOTE) }
  const one = manager({ summarizers: [writer], threshold: 1, compactions: { replace } })
  for (let index = 0; index < 6; index += 1) one.add(message('user', `number ${index} ${'and more '.repeat(10)}`))
  const before = one.shortTerm.messages
  await expect(one.maybeCompress(signal)).rejects.toThrow('disk full')
  expect(one.shortTerm.messages).toBe(before)
})

test('a request that does not fit keeps fewer, by counting before a model is asked; what is still over the limit is said', async () => {
  let asked = 0
  const writer: Summarizer = { inputLimit: 10_000, summarize: () => Promise.resolve(((asked += 1), NOTE)) }
  const one = manager({ summarizers: [writer], threshold: 1_000_000, keep: 6, noteTokens: 100 })
  for (let index = 0; index < 7; index += 1) one.add(message('user', `number ${index} ${'and more words '.repeat(20)}`))
  const done = await one.maybeCompress(signal, { beside: 300, limit: 500, room: 700 })
  expect(done).toMatchObject({ outcome: 'changed', removed: 5, kept: 2, stillLarge: true })
  expect(asked).toBe(1)
})

test('switched off, it neither reads nor writes long-term memory', async () => {
  tell('I drink tea')
  const one = manager({ enabled: false })
  expect(one.add(message('user', 'I drink coffee'), { persist: true })).toBeNull()
  expect((await one.getContext('tea')).facts).toEqual([])
  expect(world.facts.count()).toBe(1)
})

test('an empty query, or one of white space, adds nothing', async () => {
  tell('I drink tea')
  for (const query of ['', '   ', '\n']) expect((await manager().getContext(query)).facts).toEqual([])
})
