import type { FactCategory, MapPoint } from '../../../../shared/model/memory.ts'
import type { Privacy } from '../../../../shared/model/privacy.ts'

export type MarkCategory = FactCategory | 'none'
export const MARK_CATEGORIES: readonly MarkCategory[] = ['preference', 'context', 'goal', 'correction', 'knowledge', 'none']

/** The extent of the map in the units of its drawing. */
export const EXTENT = 1_000
/** Points at the edge are drawn whole: the drawing keeps this part of the extent free on each side. */
const MARGIN = 0.04

/** Where a point is drawn, from 0 to 1. */
export function placeOf(point: Pick<MapPoint, 'x' | 'y'>): { readonly x: number; readonly y: number } {
  return { x: MARGIN + point.x * (1 - 2 * MARGIN), y: MARGIN + point.y * (1 - 2 * MARGIN) }
}

/** Points that look alike, as one path: thousands of points are a few elements. */
export interface Marks {
  readonly key: string
  readonly category: MarkCategory
  readonly privacy: Privacy
  /** False for what a search did not find. */
  readonly found: boolean
  /** A short stroke for each point, whose cap is the mark. */
  readonly path: string
}

const round = (value: number): string => (value * EXTENT).toFixed(1)

/** A mark at a place. */
export function markAt({ x, y }: { readonly x: number; readonly y: number }): string {
  return `M${round(x)} ${round(y)}h.01`
}

/** @param found whether a point is among what was searched for */
export function marksOf(points: readonly MapPoint[], found: (point: MapPoint) => boolean): readonly Marks[] {
  const groups = new Map<string, { readonly sample: MapPoint; readonly found: boolean; readonly parts: string[] }>()
  for (const point of points) {
    const hit = found(point)
    const key = `${hit ? 'found' : 'other'} ${point.category ?? 'none'} ${point.privacy}`
    const group = groups.get(key) ?? { sample: point, found: hit, parts: [] }
    group.parts.push(markAt(placeOf(point)))
    groups.set(key, group)
  }
  return [...groups]
    .map(([key, group]): Marks => ({
      key,
      category: group.sample.category ?? 'none',
      privacy: group.sample.privacy,
      found: group.found,
      path: group.parts.join('')
    }))
    .toSorted((a, b) => Number(a.found) - Number(b.found))
}

const folded = (text: string): string => text.normalize('NFKC').toLowerCase()

/** Whether a point holds every word of a search; an empty search finds all. */
export function finderOf(search: string): (point: Pick<MapPoint, 'text'>) => boolean {
  const words = folded(search)
    .split(/\s+/u)
    .filter((word) => word !== '')
  return ({ text }) => {
    const whole = folded(text)
    return words.every((word) => whole.includes(word))
  }
}
