import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError, fail, ok } from '../../src/core/kernel/app-error.ts'
import { randomIds } from '../../src/core/kernel/ids.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { ConversationStore } from '../../src/core/memory/conversation/conversation-store.ts'
import { createExtraction, type Extraction } from '../../src/core/memory/extraction/extraction.ts'
import type { ExtractionModel } from '../../src/core/memory/extraction/extraction-model.ts'
import { createNearFacts } from '../../src/core/memory/extraction/near-facts.ts'
import { onlyModel } from '../../src/core/memory/embedding/embedder.ts'
import type { FactRow } from '../../src/core/memory/facts/fact-rows.ts'
import { MessageStore } from '../../src/core/memory/conversation/message-store.ts'
import { checkKeys, checkText, checkVectors } from './fact-checks.ts'
import { hashEmbedder, openWorld, type World } from './memory-world.ts'

// Any interleaving of saying, queueing, extracting, adding, taking back, deleting and crashing, on a real encrypted database.
// Faults that were planted and found: no watermark; a batch removed outside of the transaction that stores; no tombstone looked for; a taken-back
// fact whose predecessor stays history.

const DAY = 86_400_000
/** What people say, and what a model makes of it: key, or none. */
const SAYINGS: readonly { readonly words: string; readonly key: string | null }[] = [
  { words: 'I live in Hangzhou', key: 'city' },
  { words: 'I moved to Beijing', key: 'city' },
  { words: 'I was wrong, I live in Tianjin', key: 'city' },
  { words: '我喜欢蓝色', key: null },
  { words: 'I work at Acme', key: 'employer' },
  { words: '我对花生过敏', key: 'allergy:花生' },
  { words: '你好', key: null }
]

const LABELS = { category: 'context', scope: 'user', durability: 'durable', authority: 'descriptive', confidence: 0.9 }

const saying = fc.nat({ max: SAYINGS.length - 1 })
const target = fc.nat({ max: 50 })
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('say' as const), saying, queued: fc.boolean() }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('extract' as const), crash: fc.constantFrom(null, null, 'asked', 'storing', 'failed') })
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), target }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('add' as const), saying }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('erase' as const), target }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('take-back' as const), target }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retract' as const), target }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('time' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) }
)

let world: World
beforeAll(() => {
  world = openWorld()
})
afterAll(() => world.close())

const rowsNow = (): FactRow[] => world.db.prepare('select * from facts order by rowid').all() as FactRow[]
/** Vectors come by themselves. */
const factsNow = (): object[] => rowsNow().map((row) => ({ ...row, embedded_model: null }))
const pick = <T>(from: readonly T[], index: number): T | undefined => from[index % Math.max(1, from.length)]

class Run {
  readonly ids = randomIds()
  conversationId = ''
  /** Texts that were forgotten and not said by hand since. */
  readonly forgotten = new Set<string>()
  /** Texts that were stored and acknowledged. */
  readonly kept = new Set<string>()
  readonly read: string[] = []
  crash: 'asked' | 'storing' | 'failed' | null = null
  stores = this.#open()

  #open(): { conversations: ConversationStore; messages: MessageStore; extraction: Extraction } {
    const clock = { now: () => world.time.now, monotonic: () => 0 }
    const conversations = new ConversationStore(world.db, clock, this.ids)
    const messages = new MessageStore(world.db, clock)
    const model: ExtractionModel = {
      destination: 'remote',
      inputTokens: 4_000,
      propose: (prompt) => {
        if (this.crash === 'failed') return Promise.resolve(fail(new AppError('PROVIDER_DOWN', 'down')))
        const said = [...prompt.data.matchAll(/(?:user|用户) \(id ([\w.:-]+)\): (.*)/gu)]
        const facts = said.flatMap(([, id, words]) => {
          const known = SAYINGS.find((one) => one.words === words)
          if (known === undefined) return []
          return [{ ...LABELS, key: known.key, content: known.words, evidenceMessageId: id, evidenceText: known.words }]
        })
        if (this.crash === null) this.read.push(...said.map(([, id = '']) => id))
        // The process ends while the answer is on its way.
        if (this.crash === 'asked') void this.stores.extraction.close()
        return Promise.resolve(ok(JSON.stringify({ facts })))
      }
    }
    const extraction = createExtraction({
      db: world.db,
      clock,
      ids: this.ids,
      logger: silentLogger,
      settings: () => ({ ...defaultMemory }),
      language: () => 'auto',
      conversations,
      // A power cut in the middle of the transaction that stores: what it had written is rolled back.
      messages: Object.assign(Object.create(messages) as MessageStore, {
        path: (head: string | null) => {
          if (this.crash === 'storing' && world.db.inTransaction) throw new AppError('DISK_FULL', 'cut')
          return messages.path(head)
        },
        row: (id: string) => messages.row(id)
      }),
      facts: world.facts,
      model: () => Promise.resolve(model),
      holdsPrivate: () => false,
      knownFacts: () => Promise.resolve([]),
      nearFacts: createNearFacts({ longTerm: world.longTerm, models: onlyModel(hashEmbedder()) }),
      isBusy: () => false,
      onLearned: () => {},
      onChange: () => {},
      quietMs: 3_600_000
    })
    return { conversations, messages, extraction }
  }

  begin(): void {
    this.conversationId = this.stores.conversations.create({})
  }

  async restart(): Promise<void> {
    await this.stores.extraction.close()
    await world.reopen()
    this.stores = this.#open()
    this.stores.extraction.start()
  }

  say(words: string): void {
    const { conversations, messages } = this.stores
    const more = { conversationId: this.conversationId, status: 'complete', privacy: 'open' } as const
    for (const role of ['user', 'assistant'] as const) {
      const parentId = conversations.require(this.conversationId).head_message_id
      const id = this.ids.next('msg')
      messages.insert({ ...more, id, turnId: id, parentId, role, content: role === 'user' ? words : 'I see', origin: role })
      conversations.touch(this.conversationId, id, null)
    }
  }

  /** Everything that was said and not forgotten, once a batch has been read to its end. */
  async extract(crash: 'asked' | 'storing' | 'failed' | null): Promise<void> {
    this.crash = crash
    const before = factsNow()
    const waiting = this.waiting()
    await this.stores.extraction.extractNow(null)
    this.crash = null
    if (crash === null) {
      expect(this.stores.extraction.state()).toEqual({ waiting: 0, running: false, failed: [] })
      return
    }
    // Nothing of a batch without its end, and the batch is still there.
    if (waiting > 0) expect(factsNow()).toEqual(before)
    expect(this.waiting()).toBeGreaterThanOrEqual(waiting)
    if (crash !== 'failed') await this.restart()
  }

  /** Messages that wait and say something. */
  waiting(): number {
    const row = world.db
      .prepare(
        `select count(*) as n from extraction_batches b, json_each(b.message_ids) j join messages m on m.id = j.value
         where m.role = 'user' and m.content <> '你好'`
      )
      .get()
    return (row as { n: number }).n
  }
}

const defaultMemory = {
  enabled: true,
  recallLimit: 8,
  loading: 'auto',
  extraction: 'model',
  profile: true,
  ranking: 'hearth',
  embeddingModel: '',
  modelHub: ''
} as const

async function take(run: Run, one: typeof step extends fc.Arbitrary<infer T> ? T : never): Promise<void> {
  const live = rowsNow().filter((row) => row.status === 'live')
  switch (one.do) {
    case 'say':
      run.say(SAYINGS[one.saying]?.words ?? '')
      if (one.queued) run.stores.extraction.afterTurn(run.conversationId)
      return
    case 'extract':
      return run.extract(one.crash)
    case 'leave': {
      const path = run.stores.messages.path(run.stores.conversations.require(run.conversationId).head_message_id)
      const leaving = path.slice(0, one.target % (path.length + 1)).map((row) => row.id)
      return run.stores.extraction.beforeLeaving(run.conversationId, leaving)
    }
    case 'add': {
      const { words, key } = SAYINGS[one.saying] ?? { words: 'x', key: null }
      world.facts.add({ text: words, key, source: 'person' })
      run.forgotten.delete(words)
      run.kept.add(words)
      return
    }
    case 'erase': {
      const found = pick(live, one.target)
      if (found === undefined) return
      const gone = world.facts.erase(found.id).rows
      for (const row of gone) if (!rowsNow().some((left) => left.text === row.text)) run.forgotten.add(row.text)
      for (const row of gone) run.kept.delete(row.text)
      return
    }
    case 'take-back': {
      const found = pick(live, one.target)
      if (found === undefined) return
      const before = world.facts.history(found.id).filter((row) => row.superseded_by === found.id)
      world.facts.takeBack(found.id)
      if (!rowsNow().some((row) => row.text === found.text)) run.forgotten.add(found.text)
      run.kept.delete(found.text)
      // What it had replaced holds again, or the newest of it.
      if (before.length > 0)
        expect(rowsNow().some((row) => row.status === 'live' && before.some((old) => old.rowid === row.rowid))).toBe(true)
      return
    }
    case 'retract': {
      const found = pick(live, one.target)
      if (found !== undefined) world.facts.update(found.id, { retracted: true })
      return
    }
    case 'time':
      world.time.now += DAY
      return
    case 'restart':
      return run.restart()
  }
}

function check(run: Run): void {
  const rows = rowsNow()
  checkKeys(rows)
  checkText(world.db, rows)
  checkVectors(world.db, rows)
  // What was forgotten stays forgotten, however often it is said and read.
  for (const row of rows) expect(run.forgotten.has(row.text)).toBe(false)
  // What was acknowledged is there, as a fact or as history.
  for (const text of run.kept) expect(rows.some((row) => row.text === text)).toBe(true)
  // The same words of the same message count once.
  const evidence = world.db.prepare('select fact_rowid, message_id, text from fact_evidence').all() as object[]
  expect(new Set(evidence.map((one) => JSON.stringify(one))).size).toBe(evidence.length)
  for (const row of rows) {
    expect(row.valid_from).toBeLessThanOrEqual(row.valid_to)
    if (row.status === 'retracted') expect(row.valid_to).toBe(row.valid_from)
    if (row.source === 'extraction') expect(row.confidence).toBe(0.9)
  }
}

test('whatever happens in between, nothing said is lost or read twice, nothing forgotten comes back, and the store agrees with itself', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 30, size: 'max' }), async (steps) => {
      world.empty()
      for (const table of ['extraction_batches', 'extraction_watermarks', 'messages', 'conversations'])
        world.db.exec(`delete from ${table}`)
      for (const table of ['messages_fts_open', 'messages_fts_private']) world.db.exec(`delete from ${table}`)
      const run = new Run()
      run.begin()
      for (const one of steps) {
        await take(run, one)
        check(run)
      }
      await run.extract(null)
      check(run)
      const said = (
        world.db.prepare(`select id, content from messages where role = 'user'`).all() as { id: string; content: string }[]
      ).filter((row) => row.content !== '你好')
      // Each message was given to the model in one reading that went to its end, and in no more.
      expect(run.read.toSorted()).toEqual(said.map((row) => row.id).toSorted())
      await run.stores.extraction.close()
    }),
    { numRuns: 60, interruptAfterTimeLimit: 60_000 }
  )
}, 120_000)
