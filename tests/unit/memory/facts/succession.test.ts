import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FactNamespace } from '../../../../src/core/memory/facts/fact-id.ts'
import { openWorld, type World } from '../../../property/memory-world.ts'

// Which fact holds, and which held when.

let world: World
beforeAll(() => {
  world = openWorld()
})
beforeEach(() => world.empty())
afterAll(() => world.close())

const day = (date: string): number => Date.parse(`${date}T00:00:00Z`)
const project = (projectId: string): FactNamespace => ({ scope: 'project', projectId, threadId: null })
const thread = (threadId: string): FactNamespace => ({ scope: 'thread', projectId: null, threadId })

function city(text: string, createdAt?: string): string {
  const at = createdAt === undefined ? {} : { createdAt: day(createdAt) }
  return world.longTerm.addFact({ text, key: 'city', source: 'person', ...at }).factId
}

async function cityOn(date: string): Promise<string[]> {
  await world.embedded()
  const hits = await world.longTerm.recall('I live in', { limit: 9, audience: 'remote', asOf: day(date), abstain: false })
  return hits.map((hit) => hit.text).sort()
}

const live = (): string[] => world.facts.list({ limit: 99, offset: 0 }).map((row) => row.text)

describe('a single-valued key', () => {
  test('each day has the one value that held then, in whatever order they were told', async () => {
    city('I live in Hangzhou', '2025-01-01')
    city('I live in Beijing', '2023-01-01')
    city('I live in Paris', '2024-01-01')
    city('I live in Rome', '2022-01-01')
    expect(live()).toEqual(['I live in Hangzhou'])
    const days = ['2021-06-01', '2022-06-01', '2023-06-01', '2024-06-01', '2025-06-01']
    const found: string[][] = []
    for (const date of days) found.push(await cityOn(date))
    expect(found).toEqual([[], ['I live in Rome'], ['I live in Beijing'], ['I live in Paris'], ['I live in Hangzhou']])
  })

  test('of equal times the one told later holds', () => {
    city('I live in Hangzhou', '2025-01-01')
    city('I live in Beijing', '2025-01-01')
    expect(live()).toEqual(['I live in Beijing'])
  })

  test('what is said now holds now, also when the clock went back or an earlier value lies in the future', () => {
    city('I live in Hangzhou')
    world.time.now -= 86_400_000
    city('I live in Beijing')
    expect(world.longTerm.get('city')).toBe('I live in Beijing')
    city('I live in Paris', '2030-01-01')
    expect(world.longTerm.get('city')).toBe('I live in Paris')
    city('I live in Rome')
    expect(world.longTerm.get('city')).toBe('I live in Rome')
  })

  test('projects, threads and the person each have a value of their own', () => {
    const places = [undefined, project('p1'), project('p2'), thread('t1')]
    for (const [index, namespace] of places.entries()) world.longTerm.remember('city', `City ${index}`, namespace)
    world.longTerm.remember('city', 'City 5', project('p1'))
    expect(places.map((namespace) => world.longTerm.get('city', namespace))).toEqual(['City 0', 'City 5', 'City 2', 'City 3'])
  })

  test('a text that was known without a key gets it, and the old value becomes history', () => {
    world.longTerm.addFact({ text: 'I live in Hangzhou', source: 'message' })
    city('I live in Beijing')
    world.longTerm.remember('city', 'I live in Hangzhou')
    expect(world.longTerm.get('city')).toBe('I live in Hangzhou')
    expect(live()).toEqual(['I live in Hangzhou'])
  })

  test('undone, an old value does not stand beside what was said meanwhile', () => {
    const old = city('I live in Hangzhou')
    const { deletionId } = world.deletions.hold([{ kind: 'fact', id: old }])
    expect(world.longTerm.get('city')).toBeNull()
    const now = city('I live in Beijing')
    world.deletions.undo(deletionId)
    expect(live()).toEqual(['I live in Beijing'])
    expect(world.facts.history(now).map((row) => row.text)).toEqual(['I live in Hangzhou'])
  })
})

describe('an edit', () => {
  test('to the same words in other case or spacing changes the fact in place', () => {
    const id = city('I live in Hangzhou')
    expect(world.facts.update(id, { text: 'I  LIVE in Hangzhou' })).toBe(id)
    expect(world.facts.list({ status: 'all', limit: 9, offset: 0 })).toHaveLength(1)
  })

  test('to words that cannot be stored as they are never makes a fact replace itself', () => {
    const id = city('I live in \ud800')
    expect(world.facts.update(id, { text: 'I live in \udfff' })).toBe(id)
    expect(world.facts.require(id)).toMatchObject({ status: 'live', superseded_by: null })
  })

  test('to the words of another fact gives that one the key, the pin and the stricter label, and confirms it', () => {
    const other = world.longTerm.addFact({ text: 'I live in Beijing', source: 'tool' }).factId
    const id = world.longTerm.addFact({ text: 'I live in Hangzhou', key: 'city', privacy: 'ask', pinned: true, source: 'person' }).factId
    expect(world.facts.update(id, { text: 'I live in beijing' })).toBe(other)
    expect(world.facts.require(other)).toMatchObject({ key: 'city', pinned: 1, privacy: 'ask', confidence: 1, status: 'live' })
    expect(world.facts.require(id)).toMatchObject({ status: 'superseded', superseded_by: other })
  })

  test('back to its own old words leaves both times in the history', () => {
    const first = world.longTerm.addFact({ text: 'I live in Hangzhou', source: 'person' }).factId
    const second = world.facts.update(first, { text: 'I live in Beijing' })
    const third = world.facts.update(second, { text: 'I live in Hangzhou' })
    expect(third).toBe(first)
    expect(live()).toEqual(['I live in Hangzhou'])
    expect(world.facts.history(third).map((row) => row.text)).toEqual(['I live in Beijing', 'I live in Hangzhou'])
  })

  test('of a key, or the confirmation of a proposal, makes that fact the value', () => {
    const old = world.longTerm.addFact({ text: 'I live in Hangzhou', source: 'person' }).factId
    world.time.now += 1_000
    city('I live in Beijing')
    world.facts.update(old, { key: 'city' })
    expect(live()).toEqual(['I live in Hangzhou'])
    const proposal = world.longTerm.addFact({ text: 'I live in Rome', key: 'city', source: 'tool', proposed: true }).factId
    city('I live in Paris')
    world.facts.update(proposal, { confirmed: true, privacy: 'ask' })
    expect(live()).toEqual(['I live in Rome'])
  })

  test('of the label of a proposal does not make it searchable', async () => {
    const { factId } = world.longTerm.addFact({ text: 'A guess about bridges', source: 'tool', proposed: true })
    world.facts.update(factId, { privacy: 'private' })
    expect(await world.longTerm.recall('bridges', { limit: 3, audience: 'local' })).toEqual([])
    expect(world.db.prepare('select count(*) as n from facts_fts_private').get()).toEqual({ n: 0 })
  })
})

describe('a deletion', () => {
  test('of an old value leaves the present one', () => {
    const old = city('I live in Hangzhou')
    const now = city('I live in Beijing')
    expect(world.longTerm.delete(old)).toBe(true)
    expect(live()).toEqual(['I live in Beijing'])
    expect(world.facts.history(now)).toEqual([])
  })

  test('is not undone by a guess of the model, and the undo still brings the fact back', () => {
    const id = city('I live in Hangzhou')
    const { deletionId } = world.deletions.hold([{ kind: 'fact', id }])
    expect(world.longTerm.addFact({ text: 'I live in Hangzhou', source: 'tool', proposed: true }).created).toBe(false)
    world.deletions.undo(deletionId)
    expect(world.facts.require(id)).toMatchObject({ status: 'live', source: 'person' })
  })

  test('of a fact whose old words are a fact again leaves that fact, and does not call it forgotten', () => {
    const user: FactNamespace = { scope: 'user', projectId: null, threadId: null }
    const first = world.longTerm.addFact({ text: 'I like tea', source: 'person' }).factId
    const second = world.facts.update(first, { text: 'I like coffee' })
    world.longTerm.addFact({ text: 'I like tea', source: 'person' })
    world.longTerm.delete(second)
    expect(live()).toEqual(['I like tea'])
    expect(world.facts.isForgotten(user, 'I like tea')).toBe(false)
    expect(world.facts.isForgotten(user, 'I like coffee')).toBe(true)
  })
})

test('thread facts are given in their thread only, project facts in their project only', async () => {
  world.longTerm.addFact({ text: 'Tea at home', source: 'person' })
  world.longTerm.addFact({ text: 'Tea in project one', namespace: project('p1'), source: 'person' })
  world.longTerm.addFact({ text: 'Tea in thread one', namespace: thread('t1'), source: 'person' })
  await world.embedded()
  const given = async (more: { projectId?: string; threadId?: string }): Promise<string[]> =>
    (await world.longTerm.recall('tea', { limit: 9, audience: 'remote', ...more })).map((hit) => hit.text).sort()
  expect(await given({})).toEqual(['Tea at home'])
  expect(await given({ projectId: 'p1' })).toEqual(['Tea at home', 'Tea in project one'])
  expect(await given({ projectId: 'p2', threadId: 't1' })).toEqual(['Tea at home', 'Tea in thread one'])
})
