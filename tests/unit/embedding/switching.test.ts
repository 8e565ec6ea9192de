import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { first, openSwitching, second, third, type SwitchingWorld } from './switching-world.ts'

let world: SwitchingWorld
beforeEach(() => {
  world = openSwitching()
})
afterEach(() => world.close())

const many = Array.from({ length: 300 }, (_, i) => `fact number ${i} about thing ${i * 7}`)

async function tell(...texts: string[]): Promise<void> {
  world.longTerm.addFacts(texts.map((text) => ({ text, source: 'person' as const })))
  await world.queue.settle(10_000)
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 10_000
  while (!holds()) {
    if (performance.now() > end) throw new Error('never')
    await new Promise((resolve) => setTimeout(resolve, 3))
  }
}

function count(sql: string, ...values: unknown[]): number {
  return (world.db.prepare(`select count(*) as n from ${sql}`).get(...values) as { n: number }).n
}
const vectorsOf = (id: string): number => count('fact_vectors where model = ?', id)
const active = (): string => world.models.active().model.id

/** What must hold at any moment: whoever answers finds every fact that counts as embedded. */
function expectActiveComplete(): void {
  const without = `facts f where embedded_model is not null and not exists (
    select 1 from fact_vectors v where v.fact_rowid = f.rowid and v.model = ?)`
  expect(count(without, active())).toBe(0)
}

describe('another model', () => {
  test('answers once all facts have its vectors, and not before; then the old vectors go', async () => {
    await tell(...many)
    const seen: { active: string; first: number; second: number }[] = []
    const heard: number[] = []
    world.models.onActiveChange(() => heard.push(vectorsOf(second.id)))
    world.onProgress = () => {
      seen.push({ active: active(), first: vectorsOf(first.id), second: vectorsOf(second.id) })
      expectActiveComplete()
    }
    world.want(second.id)
    expect(active()).toBe(first.id)
    expect(world.queue.remaining()).toBe(300)
    expect(world.queue.pending()).toBe(0)
    await until(() => vectorsOf(first.id) === 0)
    expect(active()).toBe(second.id)
    expect(heard).toEqual([300])
    expect(vectorsOf(second.id)).toBe(300)
    for (const state of seen.filter((one) => one.active === first.id)) expect(state.first).toBe(300)
    expect(seen.filter((one) => one.active === first.id && one.second > 0 && one.second < 300).length).toBeGreaterThan(2)
    expect(count('facts where embedded_model = ?', second.id)).toBe(300)
  })

  test('leaves recall working meanwhile, also for a fact that is told meanwhile', async () => {
    await tell(...many)
    world.want(second.id)
    await until(() => vectorsOf(second.id) > 40)
    await tell('a giraffe lives in the attic')
    expect(active()).toBe(first.id)
    const newest = 'fact_vectors v join facts f on f.rowid = v.fact_rowid where f.text = ? and v.model = ?'
    expect(count(newest, 'a giraffe lives in the attic', first.id)).toBe(1)
    const hits = await world.longTerm.recall('a giraffe lives in the attic', { limit: 3, audience: 'local' })
    expect(hits[0]?.text).toBe('a giraffe lives in the attic')
    await until(() => active() === second.id)
    expect(vectorsOf(second.id)).toBe(301)
    const later = await world.longTerm.recall('a giraffe lives in the attic', { limit: 3, audience: 'local' })
    expect(later[0]?.text).toBe('a giraffe lives in the attic')
  })

  test('goes on after a restart in the middle, and repeats nothing', async () => {
    await tell(...many)
    world.want(second.id)
    await until(() => vectorsOf(second.id) > 40)
    await world.reopen()
    const done = vectorsOf(second.id)
    const newestPiece = (): number => (world.db.prepare('select max(piece_id) as n from fact_vectors').get() as { n: number }).n
    const piece = newestPiece()
    expect(done).toBeLessThan(300)
    expect(active()).toBe(first.id)
    world.queue.kick()
    await until(() => active() === second.id)
    expect(newestPiece() - piece).toBe(300 - done)
    await world.reopen()
    expect(active()).toBe(second.id)
    world.queue.kick()
    await until(() => vectorsOf(first.id) === 0)
  })

  test('that is not on this machine leaves everything as it is, until it comes', async () => {
    await tell(...many.slice(0, 20))
    world.remove(second.id)
    world.want(second.id)
    await world.quiet()
    expect([active(), vectorsOf(first.id), vectorsOf(second.id)]).toEqual([first.id, 20, 0])
    expect(world.models.coming()).toBeNull()
    world.install(second.id)
    await until(() => active() === second.id)
  })

  test('that is damaged does not take over, also when no fact waits for it', async () => {
    world.want(second.id)
    world.remove(second.id)
    world.queue.kick()
    await world.quiet()
    expect(active()).toBe(first.id)
    await tell('one', 'two')
    expect(vectorsOf(first.id)).toBe(2)
    await until(() => world.models.coming()?.state() === 'missing')
  })

  test('takes over at once when the old one is gone, since that answers nothing', async () => {
    await tell(...many)
    world.remove(first.id)
    await world.reopen()
    world.want(second.id)
    world.longTerm.addFact({ text: 'told now', source: 'person' })
    await until(() => active() === second.id)
    expect(vectorsOf(second.id)).toBeLessThan(300)
    await until(() => vectorsOf(second.id) === 301 && vectorsOf(first.id) === 0)
  })
})

describe('a change of mind', () => {
  test('back to the model that answers: what was made for the other one goes', async () => {
    await tell(...many)
    world.want(second.id)
    await until(() => vectorsOf(second.id) > 40)
    const newest = 'fact_vectors where model = ? and piece_id > 300'
    world.want(first.id)
    await until(() => vectorsOf(second.id) === 0)
    await world.quiet()
    expect([active(), vectorsOf(first.id), count(newest, first.id)]).toEqual([first.id, 300, 0])
    expect(count('facts where embedded_model = ?', first.id)).toBe(300)
    expect(world.queue.remaining()).toBe(0)
  })

  test('to a third one: it gets all facts, and only it keeps vectors', async () => {
    await tell(...many)
    world.onProgress = expectActiveComplete
    world.want(second.id)
    await until(() => vectorsOf(second.id) > 40)
    world.want(third.id)
    await until(() => active() === third.id && vectorsOf(first.id) + vectorsOf(second.id) === 0)
    expect(vectorsOf(third.id)).toBe(300)
  })

  test('forth and back at once ends where it began', async () => {
    await tell(...many.slice(0, 60))
    world.onProgress = expectActiveComplete
    for (const id of [second.id, third.id, second.id, first.id, second.id]) {
      world.want(id)
      await new Promise((resolve) => setTimeout(resolve, 7))
    }
    await until(() => active() === second.id && vectorsOf(first.id) + vectorsOf(third.id) === 0)
    expect(vectorsOf(second.id)).toBe(60)
  })
})

test('a fact that was hidden during the change gets its vectors when it is shown again', async () => {
  await tell('hidden for a while', ...many.slice(0, 20))
  const row = world.db.prepare('select id from facts where text = ?').get('hidden for a while') as { id: string }
  world.facts.setDeletion([row.id], 'deletion_1', 'with-history')
  world.want(second.id)
  await until(() => active() === second.id && vectorsOf(first.id) === 0)
  expect(vectorsOf(second.id)).toBe(20)
  world.facts.undoDeletion('deletion_1')
  world.queue.kick()
  await until(() => vectorsOf(second.id) === 21)
})

test('a new profile is with the wanted model at once, without a detour', async () => {
  world.want(second.id)
  await until(() => active() === second.id)
  await tell('the first fact')
  expect([vectorsOf(first.id), vectorsOf(second.id)]).toEqual([0, 1])
})
