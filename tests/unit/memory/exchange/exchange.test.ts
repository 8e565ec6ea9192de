import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../../src/core/kernel/app-error.ts'
import { checkExchange } from '../../../../src/core/memory/exchange/check.ts'
import { collectMemory } from '../../../../src/core/memory/exchange/collect.ts'
import { readJson } from '../../../../src/core/memory/exchange/json.ts'
import { readMarkdown } from '../../../../src/core/memory/exchange/markdown-read.ts'
import { writeMarkdown } from '../../../../src/core/memory/exchange/markdown.ts'
import { storeMemory } from '../../../../src/core/memory/exchange/store.ts'
import { exchangeTexts } from '../../../../src/core/memory/exchange/texts.ts'
import { openMemoryProfile, type MemoryProfile } from '../../../property/exchange-world.ts'
import { temporaryFolder } from '../../../support/memory.ts'

let folder: ReturnType<typeof temporaryFolder>
let profile: MemoryProfile
beforeEach(() => {
  folder = temporaryFolder()
  profile = openMemoryProfile(folder.dir, 'profile')
})
afterEach(() => {
  profile.close()
  folder.remove()
})

const file = (facts: readonly object[], more: object = {}): string =>
  JSON.stringify({ format: 'hearth-memory', version: 1, facts, ...more })
const importJson = (text: string) => storeMemory(profile, checkExchange(readJson(text)))
const importMarkdown = (text: string) => storeMemory(profile, checkExchange(readMarkdown(text)))
const facts = () => collectMemory(profile.db).facts

function refusal(work: () => unknown): unknown {
  try {
    work()
  } catch (cause) {
    return cause instanceof AppError ? { code: cause.code, ...cause.data } : cause
  }
  return null
}

describe('a list that somebody wrote', () => {
  test('becomes plain facts, one per item, with what is indented below it', () => {
    const counts = importMarkdown(
      [
        '\ufeff# About me',
        '',
        'Some words that are no fact.',
        '- I live in Linz',
        '* [x] I play the oboe',
        '3. 我喜欢喝茶',
        '   特别是绿茶',
        '    - nested: my sister is Anna',
        '',
        '- 私密：我的病历号是 AB-1',
        '- I live in Linz',
        '+ with a <!-- comment --> inside',
        '-not an item'
      ].join('\r\n')
    )
    expect(counts).toEqual({ added: 6, known: 1 })
    expect(facts().map((fact) => [fact.text, fact.privacy, fact.source, fact.status])).toEqual([
      ['I live in Linz', 'open', 'import', 'live'],
      ['I play the oboe', 'open', 'import', 'live'],
      ['我喜欢喝茶\n特别是绿茶', 'open', 'import', 'live'],
      ['nested: my sister is Anna', 'open', 'import', 'live'],
      ['私密：我的病历号是 AB-1', 'private', 'import', 'live'],
      ['with a <!-- comment --> inside', 'open', 'import', 'live']
    ])
  })

  test('of ours that somebody has edited keeps the labels and takes the new words', () => {
    importJson(file([{ text: 'I live in Linz', pinned: true, aliases: ['home'] }, { text: 'two\nlines' }]))
    const text = writeMarkdown(collectMemory(profile.db), exchangeTexts.en)
    expect(text).toContain('- two lines <!-- hearth {')
    profile.clear()
    importMarkdown(text.replace('- I live in Linz', '- I live in Graz').replace('- two lines', '* two words'))
    expect(facts()).toMatchObject([{ text: 'I live in Graz', pinned: true, aliases: ['home'] }, { text: 'two words' }])
  })
})

describe('a Markdown file of ours that was cut off', () => {
  const whole = (): string => {
    importJson(file([{ text: 'I live in Linz', pinned: true }, { text: 'two\nlines' }, { text: '我喜欢喝茶', privacy: 'private' }]))
    const text = writeMarkdown(collectMemory(profile.db), exchangeTexts.en)
    profile.clear()
    return text
  }

  test('is refused wherever the cut is, and nothing is stored', () => {
    const text = whole().trimEnd()
    for (let end = 1; end < text.length; end += 1)
      expect(
        refusal(() => importMarkdown(text.slice(0, end))),
        `cut at ${end}`
      ).toMatchObject({ code: 'INVALID_INPUT' })
    expect(refusal(() => importMarkdown(text.slice(0, text.length / 2)))).toMatchObject({ problem: 'cut-off' })
    expect(facts()).toEqual([])
    expect(importMarkdown(text)).toEqual({ added: 3, known: 0 })
  })

  test('is refused without its beginning too', () => {
    const text = whole()
    expect(refusal(() => importMarkdown(text.slice(text.indexOf('- two lines'))))).toMatchObject({ problem: 'cut-off' })
  })

  test('is refused when another whole one follows it', () => {
    const text = whole()
    expect(refusal(() => importMarkdown(`${text.slice(0, text.indexOf('- two lines'))}${text}`))).toMatchObject({ problem: 'cut-off' })
  })

  test('is whole also when somebody has added to it, taken from it or changed its line ends', () => {
    const lines = whole().split('\n')
    const kept = lines.filter((line) => !line.startsWith('- two lines'))
    expect(importMarkdown([...kept, '- I play the oboe'].join('\r\n'))).toEqual({ added: 3, known: 0 })
  })
})

describe('a bad file', () => {
  test.each<[string, () => unknown, object]>([
    ['no JSON', () => readJson('{'), { problem: 'not-json' }],
    ['another file', () => checkExchange(readJson('{"facts":[]}')), { field: 'format', problem: 'not-a-memory-file' }],
    ['a newer version', () => checkExchange(readJson('{"format":"hearth-memory","version":2}')), { field: 'version', problem: 'newer' }],
    ['no text', () => importJson(file([{ text: 'ok' }, { text: '  ' }])), { field: 'facts.1.text', problem: 'empty', item: 2 }],
    [
      'an unknown label',
      () => importJson(file([{ text: 'ok', colour: 'red' }])),
      { field: 'facts.0', problem: 'unrecognized_keys', item: 1 }
    ],
    ['no time', () => importJson(file([{ text: 'ok', createdAt: 'soon' }])), { field: 'facts.0.createdAt', problem: 'time', item: 1 }],
    ['a scope without its place', () => importJson(file([{ text: 'ok', scope: 'project' }])), { field: 'facts.0.projectId', item: 1 }],
    [
      'a link to nothing',
      () => importJson(file([{ text: 'a', id: 'n1', status: 'superseded', supersededBy: 'n9' }])),
      { field: 'facts.0.supersededBy', problem: 'unknown-reference' }
    ],
    [
      'a circle',
      () =>
        importJson(
          file([
            { text: 'a', id: 'n1', status: 'superseded', supersededBy: 'n2' },
            { text: 'b', id: 'n2', status: 'superseded', supersededBy: 'n1' }
          ])
        ),
      { problem: 'circle' }
    ],
    ['no list', () => readMarkdown('# Title\n\nwords'), { problem: 'empty' }],
    ['labels cut off', () => readMarkdown('- ok\n- I live <!-- hearth {"id": -->'), { problem: 'labels', line: 2 }],
    [
      'wrong labels',
      () => importMarkdown('# T\n- ok\n- I live <!-- hearth {"pinned":7} -->'),
      { field: 'facts.1.pinned', item: 2, line: 3 }
    ]
  ])('with %s is refused with what is wrong and where, and nothing is stored', (_, work, expected) => {
    expect(refusal(work)).toMatchObject({ code: 'INVALID_INPUT', ...expected })
    expect(facts()).toEqual([])
  })

  test('says nothing of what it holds', () => {
    const said = refusal(() => importJson(file([{ text: 'SECRET-1', privacy: 'SECRET-2', 'SECRET-3': 1 }])))
    expect(JSON.stringify(said)).not.toContain('SECRET')
  })

  test('stores nothing when the last step fails either', () => {
    profile.db.exec(`create trigger no_more before insert on facts when new.text = 'last' begin select raise(abort, 'no'); end`)
    expect(() => importJson(file([{ text: 'first' }, { text: 'last' }], { projects: [{ projectId: 'p', name: 'P' }] }))).toThrow()
    expect(collectMemory(profile.db)).toMatchObject({ facts: [], projects: [] })
  })
})

describe('what is known already', () => {
  test('stays as it is', () => {
    profile.facts.add({ text: 'I drink tea', source: 'person', privacy: 'private', aliases: ['chai'] })
    expect(importJson(file([{ text: 'i drink  TEA', privacy: 'open', pinned: true }, { text: 'I drink water' }]))).toEqual({
      added: 1,
      known: 1
    })
    expect(facts()).toMatchObject([
      { text: 'I drink tea', privacy: 'private', pinned: false, aliases: ['chai'] },
      { text: 'I drink water' }
    ])
  })

  test('meets a value of the same key by the time of the event', () => {
    profile.at('2026-05-01T00:00:00Z')
    profile.facts.add({ text: 'I live in Linz', key: 'home', source: 'person' })
    importJson(file([{ text: 'I live in Graz', key: 'home', createdAt: '2020-01-01T00:00:00Z' }]))
    expect(facts().map((fact) => [fact.text, fact.status, fact.supersededBy])).toEqual([
      ['I live in Linz', 'live', null],
      ['I live in Graz', 'superseded', 'n1']
    ])
    importJson(file([{ text: 'I live in Wien', key: 'home', createdAt: '2026-06-01T00:00:00Z' }]))
    expect(facts().filter((fact) => fact.status === 'live')).toMatchObject([{ text: 'I live in Wien' }])
  })

  test('what was forgotten comes back, since the file is the person’s word, also while its deletion waits', () => {
    const one = profile.facts.add({ text: 'I had a dog', source: 'person' })
    profile.facts.erase(one.factId)
    const two = profile.facts.add({ text: 'I had a cat', source: 'person' })
    profile.facts.setDeletion([two.factId], 'del_1', 'with-history')
    expect(importJson(file([{ text: 'I had a dog' }, { text: 'I had a cat' }]))).toEqual({ added: 2, known: 0 })
    expect(facts().map((fact) => fact.text)).toEqual(['I had a dog', 'I had a cat'])
    expect(profile.facts.isForgotten({ scope: 'user', projectId: null, threadId: null }, 'I had a dog')).toBe(false)
  })

  test('a written text of the profile stays, an empty one is filled', () => {
    const section = (text: string, name = 'workContext') => ({ section: name, audience: 'local', text })
    importJson(file([], { profile: [section('Carpenter')] }))
    importJson(file([], { profile: [section('Plumber'), section('Learns Czech', 'topOfMind')] }))
    expect(collectMemory(profile.db).profile.map((one) => one.text)).toEqual(['Learns Czech', 'Carpenter'])
  })
})
