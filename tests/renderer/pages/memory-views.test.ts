import { describe, expect, test } from 'vitest'
import { finderOf, marksOf, placeOf } from '../../../src/renderer/features/memory/map/map-marks.ts'
import {
  centreOf,
  inView,
  moved,
  nearest,
  neighbour,
  onMap,
  showing,
  wholeMap,
  zoomed
} from '../../../src/renderer/features/memory/map/map-view.ts'
import { cardAfter, cardStep, decisionOf } from '../../../src/renderer/features/memory/review/review-keys.ts'
import { keyChart } from '../../../src/renderer/features/memory/time/key-bars.ts'
import { timeRows } from '../../../src/renderer/features/memory/time/time-rows.ts'
import { tabStep } from '../../../src/renderer/ui/tabs.tsx'
import type { MapPoint } from '../../../src/shared/model/memory.ts'
import { factOf } from '../../support/fact-of.ts'

const press = (key: string, held: 'ctrlKey' | 'metaKey' | 'altKey' | null = null) => ({
  key,
  ctrlKey: held === 'ctrlKey',
  metaKey: held === 'metaKey',
  altKey: held === 'altKey'
})

describe('keys of the inbox', () => {
  test.each([
    ['a', 'accept'],
    ['A', 'accept'],
    ['Enter', 'accept'],
    ['e', 'edit'],
    ['r', 'reject'],
    ['Delete', 'reject'],
    ['b', 'both'],
    ['x', null],
    ['Tab', null]
  ])('%s means %s', (key, decision) => {
    expect(decisionOf(press(key))).toBe(decision)
  })

  test('mean nothing with Ctrl, Cmd or Alt held: those belong to the window', () => {
    expect([decisionOf(press('a', 'ctrlKey')), decisionOf(press('r', 'metaKey')), decisionOf(press('e', 'altKey'))]).toEqual([
      null,
      null,
      null
    ])
  })

  test('go up and down and stop at the ends', () => {
    expect(cardStep('ArrowDown', 0, 3)).toBe(1)
    expect(cardStep('ArrowUp', 0, 3)).toBeNull()
    expect(cardStep('ArrowDown', 2, 3)).toBeNull()
    expect(cardStep('End', 0, 3)).toBe(2)
    expect(cardStep('a', 0, 3)).toBeNull()
  })

  test('find the next card in hand when one went, and the last one when it was the last', () => {
    expect(cardAfter(['a', 'b', 'c'], 'b', ['a', 'c'])).toBe('c')
    expect(cardAfter(['a', 'b', 'c'], 'c', ['a', 'b'])).toBe('b')
    expect(cardAfter(['a', 'b'], 'a', ['new', 'a', 'b'])).toBe('a')
    expect(cardAfter([], null, ['a', 'b'])).toBe('a')
    expect(cardAfter(['a'], 'a', [])).toBeNull()
  })
})

describe('tabs', () => {
  test('go around with arrow keys', () => {
    expect([tabStep('ArrowRight', 4, 5), tabStep('ArrowLeft', 0, 5), tabStep('End', 1, 5), tabStep('Tab', 1, 5)]).toEqual([0, 4, 4, null])
  })
})

describe('the timeline', () => {
  const at = (month: number, day: number): string => new Date(2026, month - 1, day, 12).toISOString()

  test('has a row before each month, the newest first, and names each day once', () => {
    const rows = timeRows([
      factOf('may', { validFrom: at(5, 3) }),
      factOf('late', { validFrom: at(6, 9) }),
      factOf('early', { validFrom: at(6, 9) }),
      factOf('june', { validFrom: at(6, 1) })
    ])
    expect(
      rows.map((row) => (row.kind === 'month' ? `month ${new Date(row.at).getMonth() + 1}` : `${row.key}${row.newDay ? ' *' : ''}`))
    ).toEqual(['month 6', 'late *', 'early', 'june *', 'month 5', 'may *'])
  })
})

describe('bars of what changed', () => {
  const now = Date.parse('2026-01-11T00:00:00Z')
  const green = factOf('green', {
    key: 'colour',
    status: 'superseded',
    supersededBy: 'blue',
    validFrom: '2026-01-01T00:00:00Z',
    validTo: '2026-01-06T00:00:00Z'
  })
  const blue = factOf('blue', { key: 'colour', validFrom: '2026-01-06T00:00:00Z' })

  test('show each answer as long as it was true, up to now', () => {
    const chart = keyChart([blue, green, factOf('alone', { key: 'name' })], now)
    expect(
      chart?.lines.map(({ newest, bars }) => [newest.factId, bars.map(({ fact, start, width }) => [fact.factId, start, width])])
    ).toEqual([
      [
        'blue',
        [
          ['green', 0, 50],
          ['blue', 50, 50]
        ]
      ]
    ])
  })

  test('follow what replaced what when there is no key', () => {
    const old = factOf('old', { status: 'superseded', supersededBy: 'new', validTo: '2026-01-05T00:00:00Z' })
    expect(
      keyChart([factOf('new', { validFrom: '2026-01-05T00:00:00Z' }), old], now)?.lines[0]?.bars.map(({ fact }) => fact.factId)
    ).toEqual(['old', 'new'])
  })

  test('keep keys of different projects apart', () => {
    const of = (id: string, projectId: string) => factOf(id, { key: 'deadline', scope: 'project', projectId })
    expect(keyChart([of('a', 'one'), of('b', 'two')], now)).toBeNull()
  })

  test('end when facts replace one another in a circle', () => {
    const a = factOf('a', { supersededBy: 'b' })
    const b = factOf('b', { supersededBy: 'a' })
    expect(() => keyChart([a, b], now)).not.toThrow()
  })

  test('can always be seen and stay inside the chart', () => {
    const brief = factOf('brief', {
      key: 'colour',
      status: 'superseded',
      validFrom: '2026-01-10T23:59:00Z',
      validTo: '2026-01-10T23:59:30Z'
    })
    const bars = keyChart([green, brief, { ...blue, validFrom: '2026-01-10T23:59:40Z' }], now)?.lines[0]?.bars ?? []
    expect(bars.every(({ start, width }) => width >= 1.5 && start + width <= 100.001)).toBe(true)
  })
})

describe('the map', () => {
  const point = (factId: string, x: number, y: number, parts: Partial<MapPoint> = {}): MapPoint => ({
    factId,
    text: factId,
    category: null,
    privacy: 'open',
    x,
    y,
    ...parts
  })

  test('keeps the place under the pointer when it zooms, and never shows what lies beside it', () => {
    const at = { x: 0.3, y: 0.7 }
    const view = zoomed(wholeMap, 2, at)
    expect(inView(view, at).x).toBeCloseTo(0.3)
    expect(inView(view, at).y).toBeCloseTo(0.7)
    expect(moved(view, 5, -5)).toEqual({ x: 0.5, y: 0, scale: 2 })
    expect(zoomed(view, 0.01, at)).toEqual(wholeMap)
    expect(zoomed(wholeMap, 1_000, at).scale).toBe(32)
    expect(onMap(view, inView(view, at)).x).toBeCloseTo(0.3)
  })

  test('brings a point into sight and leaves the view alone when it is there already', () => {
    const view = zoomed(wholeMap, 4, { x: 0, y: 0 })
    expect(showing(view, { x: 0.1, y: 0.1 })).toBe(view)
    const there = centreOf(showing(view, { x: 0.6, y: 0.6 }))
    expect(there.x).toBeCloseTo(0.6)
  })

  test('finds the nearest point in reach and none beyond', () => {
    const places = [
      { x: 0.5, y: 0.5 },
      { x: 0.52, y: 0.5 }
    ]
    const of = { scale: 1, width: 1_000, height: 1_000, within: 14 }
    expect(nearest(places, { x: 0.515, y: 0.5 }, of)).toBe(1)
    expect(nearest(places, { x: 0.9, y: 0.5 }, of)).toBe(-1)
    expect(nearest(places, { x: 0.525, y: 0.5 }, { ...of, scale: 8 })).toBe(-1)
  })

  test('goes to the neighbour in the direction of an arrow key', () => {
    const places = [
      { x: 0.5, y: 0.5 },
      { x: 0.7, y: 0.55 },
      { x: 0.5, y: 0.2 },
      { x: 0.55, y: 0.9 }
    ]
    expect(['ArrowRight', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'a'].map((key) => neighbour(places, { x: 0.5, y: 0.5 }, key))).toEqual([
      1, 2, 3, -1, -1
    ])
  })

  test('draws points that look alike as one path, what was not found behind the rest', () => {
    const points = [point('tea', 0, 0), point('coffee', 1, 1), point('card', 0.5, 0.5, { privacy: 'private' }), point('tea too', 0.2, 0.2)]
    const marks = marksOf(points, finderOf('tea'))
    expect(marks.map(({ privacy, found, path }) => [privacy, found, path.split('M').length - 1])).toEqual([
      ['open', false, 1],
      ['private', false, 1],
      ['open', true, 2]
    ])
    expect(placeOf({ x: 0, y: 0.5 })).toEqual({ x: 0.04, y: 0.5 })
  })

  test('is searched by every word, whatever its width and case', () => {
    expect(finderOf('ＴＥＡ green')({ text: 'I drink Green tea' })).toBe(true)
    expect(finderOf('tea black')({ text: 'I drink Green tea' })).toBe(false)
    expect(finderOf('  ')({ text: 'anything' })).toBe(true)
  })
})
