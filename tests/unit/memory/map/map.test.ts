import { expect, describe, test } from 'vitest'
import type { Points } from '../../../../src/core/memory/map/components.ts'
import { layOut } from '../../../../src/core/memory/map/layout.ts'
import { memoryMap } from '../../../../src/core/memory/map/memory-map.ts'
import { steadyRandom } from '../../../../src/core/memory/map/random.ts'
import { indexVectors } from '../../../../src/core/memory/facts/fact-index.ts'
import { openMemoryProfile } from '../../../property/exchange-world.ts'
import { temporaryFolder } from '../../../support/memory.ts'

const now = (): Promise<void> => Promise.resolve()

/** Points around a few centres, mixed: point n belongs to topic n modulo `topics`. */
function topicPoints(count: number, topics: number, dimensions: number): Points {
  const random = steadyRandom(3)
  const centres = Array.from({ length: topics * dimensions }, () => random() - 0.5)
  const values = Float32Array.from({ length: count * dimensions }, (_, at) => {
    const topic = Math.floor(at / dimensions) % topics
    return (centres[topic * dimensions + (at % dimensions)] ?? 0) + 0.7 * (random() - 0.5)
  })
  return { count, dimensions, values }
}

/** Share of the nearest neighbours on the map that are of the same topic. */
function purity(x: readonly number[], y: readonly number[], topics: number): number {
  let same = 0
  x.forEach((_, one) => {
    const order = x
      .map((__, other) => ({
        other,
        far: other === one ? Infinity : Math.hypot((x[one] ?? 0) - (x[other] ?? 0), (y[one] ?? 0) - (y[other] ?? 0))
      }))
      .toSorted((a, b) => a.far - b.far)
    same += order.slice(0, 5).filter(({ other }) => other % topics === one % topics).length / 5
  })
  return same / x.length
}

describe('a map', () => {
  test('puts near what is near in meaning, within 0 and 1, and uses the room there is', async () => {
    const { x, y } = await layOut(topicPoints(400, 8, 64), now)
    expect(purity(x, y, 8)).toBeGreaterThan(0.9)
    for (const places of [x, y]) {
      expect(Math.min(...places)).toBe(0)
      expect(Math.max(...places)).toBe(1)
    }
    const cells = new Set(x.map((place, at) => `${Math.floor(place * 10)} ${Math.floor((y[at] ?? 0) * 10)}`))
    expect(cells.size).toBeGreaterThan(25)
  })

  test('is the same for the same points', async () => {
    const points = topicPoints(120, 4, 32)
    expect(await layOut(points, now)).toEqual(await layOut(points, now))
  })

  test.each([0, 1, 2, 3, 5])('can be drawn of %i points, and of points that are all alike', async (count) => {
    for (const points of [topicPoints(count, 2, 16), { count, dimensions: 16, values: new Float32Array(count * 16).fill(0.25) }]) {
      const { x, y } = await layOut(points, now)
      expect([x.length, y.length]).toEqual([count, count])
      for (const place of [...x, ...y]) expect(place >= 0 && place <= 1).toBe(true)
    }
  })
})

test('the map of a memory holds what is believed now and has a vector, private facts too, and lets other work in', async () => {
  const folder = temporaryFolder()
  const profile = openMemoryProfile(folder.dir, 'profile')
  try {
    const { db, facts } = profile
    const random = steadyRandom(5)
    const embed = (factId: string, pieces = 1): void => {
      const row = facts.require(factId)
      const vectors = Array.from({ length: pieces }, () => {
        const made = Float32Array.from({ length: 384 }, () => random() - 0.5)
        const length = Math.hypot(...made)
        return made.map((value) => value / length)
      })
      indexVectors(db, row, 'model', vectors)
    }
    const ids = facts.addMany(
      Array.from({ length: 1_500 }, (_, at) => ({ text: `fact ${at}`, source: 'person' as const, privacy: at === 7 ? 'private' : 'open' }))
    )
    db.transaction(() => ids.forEach(({ factId }, at) => (at === 3 ? null : embed(factId, at === 4 ? 3 : 1))))()
    facts.setDeletion([ids[5]?.factId ?? ''], 'del', 'alone')
    let turns = 0
    const timer = setInterval(() => (turns += 1), 1)
    const map = await memoryMap(db, 5_000)
    clearInterval(timer)
    const texts = map.map((point) => point.text)
    expect(map).toHaveLength(1_498)
    expect(texts).not.toContain('fact 3')
    expect(texts).not.toContain('fact 5')
    expect(map.find((point) => point.text === 'fact 7')?.privacy).toBe('private')
    expect(turns).toBeGreaterThan(10)
    expect(await memoryMap(db, 10)).toHaveLength(10)
  } finally {
    profile.close()
    folder.remove()
  }
})
