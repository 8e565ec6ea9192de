import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeRecall } from '../../../../src/core/memory/recall/recall-tuning.ts'
import { seedDecay, seedScore } from '../../../../src/core/memory/recall/seed-ranking.ts'
import { openWorld, type World } from '../../../property/memory-world.ts'

// SEED C7.

test.each([
  [10, 0.98],
  [29, 0.98],
  [30, 0.98],
  [90, 0.619]
])('R 0.8 and C 0.9 give after %i days %f', (days, score) => {
  expect(seedScore(0.8, 0.9, days)).toBeCloseTo(score, 3)
})

test('decay begins on the thirty-first day', () => {
  expect([0, 29, 30].map(seedDecay)).toEqual([1, 1, 1])
  expect(seedDecay(31)).toBeCloseTo(Math.exp(-0.01), 12)
})

let world: World
beforeAll(() => {
  world = openWorld()
})
afterAll(() => world.close())

const DAY = 86_400_000
const seed = { ...wholeRecall, ranking: 'seed' } as const

test('the seed ranks an old fact behind a fresh one with the same words, and 中文 finds the preference', async () => {
  const at = world.time.now
  world.longTerm.addFact({ text: 'The garden needs water in summer', createdAt: at - 200 * DAY, source: 'person' })
  world.longTerm.addFact({ text: 'The garden needs light in summer', createdAt: at - 2 * DAY, source: 'person' })
  world.longTerm.addFact({ text: '用户偏好用中文解释技术问题', source: 'person' })
  for (let index = 0; index < 8; index += 1) world.longTerm.addFact({ text: `Something about bridge ${index}`, source: 'person' })
  const texts = async (query: string, limit: number): Promise<string[]> =>
    (await world.longTerm.recall(query, { limit, audience: 'remote', tuning: seed })).map((hit) => hit.text)
  expect(await texts('garden summer', 5)).toEqual(['The garden needs light in summer', 'The garden needs water in summer'])
  expect(await texts('中文', 5)).toEqual(['用户偏好用中文解释技术问题'])
  // Only the first 2k by bm25 are put in order.
  expect(await texts('garden summer water', 1)).toHaveLength(1)
})

test('a project does not find what belongs to another', async () => {
  world.empty()
  world.longTerm.addFact({
    text: 'The garden is green',
    namespace: { scope: 'project', projectId: 'p1', threadId: null },
    source: 'person'
  })
  const found = (projectId: string) => world.longTerm.recall('garden', { limit: 5, audience: 'local', projectId, tuning: seed })
  expect(await found('p2')).toEqual([])
  expect(await found('p1')).toHaveLength(1)
})
