import { describe, expect, test } from 'vitest'
import { shortened } from '../../../src/renderer/features/memory/fact-text.ts'
import { forEachFact } from '../../../src/renderer/features/memory/memory-actions.ts'
import { isFiltered, listInput, noFilter } from '../../../src/renderer/features/memory/memory-filter.ts'
import { extended, nothingSelected, stillShown, toggled } from '../../../src/renderer/features/memory/selection.ts'
import { timelineOf } from '../../../src/renderer/features/memory/timeline.ts'
import type { Fact } from '../../../src/shared/model/memory.ts'

const fact = (factId: string, createdAt: string): Fact => ({
  factId,
  text: factId,
  privacy: 'open',
  key: null,
  category: null,
  aliases: [],
  scope: 'user',
  projectId: null,
  pinned: false,
  status: 'live',
  durability: 'durable',
  authority: 'descriptive',
  confidence: 1,
  source: 'person',
  evidence: null,
  createdAt,
  updatedAt: createdAt,
  validTo: null,
  supersededBy: null,
  usedCount: 0,
  lastUsedAt: null,
  embedded: true
})

describe('the filter of the memory page', () => {
  test('asks for what is believed now and for nothing else when nothing is chosen', () => {
    expect(listInput(noFilter, 0, 200)).toEqual({ status: 'live', offset: 0, limit: 200 })
    expect(isFiltered(noFilter)).toBe(false)
  })

  test('passes on each choice and the trimmed search', () => {
    const filter = { search: ' 蓝 ', privacy: 'private', category: 'goal', scope: 'project', status: 'all' } as const
    expect(listInput(filter, 200, 100)).toEqual({
      status: 'all',
      offset: 200,
      limit: 100,
      search: '蓝',
      privacy: 'private',
      category: 'goal',
      scope: 'project'
    })
    expect(isFiltered(filter)).toBe(true)
  })

  test('takes blanks for no search', () => {
    expect(listInput({ ...noFilter, search: '   ' }, 0, 1)).not.toHaveProperty('search')
    expect(isFiltered({ ...noFilter, search: '   ' })).toBe(false)
  })

  test('counts a status other than the usual one as a filter', () => {
    expect(isFiltered({ ...noFilter, status: 'superseded' })).toBe(true)
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
  test('is newest first and holds the fact itself once', () => {
    const now = fact('now', '2026-03-01T00:00:00Z')
    const older = fact('older', '2025-01-01T00:00:00Z')
    const middle = fact('middle', '2025-06-01T00:00:00+08:00')
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
