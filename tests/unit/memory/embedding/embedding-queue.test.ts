import { afterEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../../src/core/kernel/app-error.ts'
import type { Embedder, EmbedderState } from '../../../../src/core/memory/embedding/embedder.ts'
import { allMiniLmL6V2 } from '../../../../src/core/memory/embedding/models.ts'
import { hashEmbedder, openWorld, vectorOf, type World } from '../../../property/memory-world.ts'
import { openMemory, temporaryFolder } from '../../../support/memory.ts'

let world: World | null = null
afterEach(async () => {
  await world?.close()
  world = null
})

interface Faults {
  state: EmbedderState
  /** Called with the passages of each call, before the answer. */
  before: (texts: readonly string[]) => void | Promise<void>
  vector: (text: string) => Float32Array
}

/** An embedder that fails as a test tells it to. */
function faulty(): { embedder: Embedder; faults: Faults; calls: string[][] } {
  const faults: Faults = { state: 'ready', before: () => {}, vector: vectorOf }
  const calls: string[][] = []
  const embedder: Embedder = {
    ...hashEmbedder(),
    state: () => faults.state,
    embed: async (texts, kind) => {
      await new Promise((resolve) => setImmediate(resolve))
      if (kind === 'passage') {
        calls.push([...texts])
        await faults.before(texts)
      }
      return texts.map(faults.vector)
    }
  }
  return { embedder, faults, calls }
}

function tell(...texts: string[]): string[] {
  return (world?.longTerm.addFacts(texts.map((text) => ({ text, source: 'person' as const }))) ?? []).map((one) => one.factId)
}

async function until(holds: () => boolean): Promise<void> {
  const end = performance.now() + 5_000
  while (!holds()) {
    if (performance.now() > end) throw new Error('never')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const embedded = (id: string | undefined): boolean => world?.facts.row(id ?? '')?.embedded_model === allMiniLmL6V2.id
function vectorCount(): number {
  const row = world?.db.prepare('select count(*) as n from fact_vectors').get() as { n: number } | undefined
  return row?.n ?? -1
}

const many = Array.from({ length: 60 }, (_, index) => `fact number ${index}`)

describe('one bad fact', () => {
  test.each<[string, (text: string) => Float32Array]>([
    ['NaN', () => new Float32Array(384).fill(Number.NaN)],
    ['not of unit length', () => new Float32Array(384).fill(1)],
    ['all zero', () => new Float32Array(384)],
    ['of another size', () => vectorOf('x').slice(0, 100)]
  ])('whose vector is %s waits, and all others get theirs', async (_name, bad) => {
    const { embedder, faults, calls } = faulty()
    world = openWorld(embedder)
    faults.vector = (text) => (text === 'bad' ? bad(text) : vectorOf(text))
    const ids = tell(...many.slice(0, 30), 'bad', ...many.slice(30))
    await until(() => world?.queue.pending() === 1)
    expect(ids.filter((id) => !embedded(id)).map((id) => world?.facts.row(id)?.text)).toEqual(['bad'])
    expect(vectorCount()).toBe(60)
    // It is not asked for again and again.
    tell('one more')
    await until(() => world?.queue.pending() === 1)
    expect(calls.flat().filter((text) => text === 'bad')).toHaveLength(1)
    // By text it is found all the same, and the next start tries again.
    expect((await world.longTerm.recall('bad', { limit: 3, audience: 'local' }))[0]?.text).toBe('bad')
    faults.vector = vectorOf
    await world.reopen()
    world.queue.kick()
    await until(() => world?.queue.pending() === 0)
  })

  test('that kills the worker each time is found, and all others get their vectors', async () => {
    const { embedder, faults } = faulty()
    world = openWorld(embedder)
    faults.before = (texts) => {
      if (texts.includes('bad')) throw new AppError('INTERNAL', 'The embedding worker died twice under this call')
    }
    const ids = tell(...many.slice(0, 30), 'bad', ...many.slice(30))
    await until(() => world?.queue.pending() === 1)
    expect(ids.filter((id) => !embedded(id))).toHaveLength(1)
  })

  test('answers that are too few store nothing half', async () => {
    const { embedder } = faulty()
    world = openWorld({ ...embedder, embed: async (texts) => texts.slice(1).map(vectorOf) })
    tell('one', 'two', 'three')
    await new Promise((resolve) => setTimeout(resolve, 60))
    const pieces = world.db.prepare('select count(*) as n from fact_vectors').get() as { n: number }
    const marked = world.db.prepare('select count(*) as n from facts where embedded_model is not null').get() as { n: number }
    expect(pieces.n).toBe(marked.n)
  })
})

describe('a failure that is nobody’s fault', () => {
  test('a worker that dies in the middle: what was stored stays, the rest follows, nothing is embedded twice', async () => {
    const { embedder, faults, calls } = faulty()
    world = openWorld(embedder)
    let deaths = 0
    const answered: string[] = []
    faults.before = (texts) => {
      if (calls.length === 2 && deaths++ === 0) throw new AppError('INTERNAL', 'The embedding worker died')
      answered.push(...texts)
    }
    tell(...many)
    await until(() => world?.queue.pending() === 0)
    expect(deaths).toBe(1)
    expect(answered.sort()).toEqual([...many].sort())
    expect(vectorCount()).toBe(60)
  })

  test('a refusal during a pause blames no fact', async () => {
    const { embedder, faults } = faulty()
    world = openWorld(embedder)
    faults.state = 'failed'
    faults.before = () => {
      throw new AppError('INTERNAL', 'The embedding worker died')
    }
    tell('one')
    await new Promise((resolve) => setTimeout(resolve, 80))
    faults.state = 'ready'
    faults.before = () => {}
    await until(() => world?.queue.pending() === 0)
  })

  test('many additions while it fails do not make many timers', async () => {
    const { embedder, faults, calls } = faulty()
    world = openWorld(embedder)
    faults.state = 'failed'
    faults.before = () => {
      throw new AppError('INTERNAL', 'The embedding worker died')
    }
    for (let index = 0; index < 100; index += 1) {
      tell(`fact ${index}`)
      await new Promise((resolve) => setImmediate(resolve))
      await new Promise((resolve) => setImmediate(resolve))
    }
    const before = calls.length
    await new Promise((resolve) => setTimeout(resolve, 200))
    // One try every 20 ms.
    expect(calls.length - before).toBeLessThan(15)
  })
})

describe('what happens to a fact while it is embedded', () => {
  async function during(work: (id: string) => void): Promise<string> {
    const { embedder, faults } = faulty()
    world = openWorld(embedder)
    let done = false
    faults.before = () => {
      if (!done) work(id)
      done = true
    }
    const [id = ''] = tell('I live in Hangzhou')
    await until(() => done && world?.queue.pending() === 0)
    await world.embedded()
    return id
  }

  test('erased: no vector of it appears', async () => {
    await during((id) => void world?.facts.erase(id))
    expect(vectorCount()).toBe(0)
  })

  test('made private: its vector is stored with the private ones', async () => {
    await during((id) => void world?.facts.update(id, { privacy: 'private' }))
    expect(world?.db.prepare('select private from fact_vectors').all()).toEqual([{ private: 1 }])
  })

  test('replaced: old and new have a vector', async () => {
    await during((old) => void world?.facts.update(old, { text: 'I live in Beijing' }))
    expect(vectorCount()).toBe(2)
  })

  test('hidden and shown again: embedded once it is there', async () => {
    let deletionId = ''
    const { embedder, faults } = faulty()
    world = openWorld(embedder)
    faults.before = () => {
      if (deletionId === '') deletionId = world?.deletions.hold([{ kind: 'fact', id }]).deletionId ?? ''
    }
    const [id = ''] = tell('I live in Hangzhou')
    await until(() => deletionId !== '')
    await world.queue.settle(1_000)
    expect(vectorCount()).toBe(0)
    world.deletions.undo(deletionId)
    await world.embedded()
    expect(vectorCount()).toBe(1)
  })

  test('told in the very moment in which the queue runs dry: embedded without another push', async () => {
    world = openWorld()
    const [first] = tell('first')
    await until(() => embedded(first))
    // Every turn of the loop is tried as the moment.
    for (let turns = 0; turns < 12; turns += 1) {
      const [one] = tell(`one ${turns}`)
      for (let turn = 0; turn < turns; turn += 1)
        await (turn % 2 === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(resolve)))
      const [two] = tell(`two ${turns}`)
      await until(() => embedded(one) && embedded(two))
    }
  })
})

test('closed in the middle and opened again, it goes on; facts of another model are embedded anew', async () => {
  const { embedder, faults, calls } = faulty()
  world = openWorld(embedder)
  let goOn = (): void => {}
  faults.before = () => (calls.length === 2 ? new Promise((resolve) => void (goOn = resolve)) : undefined)
  tell(...many)
  await until(() => calls.length === 2)
  const reopened = world.reopen()
  goOn()
  await reopened
  faults.before = () => {}
  expect(world.queue.pending()).toBeGreaterThan(0)
  expect(world.queue.pending(5)).toBe(5)
  await world.embedded()
  expect(vectorCount()).toBe(60)
  world.db.exec(`update facts set embedded_model = 'older-model' where rowid % 2 = 0`)
  expect(world.queue.pending()).toBe(30)
  await world.embedded()
  expect(vectorCount()).toBe(60)
})

test('with no model at all the facts wait without a stir, and are found by text', async () => {
  const folder = temporaryFolder()
  const bare = await openMemory(folder.dir, { modelsDir: folder.dir })
  bare.longTerm.addFact({ text: 'My cat is called Tuanzi', source: 'person' })
  expect((await bare.longTerm.recall('cat', { limit: 3, audience: 'remote' })).map((hit) => hit.text)).toEqual(['My cat is called Tuanzi'])
  expect(bare.queue.pending()).toBe(1)
  await bare.close()
  folder.remove()
})

test('each piece of a text of 20,000 characters is found by its meaning, with the real model', async () => {
  const folder = temporaryFolder()
  const real = await openMemory(folder.dir)
  const filler = 'The minutes list who came, who was excused and when the meeting ended. '
  const hidden = [
    'The veterinarian removed a splinter from the dog.',
    'A violin concerto was performed in the cathedral.',
    'The volcano covered the island with ash.'
  ]
  const third = filler.repeat(90)
  const { factId } = real.longTerm.addFact({
    text: hidden
      .map((sentence) => third + sentence)
      .join(' ')
      .slice(0, 20_000),
    source: 'person'
  })
  real.longTerm.addFact({ text: 'I like to eat noodles for lunch', source: 'person' })
  await real.embedded()
  const pieces = real.db.prepare('select count(*) as n from fact_vectors').get() as { n: number }
  expect(pieces.n).toBeGreaterThan(20)
  for (const question of [
    'a pet was treated by an animal doctor',
    'classical string music played inside a church',
    'eruption of lava on an isle'
  ]) {
    const [best] = await real.longTerm.recall(question, { limit: 1, audience: 'remote', abstain: false })
    expect(best?.factId).toBe(factId)
  }
  await real.close()
  folder.remove()
})
