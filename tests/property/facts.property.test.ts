import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Privacy } from '../../src/shared/model/privacy.ts'
import type { FactNamespace } from '../../src/core/memory/facts/fact-id.ts'
import { namespaceName } from '../../src/core/memory/facts/fact-id.ts'
import { NO_END, type FactRow } from '../../src/core/memory/facts/fact-rows.ts'
import { wholeRecall } from '../../src/core/memory/recall/recall-tuning.ts'
import { searchFactRows } from '../../src/core/memory/facts/fact-search.ts'
import { checkKeys, checkText, checkVectors, placeName } from './fact-checks.ts'
import { FactModel, same, type ModelFact } from './fact-model.ts'
import { openWorld, type World } from './memory-world.ts'

// Any row of operations against the oracle of `fact-model.ts`, on a real encrypted database.
// Faults that were planted and found: no settling after an undo; the text index kept in the old store when a label changes; a re-added fact that keeps the id of its history; a late value that becomes the present; an erased
// row whose vectors stay; a merge that drops the key.

const PLACES: readonly [FactNamespace, ...FactNamespace[]] = [
  { scope: 'user', projectId: null, threadId: null },
  { scope: 'project', projectId: 'p1', threadId: null },
  { scope: 'thread', projectId: null, threadId: 't1' }
]
const [USER] = PLACES
const placeAt = (index: number): FactNamespace => PLACES[index] ?? USER
const TEXTS = [
  'I live in Hangzhou',
  'I live in  HANGZHOU',
  '我住在北京',
  'My cat is called Tuanzi',
  '🎉',
  'C++ (the language)',
  '"quoted" a\'b *'
]
const DAY = 86_400_000

const place = fc.integer({ min: 0, max: 9 }).map((n) => (n < 8 ? 0 : n - 7))
const text = fc.constantFrom(...TEXTS)
const key = fc.constantFrom(null, 'city', 'city', 'pet')
const privacy = fc.constantFrom<Privacy | undefined>(undefined, undefined, 'open', 'ask', 'private', 'private')
const createdAt = fc.option(fc.integer({ min: -5, max: 5 }), { nil: undefined })
const draft = fc.record({ place, text, key, privacy, createdAt, proposed: fc.integer({ min: 0, max: 6 }).map((n) => n === 0) })
const target = fc.nat({ max: 50 })
const patch = fc.record(
  {
    text,
    privacy: fc.constantFrom<Privacy>('open', 'ask', 'private'),
    key,
    pinned: fc.boolean(),
    confirmed: fc.constant(true as const)
  },
  { requiredKeys: [] }
)
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('add' as const), drafts: fc.array(draft, { minLength: 1, maxLength: 1 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('add' as const), drafts: fc.array(draft, { minLength: 2, maxLength: 6 }) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('update' as const), target, patch }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), target }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('hold' as const), target }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo' as const), target }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('carry-out' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('tick' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('time' as const), days: fc.integer({ min: -1, max: 2 }) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reopen' as const) }) }
)

let world: World
beforeAll(() => {
  world = openWorld()
})
afterAll(() => world.close())

const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)]
const rowsNow = (): FactRow[] => world.db.prepare('select * from facts order by rowid').all() as FactRow[]

class Run {
  readonly model = new FactModel()
  readonly held: string[] = []

  /** Rows of the database and of the oracle, both in the order of storing: pairs. */
  pairs(): { row: FactRow; fact: ModelFact }[] {
    const rows = rowsNow()
    expect(rows.length).toBe(this.model.rows.length)
    return rows.flatMap((row, index) => {
      const fact = this.model.rows[index]
      return fact === undefined ? [] : [{ row, fact }]
    })
  }

  async take(one: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
    const shown = this.pairs().filter(({ row }) => row.deletion_id === null)
    switch (one.do) {
      case 'add': {
        const base = Date.parse('2026-01-01T00:00:00Z')
        const at = (days: number | undefined): number | undefined => (days === undefined ? undefined : base + days * DAY)
        world.longTerm.addFacts(
          one.drafts.map((item) => ({
            text: item.text,
            namespace: placeAt(item.place),
            key: item.key,
            source: 'person' as const,
            proposed: item.proposed,
            ...(item.privacy === undefined ? {} : { privacy: item.privacy }),
            ...(item.createdAt === undefined ? {} : { createdAt: at(item.createdAt) ?? 0 })
          }))
        )
        for (const item of one.drafts) {
          const name = namespaceName(placeAt(item.place))
          this.model.add({ ...item, place: name, createdAt: at(item.createdAt) }, world.time.now)
        }
        return
      }
      case 'update': {
        const found = pick(shown, one.target)
        if (found === undefined) return
        const next = this.model.update(found.fact, one.patch, world.time.now)
        const id = world.facts.update(found.row.id, one.patch)
        world.queue.kick()
        expect(same(world.facts.require(id).text)).toBe(same(next.text))
        return
      }
      case 'erase': {
        const found = pick(shown, one.target)
        if (found === undefined) return
        this.model.erase(found.fact)
        world.facts.erase(found.row.id)
        return
      }
      case 'hold': {
        const found = pick(shown, one.target)
        if (found === undefined) return
        const { deletionId } = world.deletions.hold([{ kind: 'fact', id: found.row.id }])
        this.model.hide(found.fact, deletionId)
        this.held.push(deletionId)
        return
      }
      case 'undo': {
        const deletionId = pick(this.held, one.target)
        if (deletionId === undefined) return
        this.held.splice(this.held.indexOf(deletionId), 1)
        world.deletions.undo(deletionId)
        this.model.undo(deletionId)
        return
      }
      case 'carry-out':
        world.deletions.carryOutAll()
        this.model.carryOut()
        this.held.length = 0
        return
      case 'tick':
        await new Promise((resolve) => setImmediate(resolve))
        return
      case 'time':
        world.time.now += one.days * DAY
        return
      case 'reopen':
        await world.reopen()
    }
  }
}

function checkAgainstModel(run: Run): void {
  for (const { row, fact } of run.pairs()) {
    const { key: rowKey, privacy: label, status } = row
    expect({
      place: placeName(row),
      text: same(row.text),
      key: rowKey,
      label,
      status,
      pinned: row.pinned === 1,
      from: row.valid_from
    }).toEqual({
      place: fact.place,
      text: same(fact.text),
      key: fact.key,
      label: fact.privacy,
      status: fact.status,
      pinned: fact.pinned,
      from: fact.from
    })
    expect(row.deletion_id).toBe(fact.hidden)
  }
}

function checkHistory(rows: readonly FactRow[]): void {
  const byId = new Map(rows.map((row) => [row.id, row]))
  for (const row of rows) {
    expect(row.valid_from).toBeLessThanOrEqual(row.valid_to)
    expect(row.status === 'superseded').toBe(row.superseded_by !== null)
    expect(row.status === 'superseded').toBe(row.valid_to !== NO_END)
    if (row.status !== 'superseded') continue
    const way = new Set<string>()
    let heir: FactRow | undefined = row
    while (heir !== undefined && heir.superseded_by !== null) {
      expect(way.has(heir.id)).toBe(false)
      way.add(heir.id)
      heir = byId.get(heir.superseded_by)
    }
    expect(heir?.status).not.toBe('superseded')
    if (row.deletion_id === null) expect(world.facts.history(heir?.id ?? '').map((one) => one.id)).toContain(row.id)
  }
}

async function checkFound(rows: readonly FactRow[]): Promise<void> {
  for (const wanted of new Set(TEXTS.map(same))) {
    const there = rows.filter((row) => same(row.text) === wanted && row.deletion_id === null)
    const live = there.filter((row) => row.status === 'live')
    const listed = new Set(searchFactRows(world.db, wanted))
    for (const row of there) expect(listed.has(row.rowid)).toBe(true)
    for (const audience of ['local', 'remote'] as const) {
      const scope = { projectId: 'p1', threadId: 't1' }
      const hits = await world.longTerm.recall(wanted, { limit: 50, audience, ...scope, tuning: { ...wholeRecall, diversity: false } })
      const given = hits.filter((hit) => same(hit.text) === wanted).map((hit) => hit.factId)
      const allowed = live.filter((row) => audience === 'local' || row.privacy === 'open')
      expect(given.sort()).toEqual(allowed.map((row) => row.id).sort())
      for (const hit of hits) expect(rows.find((row) => row.id === hit.factId)).toMatchObject({ status: 'live', deletion_id: null })
      if (audience === 'remote') for (const hit of hits) expect(hit.privacy).toBe('open')
    }
  }
}

test('whatever happens, every acknowledged fact is there, no deleted one is, and indexes, vectors, keys and history agree', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), async (steps) => {
      world.empty()
      const run = new Run()
      for (const one of steps) {
        await run.take(one)
        checkAgainstModel(run)
        checkKeys(rowsNow())
      }
      const inFlight = rowsNow()
      checkText(world.db, inFlight)
      checkVectors(world.db, inFlight)
      await world.embedded()
      const rows = rowsNow()
      checkVectors(world.db, rows)
      checkHistory(rows)
      for (const row of rows.filter((one) => one.status !== 'proposed' && one.deletion_id === null))
        expect(row.embedded_model).not.toBeNull()
      await checkFound(rows)
    }),
    { numRuns: 60, interruptAfterTimeLimit: 60_000 }
  )
}, 120_000)
