import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { allMiniLmL6V2, e5SmallZhEn } from '../../../../src/core/memory/embedding/models.ts'
import { diversify } from '../../../../src/core/memory/recall/diversity.ts'
import { evidenceOf, isRelevant } from '../../../../src/core/memory/recall/evidence.ts'
import { fuse } from '../../../../src/core/memory/recall/fusion.ts'
import { priorOf } from '../../../../src/core/memory/recall/priors.ts'
import { partsOfQuery } from '../../../../src/core/memory/recall/query-parts.ts'
import type { Candidate, Leg } from '../../../../src/core/memory/recall/recall-request.ts'
import { wholeRecall } from '../../../../src/core/memory/recall/recall-tuning.ts'
import { openWorld, type World } from '../../../property/memory-world.ts'

const NOW = Date.parse('2026-01-01T00:00:00Z')
const DAY = 86_400_000

function row(rowid: number, more: Partial<Candidate> = {}): Candidate {
  return {
    rowid,
    id: `fact_${rowid}`,
    text: `text ${rowid}`,
    normal_text: `text ${rowid}`,
    aliases: '[]',
    privacy: 'open',
    pinned: 0,
    confidence: 0.9,
    category: null,
    source: 'person',
    valid_from: NOW,
    created_at: NOW,
    ...more
  }
}

const leg = (weight: number, ...rowids: number[]): Leg => ({ weight, candidates: rowids.map((rowid) => ({ row: row(rowid), worth: 1 })) })

describe('fusion by rank', () => {
  test('what two legs place second comes before what one places first', () => {
    expect(fuse([leg(1, 1, 2), leg(1, 3, 2)], null).map((one) => one.row.rowid)).toEqual([2, 1, 3])
  })

  test('a heavier leg decides', () => {
    expect(fuse([leg(1, 1), leg(2, 2)], null).map((one) => one.row.rowid)).toEqual([2, 1])
  })

  test('first place in every leg is one, and priors add 0.15 at the most', () => {
    expect(fuse([leg(1, 1), leg(2, 1)], null)[0]?.score).toBeCloseTo(1)
    const most = row(1, { pinned: 1, confidence: 1, category: 'goal' })
    expect(priorOf(most, NOW)).toBeCloseTo(0.15)
  })

  test('only what is bound to its time grows old', () => {
    const age = (category: Candidate['category']): number =>
      priorOf(row(1, { category }), NOW) - priorOf(row(1, { category }), NOW + 900 * DAY)
    expect(age('goal')).toBeGreaterThan(0.03)
    expect(age('context')).toBeGreaterThan(0.03)
    for (const category of ['preference', 'correction', 'knowledge', null] as const) expect(age(category)).toBe(0)
  })
})

describe('evidence', () => {
  const found = { coverage: 0, cosine: e5SmallZhEn.calibration.minCosine.latin, unnamed: false }

  test('is 1 at the threshold of the model and language', () => {
    expect(evidenceOf(e5SmallZhEn, 'latin', row(1), found)).toBeCloseTo(1)
    const { minCosine, crossCosine } = e5SmallZhEn.calibration
    const chinese = row(1, { text: '我住在杭州' })
    expect(evidenceOf(e5SmallZhEn, 'cjk', chinese, { ...found, cosine: minCosine.cjk })).toBeCloseTo(1)
    // Across languages cosines lie elsewhere.
    expect(evidenceOf(e5SmallZhEn, 'cjk', row(1), { ...found, cosine: crossCosine.cjk })).toBeCloseTo(1)
    expect(evidenceOf(e5SmallZhEn, 'latin', chinese, { ...found, cosine: crossCosine.latin })).toBeCloseTo(1)
  })

  test('an English model is not asked about Chinese text', () => {
    const chinese = row(1, { text: '我住在杭州' })
    const near = { coverage: 0, cosine: 0.99, unnamed: false }
    expect(evidenceOf(allMiniLmL6V2, 'cjk', chinese, near)).toBeLessThan(1)
    expect(evidenceOf(allMiniLmL6V2, 'latin', chinese, near)).toBeLessThan(1)
    expect(evidenceOf(e5SmallZhEn, 'cjk', chinese, near)).toBeGreaterThan(1)
  })

  test('a fact whose vector is still to come is admitted by its words', () => {
    expect(evidenceOf(e5SmallZhEn, 'latin', row(1), { coverage: 0.3, cosine: null, unnamed: false })).toBeGreaterThan(1)
    expect(evidenceOf(e5SmallZhEn, 'latin', row(1), { coverage: 0.01, cosine: null, unnamed: false })).toBeLessThan(1)
  })

  test('what is far below the best is left out, also above the threshold', () => {
    expect(isRelevant(1.1, 1.2, 'latin', true)).toBe(true)
    expect(isRelevant(1.1, 1.9, 'latin', true)).toBe(false)
    expect(isRelevant(0.99, 0.99, 'latin', true)).toBe(false)
  })

  test('to a short text that asks nothing a fact must be nearer than talk of no matter what', () => {
    const { minCosine, aboveTalk } = e5SmallZhEn.calibration
    if (aboveTalk === null) throw new Error('this model is near to everything')
    const cosine = minCosine.latin + 0.05
    const at = (level: number): number => evidenceOf(e5SmallZhEn, 'latin', row(1), { ...found, cosine, level: { cjk: 0, latin: level } })
    expect(at(cosine - aboveTalk.latin)).toBeGreaterThan(1)
    expect(at(cosine - aboveTalk.latin + 0.001)).toBeLessThan(1)
    expect(evidenceOf(allMiniLmL6V2, 'latin', row(1), { ...found, cosine: 0.5, level: { cjk: 1, latin: 1 } })).toBeGreaterThan(1)
  })

  test('a fact whose vector is still to come is not measured by the best of those that have one', () => {
    expect(isRelevant(1.1, 1.9, 'latin', false)).toBe(true)
    expect(isRelevant(0.99, 1.9, 'latin', false)).toBe(false)
  })
})

describe('diversity', () => {
  const ranked = (...texts: string[]) => texts.map((text, index) => ({ row: row(index, { text }), score: 1 - index * 0.01 }))

  test('what says the same twice is given once', () => {
    const given = diversify(ranked('I like green tea', 'I like green tea!', 'My cat is called Tuanzi'), 5)
    expect(given.map((one) => one.row.text)).toEqual(['I like green tea', 'My cat is called Tuanzi'])
  })

  test('another number, name or a denial is another fact', () => {
    const texts = ['I take 5 mg of it', 'I take 50 mg of it', 'I like green tea', "I don't like green tea", '我住在杭州', '我不住在杭州']
    expect(diversify(ranked(...texts), 9)).toHaveLength(texts.length)
  })

  test('of two equally good ones, that which says something new comes first', () => {
    const given = diversify(
      ranked(
        'The kitchen has a green door with a round window',
        'The kitchen has a green door with a square window and a lamp',
        'My cat is called Tuanzi'
      ),
      3
    )
    expect(given[1]?.row.text).toBe('My cat is called Tuanzi')
  })
})

test('a long message is looked up whole and by sentence, a short one whole', () => {
  expect(partsOfQuery('Where do I live? Tell me.')).toHaveLength(1)
  const long = 'I have been thinking about the garden all week. The weather was terrible again! By the way, where did my sister move to?'
  expect(partsOfQuery(long)).toHaveLength(4)
  expect(partsOfQuery('x. '.repeat(400))).toHaveLength(1)
  expect(partsOfQuery('一句话。'.repeat(400)).length).toBeLessThan(8)
})

describe('in a whole recall', () => {
  let world: World
  beforeAll(() => {
    world = openWorld()
  })
  beforeEach(() => world.empty())
  afterAll(() => world.close())

  test('one sentence of a long message finds what it asks for', async () => {
    const { factId } = world.longTerm.addFact({ text: 'Sister moved to Bergen', source: 'person' })
    for (let index = 0; index < 30; index += 1) {
      world.longTerm.addFact({
        text: `The garden and the terrible weather of week ${index}, all thinking about it again`,
        source: 'person'
      })
    }
    const query =
      'I have been thinking about the garden all week. The weather was terrible again, terrible weather in the garden! By the way: sister moved where?'
    const tuning = { ...wholeRecall, vector: false }
    const hits = await world.longTerm.recall(query, { limit: 2, audience: 'remote', tuning })
    expect(hits.map((hit) => hit.factId)).toContain(factId)
  })

  test('a repeated statement does not take a place twice', async () => {
    world.longTerm.addFact({ text: 'I like green tea', source: 'person' })
    world.longTerm.addFact({ text: 'I like green tea', namespace: { scope: 'project', projectId: 'p', threadId: null }, source: 'person' })
    const texts = async (diversity: boolean): Promise<number> =>
      (
        await world.longTerm.recall('green tea', {
          limit: 5,
          audience: 'local',
          projectId: 'p',
          tuning: { ...wholeRecall, vector: false, diversity }
        })
      ).length
    expect([await texts(true), await texts(false)]).toEqual([1, 2])
  })
})
