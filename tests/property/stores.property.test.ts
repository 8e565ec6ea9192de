import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RecalledFact } from '../../src/shared/model/memory.ts'
import type { Privacy } from '../../src/shared/model/privacy.ts'
import { openWorld, type World } from './memory-world.ts'

// DESIGN 5: what a remote turn is given never depends on a private row.
// Planted and found: private rows in the open index; a private fact that supersedes an open one; no filter of `ask` rows; no second look when
// those nearest must not be given.

let world: World
beforeAll(() => {
  world = openWorld()
})
afterAll(() => world.close())

const word = fc.constantFrom(...'Hangzhou tea river cat blue passport number 杭州 茶 猫 蓝色 护照 号码 likes lives 42'.split(' '))
const sentence = fc.array(word, { minLength: 2, maxLength: 7 }).map((words) => words.join(' '))
const key = fc.constantFrom(null, null, 'city', 'pet')
const openFact = fc.record({ text: sentence, key, privacy: fc.constantFrom<Privacy>('open', 'open', 'open', 'ask'), pinned: fc.boolean() })
const privateStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('add' as const), text: sentence, key }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('update' as const), at: fc.nat(20), text: sentence }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('erase' as const), at: fc.nat(20) }) }
)
type PrivateStep = typeof privateStep extends fc.Arbitrary<infer T> ? T : never

/** Private texts are never those of an open fact: the same text said under the lock makes that very fact private, which is meant. */
const secret = (text: string): string => `${text} 秘密 secret`

function takePrivateStep(one: PrivateStep): void {
  const there = world.facts.list({ privacy: 'private', limit: 100, offset: 0 })
  const chosen = there[('at' in one ? one.at : 0) % Math.max(1, there.length)]
  if (one.do === 'add') world.longTerm.addFact({ text: secret(one.text), key: one.key, privacy: 'private', source: 'person' })
  else if (one.do === 'update' && chosen !== undefined) world.facts.update(chosen.id, { text: secret(one.text) })
  else if (one.do === 'erase' && chosen !== undefined) world.facts.erase(chosen.id)
}

test('recall for a remote destination is the same to the byte whatever private rows exist, and never holds an ask or private fact', async () => {
  const inputs = fc.record({
    facts: fc.array(openFact, { minLength: 1, maxLength: 25 }),
    secrets: fc.array(fc.tuple(fc.nat(25), fc.array(privateStep, { minLength: 1, maxLength: 6 })), { minLength: 1, maxLength: 6 }),
    queries: fc.array(sentence, { minLength: 1, maxLength: 4 }),
    abstain: fc.boolean()
  })
  const ask = async (queries: readonly string[], abstain: boolean): Promise<RecalledFact[][]> => {
    await world.embedded()
    const answers: RecalledFact[][] = []
    for (const query of queries) answers.push(await world.longTerm.recall(query, { limit: 8, audience: 'remote', abstain }))
    return answers
  }
  await fc.assert(
    fc.asyncProperty(inputs, async ({ facts, secrets, queries, abstain }) => {
      const build = async (withSecrets: boolean): Promise<string> => {
        world.empty()
        for (const [index, { text, ...labels }] of facts.entries()) {
          world.time.now += 1_000
          world.longTerm.addFact({ text, ...labels, source: 'person' })
          for (const [at, steps] of secrets) if (withSecrets && at % facts.length === index) for (const one of steps) takePrivateStep(one)
        }
        const answers = await ask(queries, abstain)
        for (const fact of answers.flat()) expect(fact.privacy).toBe('open')
        return JSON.stringify(answers)
      }
      expect(await build(true)).toBe(await build(false))
    }),
    { numRuns: 25 }
  )
})

function placesOf(factId: string): Record<string, number> {
  const { rowid } = world.facts.require(factId)
  const count = (sql: string): number => (world.db.prepare(sql).get(rowid) as { n: number }).n
  return {
    openText: count('select count(*) as n from facts_fts_open where rowid = ?'),
    privateText: count('select count(*) as n from facts_fts_private where rowid = ?'),
    openVectors: count('select count(*) as n from fact_vectors where private = 0 and fact_rowid = ?'),
    privateVectors: count('select count(*) as n from fact_vectors where private = 1 and fact_rowid = ?')
  }
}

test('a fact made private and open again moves as a whole, with its text and its vectors', async () => {
  world.empty()
  const { factId } = world.longTerm.addFact({ text: 'My passport number is X4471882', source: 'person' })
  await world.embedded()
  const open = { openText: 1, privateText: 0, openVectors: 1, privateVectors: 0 }
  const hidden = { openText: 0, privateText: 1, openVectors: 0, privateVectors: 1 }
  expect(placesOf(factId)).toEqual(open)
  world.facts.update(factId, { privacy: 'private' })
  // At once: nothing of it is left where a remote turn reads, not even until the next embedding.
  expect(placesOf(factId)).toEqual({ ...hidden, privateVectors: 0 })
  await world.embedded()
  expect(placesOf(factId)).toEqual(hidden)
  expect(await world.longTerm.recall('passport', { limit: 3, audience: 'remote', abstain: false })).toEqual([])
  world.facts.update(factId, { privacy: 'open' })
  await world.embedded()
  expect(placesOf(factId)).toEqual(open)
  world.facts.update(factId, { privacy: 'ask' })
  // Open and ask facts share a store: nothing moves, nothing is embedded again.
  expect(placesOf(factId)).toEqual(open)
  expect(world.queue.pending()).toBe(0)
})

test('facts that need a yes do not push open ones out of a remote recall', async () => {
  world.empty()
  const { factId } = world.longTerm.addFact({ text: 'Tea is what I drink in the morning', source: 'person' })
  world.longTerm.addFacts(
    Array.from({ length: 120 }, (_, index) => ({ text: `Tea note ${index}`, privacy: 'ask' as const, source: 'person' as const }))
  )
  await world.embedded()
  const hits = await world.longTerm.recall('zzz', { limit: 3, audience: 'remote', abstain: false })
  expect(hits.map((hit) => hit.factId)).toEqual([factId])
})
