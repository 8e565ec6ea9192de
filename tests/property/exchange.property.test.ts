import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkExchange } from '../../src/core/memory/exchange/check.ts'
import { collectMemory } from '../../src/core/memory/exchange/collect.ts'
import { readJson, writeJson } from '../../src/core/memory/exchange/json.ts'
import { readMarkdown } from '../../src/core/memory/exchange/markdown-read.ts'
import { writeMarkdown } from '../../src/core/memory/exchange/markdown.ts'
import { exchangeSchema, type Exchange, type FactItem } from '../../src/core/memory/exchange/model.ts'
import { storeMemory } from '../../src/core/memory/exchange/store.ts'
import { exchangeTexts } from '../../src/core/memory/exchange/texts.ts'
import { normalText } from '../../src/core/memory/facts/fact-index.ts'
import { temporaryFolder } from '../support/memory.ts'
import { indexInStep, openMemoryProfile, type MemoryProfile } from './exchange-world.ts'

// What leaves a profile as a file comes back as it was, whatever people have written into it.

const folder = temporaryFolder()
let here: MemoryProfile
let there: MemoryProfile

beforeAll(() => {
  here = openMemoryProfile(folder.dir, 'here')
  there = openMemoryProfile(folder.dir, 'there')
})
beforeEach(() => {
  here.clear()
  there.clear()
})
afterAll(() => {
  here.close()
  there.close()
  folder.remove()
})

const HOSTILE = [
  'line\nbreak',
  'carriage\r\nreturn',
  '`code` and ```fence```',
  '--> ends <!-- begins',
  ' <!-- hearth {"id":"n1"} -->',
  '- [x] done',
  '# heading',
  '1. first',
  '私密：我的病历',
  '🦉👩‍👩‍👧‍👦',
  '\u202eright to left\u202c',
  'שלום עולם',
  '\ud800 half a pair',
  '\u0000nul',
  '\u2028separator\u2029',
  '\ufeffmark',
  '  spaces around  ',
  '{"text":"json"}',
  'a\\u0041b',
  '</script>&lt;',
  '\t'
]
const hostile = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.array(fc.constantFrom(...HOSTILE, '你好', 'x'), { maxLength: 4 }).map((parts) => parts.join(' '))
)
/** As it comes back from SQLite. */
const stored = hostile.map((text) => text.toWellFormed())
const named = stored.filter((text) => text.trim() !== '')
const time = fc.integer({ min: 0, max: 4_000_000_000_000 }).map((ms) => new Date(ms).toISOString())
const id = fc.constantFrom('msg_1', 'msg_2', 'conv_a', 'conv_b')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })

const evidence = fc
  .uniqueArray(fc.record({ messageId: id, conversationId: maybe(id), text: stored, at: time }), {
    selector: (one) => `${one.messageId} ${one.text}`,
    maxLength: 3
  })
  .map((list) => list.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : Buffer.compare(key(a), key(b)))))
const key = (one: { messageId: string; text: string }): Buffer => Buffer.from(`${one.messageId}\u0000${one.text}`)

const place = fc.constantFrom(
  { scope: 'user', projectId: null, conversationId: null } as const,
  { scope: 'project', projectId: 'garden', conversationId: null } as const,
  { scope: 'thread', projectId: null, conversationId: 'conv_a' } as const
)
const fact = fc
  .record({
    text: fc.tuple(named, fc.nat()).map(([text, n]) => `${text} ${n}`),
    privacy: fc.constantFrom('open', 'ask', 'private' as const),
    category: maybe(fc.constantFrom('preference', 'correction', 'knowledge' as const)),
    aliases: fc.array(hostile, { maxLength: 3 }),
    pinned: fc.boolean(),
    status: fc.constantFrom('live', 'superseded', 'retracted', 'proposed' as const),
    durability: fc.constantFrom('durable', 'temporary' as const),
    authority: fc.constantFrom('descriptive', 'transactional' as const),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }).map(Math.abs),
    source: fc.constantFrom('person', 'extraction', 'tool', 'import', 'message' as const),
    subject: maybe(stored),
    evidence,
    reason: maybe(fc.constantFrom('rule', 'doubt', 'conflict', 'foreign' as const)),
    createdAt: time,
    updatedAt: time,
    validFrom: time,
    validTo: maybe(time),
    confirmedAt: maybe(time),
    usedCount: fc.nat(),
    lastUsedAt: maybe(time),
    link: fc.nat()
  })
  .chain((made) => place.map((where) => ({ ...made, ...where })))

/** A memory as a profile could hold it: texts told apart, links that lead onwards, one live fact per key. */
const memory: fc.Arbitrary<Exchange> = fc
  .record({
    facts: fc.uniqueArray(fact, { selector: (one) => `${one.scope} ${normalText(one.text)}`, maxLength: 12 }),
    profile: fc.uniqueArray(
      fc.record({
        section: fc.constantFrom('workContext', 'topOfMind' as const),
        audience: fc.constantFrom('remote', 'local' as const),
        text: named,
        edited: fc.boolean(),
        link: fc.nat(),
        messageIds: fc.array(id, { maxLength: 2 }),
        privacy: fc.constantFrom('open', 'private' as const),
        updatedAt: time
      }),
      { selector: (one) => `${one.section} ${one.audience}`, maxLength: 3 }
    ),
    projects: fc.array(named, { maxLength: 1 })
  })
  .map(({ facts, profile, projects }) => {
    const total = facts.length
    const later = (at: number, link: number): string | null => (at + 1 < total ? `n${at + 2 + (link % (total - at - 1))}` : null)
    const items = facts.map(({ link, reason, ...rest }, at) => ({
      ...rest,
      id: `n${at + 1}`,
      key: link % 2 === 0 ? `key ${at}` : null,
      supersededBy: rest.status === 'superseded' || rest.status === 'retracted' ? later(at, link) : null,
      review: reason === null ? null : { reason, other: later(at, link) }
    }))
    return exchangeSchema.parse({
      format: 'hearth-memory',
      version: 1,
      projects: [
        { projectId: 'garden', name: projects[0] ?? 'Garden', createdAt: '2025-01-01T00:00:00.000Z', updatedAt: '2025-01-02T00:00:00.000Z' }
      ],
      profile: profile
        .map(({ link, ...section }) => ({
          ...section,
          facts: total === 0 ? [] : [`n${1 + (link % total)}`],
          given: total === 0 ? ['msg_1'] : ['msg_1', `n${total}`]
        }))
        .toSorted((a, b) => (`${a.section} ${a.audience}` < `${b.section} ${b.audience}` ? -1 : 1)),
      facts: items satisfies Partial<FactItem>[]
    })
  })

const formats = {
  json: { write: writeJson, read: readJson },
  markdown: { write: (exchange: Exchange) => writeMarkdown(exchange, exchangeTexts.zh), read: readMarkdown }
} as const

describe.each(Object.keys(formats) as (keyof typeof formats)[])('as %s', (format) => {
  const { write, read } = formats[format]

  test('any memory goes into a profile, out as a file, and into another one, and is the same to the byte', () => {
    fc.assert(
      fc.property(memory, (given) => {
        here.clear()
        there.clear()
        storeMemory(here, given)
        const out = collectMemory(here.db)
        expect(out).toEqual(given)
        const file = write(out)
        // As a file on disk: UTF-8 knows no half of a pair.
        const back = checkExchange(read(Buffer.from(file, 'utf8').toString('utf8')))
        expect(storeMemory(there, back)).toEqual({ added: given.facts.length, known: 0 })
        expect(write(collectMemory(there.db))).toBe(file)
        expect(indexInStep(there.db)).toBe(true)
        // Once more changes nothing.
        expect(storeMemory(there, back)).toEqual({ added: 0, known: given.facts.length })
        expect(write(collectMemory(there.db))).toBe(file)
      }),
      { numRuns: 60 }
    )
  })

  test('a life of changes keeps its history: moved away and back, corrected, doubted', () => {
    here.at('2026-01-01T00:00:00Z')
    here.facts.add({ text: '我住在格拉茨', key: 'home', source: 'person' })
    here.at('2026-02-01T00:00:00Z')
    here.facts.add({ text: '我住在林茨', key: 'home', source: 'person', evidence: { messageId: 'm1', conversationId: 'c1', text: '林茨' } })
    here.at('2026-03-01T00:00:00Z')
    const back = here.facts.add({ text: '我住在格拉茨', key: 'home', source: 'person', privacy: 'ask' })
    here.facts.add({ text: 'maybe a cat', source: 'tool', proposed: true })
    here.facts.update(back.factId, { aliases: ['Graz'], pinned: true })
    here.facts.markUsed([back.factId])
    const out = collectMemory(here.db)
    expect(out.facts.map((one) => [one.text, one.status, one.supersededBy])).toEqual([
      ['我住在格拉茨', 'superseded', 'n2'],
      ['我住在林茨', 'superseded', 'n3'],
      ['我住在格拉茨', 'live', null],
      ['maybe a cat', 'proposed', null]
    ])
    const file = write(out)
    storeMemory(there, checkExchange(read(file)))
    expect(write(collectMemory(there.db))).toBe(file)
    // It goes on living there: the one that holds is known by its text, and its history leads all the way back.
    const [now] = there.facts.byKey('home', { scope: 'user', projectId: null, threadId: null })
    expect(now?.factId).toBe(there.facts.idOf({ scope: 'user', projectId: null, threadId: null }, '我住在格拉茨'))
    expect(there.facts.history(now?.factId ?? '').map((row) => row.text)).toEqual(['我住在林茨', '我住在格拉茨'])
    expect(storeMemory(there, checkExchange(read(file)))).toEqual({ added: 0, known: 4 })
  })
})
