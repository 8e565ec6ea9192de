import { describe, expect, test } from 'vitest'
import { shortened } from '../../../src/renderer/features/memory/fact-text.ts'
import { confidenceWord } from '../../../src/renderer/features/memory/confidence.ts'
import { exportName, formatOfFile, localDay } from '../../../src/renderer/features/memory/exchange.ts'
import { byConversation } from '../../../src/renderer/features/memory/about-choice.ts'
import { forEachFact, mergeable, patchOf } from '../../../src/renderer/features/memory/memory-actions.ts'
import {
  chosenIn,
  isFiltered,
  listInput,
  noFilter,
  scopeChoice,
  without,
  withScope
} from '../../../src/renderer/features/memory/memory-filter.ts'
import { extended, nothingSelected, stillShown, toggled } from '../../../src/renderer/features/memory/selection.ts'
import { timelineOf } from '../../../src/renderer/features/memory/timeline.ts'
import { factOf } from '../../support/fact-of.ts'

const NOW = new Date(2026, 10, 30, 15, 30).getTime()
const day = (month: number, date: number, year = 2026): string => new Date(year, month - 1, date).toISOString()

describe('the filter of the memory page', () => {
  test('asks for what is believed now, newest first, and for nothing else when nothing is chosen', () => {
    expect(listInput(noFilter, 0, 200, NOW)).toEqual({ status: 'live', order: 'recent', offset: 0, limit: 200 })
    expect(isFiltered(noFilter)).toBe(false)
    expect(chosenIn(noFilter)).toEqual([])
  })

  test('passes on each choice and the trimmed search', () => {
    const filter = {
      search: ' 蓝 ',
      privacy: 'private',
      category: 'goal',
      scope: 'project',
      projectId: 'p1',
      source: 'import',
      age: 'today',
      pinned: true,
      status: 'all',
      order: 'used'
    } as const
    expect(listInput(filter, 200, 100, NOW)).toEqual({
      status: 'all',
      order: 'used',
      offset: 200,
      limit: 100,
      search: '蓝',
      privacy: 'private',
      category: 'goal',
      scope: 'project',
      projectId: 'p1',
      source: 'import',
      pinned: true,
      from: day(11, 30)
    })
    expect(isFiltered(filter)).toBe(true)
    expect(chosenIn(filter)).toEqual(['status', 'category', 'scope', 'privacy', 'source', 'age', 'pinned'])
  })

  test.each([
    ['today', { from: day(11, 30) }],
    ['week', { from: day(11, 24) }],
    ['month', { from: day(11, 1) }],
    ['year', { from: day(12, 1, 2025) }],
    ['older', { to: day(12, 1, 2025) }]
  ] as const)('counts the age "%s" in whole days of this machine, today included', (age, times) => {
    const input = listInput({ ...noFilter, age }, 0, 1, NOW)
    expect({ from: input.from, to: input.to }).toEqual({ from: undefined, to: undefined, ...times })
  })

  test('takes blanks for no search', () => {
    expect(listInput({ ...noFilter, search: '   ' }, 0, 1, NOW)).not.toHaveProperty('search')
    expect(isFiltered({ ...noFilter, search: '   ' })).toBe(false)
  })

  test('counts a status other than the usual one as a filter, and an order as none', () => {
    expect(isFiltered({ ...noFilter, status: 'superseded' })).toBe(true)
    expect(isFiltered({ ...noFilter, order: 'used' })).toBe(false)
  })

  test('knows one project from all of them, and lets go of it with the scope', () => {
    const one = withScope(noFilter, 'project:p:1')
    expect(one).toMatchObject({ scope: 'project', projectId: 'p:1' })
    expect(scopeChoice(one)).toBe('project:p:1')
    expect(scopeChoice(withScope(one, 'project'))).toBe('project')
    expect(withScope(one, 'user')).toMatchObject({ scope: 'user', projectId: null })
    expect(without(one, 'scope')).toEqual(noFilter)
  })
})

describe('an edit', () => {
  const fact = factOf('a', { text: 'I like tea', category: 'preference', key: 'drink' })

  test('changes only what differs, and nothing when nothing does', () => {
    expect(patchOf(fact, { text: ' I like tea ', category: 'preference', key: 'drink' })).toBeNull()
    expect(patchOf(fact, { text: 'I like mate', category: 'preference', key: 'drink' })).toEqual({ text: 'I like mate' })
    expect(patchOf(fact, { text: 'I like tea', category: null, key: '  ' })).toEqual({ category: null, key: null })
  })
})

describe('facts become one', () => {
  test('when all of them hold now and speak of the same', () => {
    expect(mergeable([factOf('a'), factOf('b')])).toBe(true)
    expect(mergeable([factOf('a')])).toBe(false)
    expect(mergeable([factOf('a'), factOf('b', { status: 'superseded' })])).toBe(false)
    expect(mergeable([factOf('a', { scope: 'project', projectId: 'x' }), factOf('b', { scope: 'project', projectId: 'y' })])).toBe(false)
  })
})

describe('confidence', () => {
  test('is said in words, and doubt begins where the person has to decide', () => {
    expect([1, 0.9, 0.7, 0.69].map(confidenceWord)).toEqual(['certain', 'likely', 'fair', 'doubtful'])
  })
})

describe('memory as a file', () => {
  test('is named by the day of this machine and its format', () => {
    expect(exportName('hearth-memory', localDay(NOW), 'markdown')).toBe('hearth-memory-2026-11-30.md')
    expect(exportName('hearth-memory', localDay(new Date(2026, 0, 2, 23, 59).getTime()), 'json')).toBe('hearth-memory-2026-01-02.json')
  })

  test('is read by its ending, and by its beginning when it has another one', () => {
    expect(formatOfFile('a.JSON', '# no')).toBe('json')
    expect(formatOfFile('a.md', '{}')).toBe('markdown')
    expect(formatOfFile('a.txt', '\n {"facts": []}')).toBe('json')
    expect(formatOfFile('a.txt', '# Memory')).toBe('markdown')
  })
})

describe('what was said about something', () => {
  test('is put together by conversation, in the order of the first message', () => {
    const hit = (conversationId: string, messageId: string) => ({
      conversationId,
      messageId,
      title: conversationId,
      snippet: '',
      createdAt: '',
      redacted: false
    })
    const found = byConversation([hit('b', '1'), hit('a', '2'), hit('b', '3')])
    expect(found.map(({ conversationId, hits }) => [conversationId, hits.map(({ messageId }) => messageId)])).toEqual([
      ['b', ['1', '3']],
      ['a', ['2']]
    ])
  })
})

describe('ticking facts', () => {
  const shown = ['a', 'b', 'c', 'd']

  test('ticks and unticks one', () => {
    const one = toggled(nothingSelected, 'b')
    expect([...one]).toEqual(['b'])
    expect([...toggled(one, 'b')]).toEqual([])
  })

  test('ticks everything up to the last tick in either direction', () => {
    expect([...extended(new Set(['b']), shown, 'b', 'd')].toSorted()).toEqual(['b', 'c', 'd'])
    expect([...extended(new Set(['d']), shown, 'd', 'b')].toSorted()).toEqual(['b', 'c', 'd'])
  })

  test('ticks one when the last tick is gone', () => {
    expect([...extended(nothingSelected, shown, 'gone', 'c')]).toEqual(['c'])
    expect([...extended(nothingSelected, shown, null, 'c')]).toEqual(['c'])
  })

  test('keeps nothing ticked that is no longer shown', () => {
    expect([...stillShown(new Set(['a', 'gone']), shown)]).toEqual(['a'])
  })

  test('is the very same selection when nothing went', () => {
    const ticked = new Set(['a', 'c'])
    expect(stillShown(ticked, shown)).toBe(ticked)
  })
})

describe('a change to many facts', () => {
  test('goes on after a failure, names the first one and keeps few calls open', async () => {
    let open = 0
    let most = 0
    const items = Array.from({ length: 50 }, (_, index) => index)
    const { done, error } = await forEachFact(items, async (item) => {
      most = Math.max(most, ++open)
      await Promise.resolve()
      open -= 1
      return item % 10 === 3 ? { ok: false, error: { code: 'NOT_FOUND', message: `no ${item}` } } : { ok: true, value: item }
    })
    expect(done.toSorted((a, b) => a - b)).toEqual(items.filter((item) => item % 10 !== 3))
    expect(error).toEqual({ code: 'NOT_FOUND', message: 'no 3' })
    expect(most).toBe(8)
  })
})

describe('the history of a fact', () => {
  test('is ordered by when each version began to hold, newest first, and holds the fact itself once', () => {
    const now = factOf('now', { validFrom: '2026-03-01T00:00:00Z' })
    const older = factOf('older', { validFrom: '2025-01-01T00:00:00Z' })
    const middle = factOf('middle', { validFrom: '2025-06-01T00:00:00+08:00', createdAt: '2026-04-01T00:00:00Z' })
    expect(timelineOf(now, [older, now, middle]).map(({ factId }) => factId)).toEqual(['now', 'middle', 'older'])
  })
})

describe('a long text', () => {
  test('is cut between characters with an ellipsis', () => {
    expect(shortened('🎉🎉🎉🎉', 3)).toBe('🎉🎉🎉…')
    expect(shortened('我喜欢蓝色', 3)).toBe('我喜欢…')
  })

  test('stays as it is when it fits', () => {
    expect(shortened('🎉🎉🎉', 3)).toBe('🎉🎉🎉')
  })
})
