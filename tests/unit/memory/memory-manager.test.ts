import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Privacy } from '../../../src/shared/model/privacy.ts'
import type { Summarizer } from '../../../src/core/memory/write-note.ts'
import { MemoryManager, type MemoryManagerOptions } from '../../../src/core/memory/memory-manager.ts'
import { ShortTermMemory } from '../../../src/core/memory/short-term-memory.ts'
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
  const facts = await manager().recall('tea is good', 20)
  expect(facts.map((fact) => fact.text)).toEqual(['tea is good'])
})

test('many short facts fill the budget to the brim: what counts is the finished block', async () => {
  for (let index = 0; index < 40; index += 1) tell(`tea number ${index} ${'x'.repeat(60)}`)
  await world.embedded()
  const facts = await manager().recall('tea number', 40)
  // Some 30 tokens each with date and dash; a heading counted per fact would leave no more than 20.
  expect(facts.length).toBeGreaterThan(25)
  expect(facts.length).toBeLessThan(40)
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
