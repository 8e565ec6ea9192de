import fc from 'fast-check'
import { afterAll, beforeEach, beforeAll, describe, expect, test } from 'vitest'
import { snippetOf, searchMessages } from '../../src/core/memory/recall/message-search.ts'
import { searchFactRows } from '../../src/core/memory/facts/fact-search.ts'
import { normalise, segmentForIndex, segmentQuery } from '../../src/core/memory/text/segment.ts'
import { openWorld, type World } from './memory-world.ts'

// FAULTS, "Search": any text and any query, through recall, the list's search and the search of messages.
// Planted and found: lone surrogates stored as they come; no literal leg for signs; no exact leg; aliases left out of what admits a fact.

let world: World
beforeAll(() => {
  world = openWorld()
})
beforeEach(() => world.empty())
afterAll(() => world.close())

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc
    .array(
      fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)),
      { maxLength: 30 }
    )
    .map((units) => units.join('')),
  fc
    .array(
      fc.constantFrom(
        '"',
        "'",
        '*',
        '(',
        ')',
        'NEAR',
        'OR',
        'AND',
        'NOT',
        '^',
        ':',
        'words:x',
        '{words}',
        '-',
        '+',
        '\0',
        '杭州',
        '猫',
        'db',
        'ａｂ',
        '\u0301',
        '\u202e',
        '\ud800',
        '🎉',
        ' '
      )
    )
    .map((parts) => parts.join(''))
)

function add(text: string): string {
  return world.longTerm.addFact({ text, source: 'person' }).factId
}

const recall = (query: string, audience: 'local' | 'remote' = 'local') => world.longTerm.recall(query, { limit: 8, audience })

test('no text and no query makes search fail, and a fact is given for its own words', async () => {
  await fc.assert(
    fc.asyncProperty(anyText, anyText, async (text, query) => {
      world.empty()
      const known = text.trim() === '' ? null : add(text)
      for (const audience of ['local', 'remote'] as const) await recall(query, audience)
      searchFactRows(world.db, query)
      searchMessages(world.db, { query, limit: 10, audience: 'local' })
      snippetOf(text, segmentQuery(query))
      if (known !== null) {
        expect((await recall(text)).map((hit) => hit.factId)).toContain(known)
        expect(searchFactRows(world.db, text)).toContain(world.facts.require(known).rowid)
      }
    }),
    { numRuns: 400 }
  )
})

test('normalising twice is normalising once, and segments hold no quote or white space', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const { words, chars } = segmentForIndex(text)
      expect(`${words} ${chars}`).not.toMatch(/["*():^\0]/u)
      expect(normalise(text)).toBe(normalise(text.toWellFormed()))
      const terms = segmentQuery(text)
      for (const term of [...terms.words, ...terms.chars]) expect(term).not.toMatch(/["\s]/u)
    }),
    { numRuns: 500 }
  )
})

describe('a query finds what it names', () => {
  test.each([
    ['multi-agent', 'We build a multi-agent system'],
    ["a'b", "The file is called a'b"],
    ['"--error"', 'Start it with --error to see more'],
    ['C++', 'I write C++ at work'],
    ['杭州', '我去年搬到了杭州工作'],
    ['猫', '我的猫叫团子'],
    ['db', 'The db is on the second disk'],
    ['腾讯云', '我们的服务都部署在腾讯云服务器上'],
    ['悬空itgc', '报告里写着悬空的itgc条目'],
    ['itgc', '悬空itgc'],
    ['NEAR', 'The shop is near the station'],
    ['words:station', 'The shop is near the station'],
    ['ｆｕｌｌ', 'The disk is full'],
    ['cafe\u0301', 'I like the café on the corner'],
    ['שלום', 'He always says שלום'],
    ['running', 'I run every morning'],
    ['🎉', 'The party 🎉 is on Friday'],
    ['*', 'Passwords are shown as *'],
    ['(', 'An open ( alone']
  ])('%s', async (query, text) => {
    add('Something else entirely about bridges')
    const known = add(text)
    for (const audience of ['local', 'remote'] as const) expect((await recall(query, audience))[0]?.factId).toBe(known)
    expect(searchFactRows(world.db, query)).toContain(world.facts.require(known).rowid)
  })

  test('an alias, by which alone the fact is asked for', async () => {
    const { factId } = world.longTerm.addFact({ text: '我在腾讯上班', aliases: ['鹅厂', 'the goose factory'], source: 'person' })
    for (const query of ['鹅厂', 'goose factory']) expect((await recall(query)).map((hit) => hit.factId)).toEqual([factId])
  })

  test('an alias in a long question, of which it is a small part', async () => {
    const { factId } = world.longTerm.addFact({ text: '我在腾讯上班', aliases: ['the goose factory'], source: 'person' })
    const question = 'cat dog tea sun sea box cup map pen key bus car fox bed the goose factory'
    expect((await recall(question)).map((hit) => hit.factId)).toEqual([factId])
  })

  test('an alias of signs that mean something elsewhere', async () => {
    for (const alias of ['try-catch', 'a.b*c', '(x)', '[y', 'q?', '\\d+']) {
      const { factId } = world.longTerm.addFact({ text: `Something about ${alias.length} bridges`, aliases: [alias], source: 'person' })
      expect((await recall(`what about ${alias} then`)).map((hit) => hit.factId)).toContain(factId)
      world.empty()
    }
  })

  test('word for word, before others that hold its words more often and with nothing else', async () => {
    const known = add('tea, of which I have had more than enough: bread, milk, rice, salt, soup, corn and beans')
    world.longTerm.addFacts(
      Array.from({ length: 30 }, (_, index) => ({
        text: `bread milk rice salt soup corn beans tea tea ${index}`,
        source: 'person' as const
      }))
    )
    const query = 'Tea, of which I have had more than enough: bread, milk, rice, salt, soup, corn and beans'
    const [best] = await world.longTerm.recall(query, { limit: 1, audience: 'remote' })
    expect(best?.factId).toBe(known)
  })

  test('the words of a search strictly first: with a fact that holds all, those that hold a part are left out', () => {
    const whole = add('昨天跑完了端到端测试，结果都好')
    const part = add('测试环境在二楼')
    const rows = (query: string): number[] => searchFactRows(world.db, query)
    const rowid = (id: string): number => world.facts.require(id).rowid
    expect(rows('端到端测试结果')).toEqual([rowid(whole)])
    world.facts.erase(whole)
    expect(rows('端到端测试结果')).toEqual([rowid(part)])
  })
})

test('a query of 1 MB and a text of 1 MB are taken in seconds', async () => {
  const huge = '杭州的天气 and a word, '.repeat(50_000)
  const known = add(huge.slice(0, 1_000_000))
  const started = process.cpuUsage()
  expect((await recall('天气')).map((hit) => hit.factId)).toEqual([known])
  expect((await recall(huge)).map((hit) => hit.factId)).toEqual([known])
  searchFactRows(world.db, huge)
  searchMessages(world.db, { query: huge, limit: 10, audience: 'local' })
  expect(process.cpuUsage(started).user / 1_000).toBeLessThan(3_000)
})

test('of a hundred facts, the one whose exact words are asked for is always among the results', async () => {
  const word = fc.constantFrom(
    ...'tea cat Hangzhou river blue my the is and 茶 猫 杭州 河 蓝色 我 的 是 likes like 42 C++ multi-agent'.split(' ')
  )
  const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(sentence, { minLength: 100, maxLength: 100 }), fc.nat(99), async (texts, index) => {
      world.empty()
      world.longTerm.addFacts(texts.map((text) => ({ text, source: 'person' as const })))
      await world.embedded()
      const query = texts[index] ?? ''
      const hits = await world.longTerm.recall(query, { limit: 5, audience: 'remote' })
      expect(hits[0]?.text).toBe(world.facts.row(world.facts.idOf({ scope: 'user', projectId: null, threadId: null }, query))?.text)
    }),
    { numRuns: 15 }
  )
})
