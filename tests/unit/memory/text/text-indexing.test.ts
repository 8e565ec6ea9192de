import { afterEach, beforeEach, expect, test } from 'vitest'
import { silentLogger } from '../../../../src/core/kernel/logger.ts'
import { createTextIndexing } from '../../../../src/core/memory/text/text-indexing.ts'
import { ConversationStore } from '../../../../src/core/memory/conversation/conversation-store.ts'
import { MessageStore } from '../../../../src/core/memory/conversation/message-store.ts'
import { randomIds } from '../../../../src/core/kernel/ids.ts'
import { openWorld, type World } from '../../../property/memory-world.ts'

let world: World
beforeEach(() => {
  world = openWorld()
})
afterEach(() => world.close())

const ROWS = 130

function fill(): void {
  world.longTerm.addFacts(
    Array.from({ length: ROWS }, (_, index) => ({
      text: `我喜欢第${index}种茶 tea`,
      source: 'person' as const,
      privacy: index % 3 === 0 ? ('private' as const) : ('open' as const),
      proposed: index % 10 === 9
    }))
  )
  const clock = { now: () => world.time.now, monotonic: () => 0 }
  const ids = randomIds()
  const conversationId = new ConversationStore(world.db, clock, ids).create({})
  const messages = new MessageStore(world.db, clock)
  for (let index = 0; index < 60; index += 1) {
    messages.insert({
      id: ids.next('msg'),
      conversationId,
      turnId: null,
      parentId: null,
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: `说过的第${index}句话`,
      status: 'complete',
      privacy: index % 4 === 0 ? 'private' : 'open',
      origin: 'user'
    })
  }
}

const TABLES = ['facts_fts_open', 'facts_fts_private', 'messages_fts_open', 'messages_fts_private']

function indexes(): unknown[] {
  return TABLES.map((table) => world.db.prepare(`select rowid, * from ${table} order by rowid`).all())
}

/** As an older program would have left them: every row is there, cut otherwise. */
function spoil(): void {
  for (const table of TABLES) world.db.exec(`update ${table} set words = 'older'`)
}

const version = (): unknown => world.db.prepare(`select value from meta where name = 'segmenter'`).pluck().get()

test('with another version every row is indexed anew, once', async () => {
  fill()
  const wanted = indexes()
  await createTextIndexing({ db: world.db, logger: silentLogger, version: 'a' }).run()
  expect(indexes()).toEqual(wanted)
  spoil()
  await createTextIndexing({ db: world.db, logger: silentLogger, version: 'a' }).run()
  expect(indexes()).not.toEqual(wanted)
  await createTextIndexing({ db: world.db, logger: silentLogger, version: 'b' }).run()
  expect(indexes()).toEqual(wanted)
  expect(version()).toBe('b')
})

test('stopped after each slice and started again, it ends with the same index', async () => {
  fill()
  const wanted = indexes()
  spoil()
  for (let starts = 0; version() !== 'b'; starts += 1) {
    expect(starts).toBeLessThan(20)
    const indexing = createTextIndexing({ db: world.db, logger: silentLogger, version: 'b' })
    void indexing.run()
    await indexing.close()
    if (starts === 1) await world.reopen()
  }
  expect(indexes()).toEqual(wanted)
})

test('a version that changes on the way begins at the beginning', async () => {
  fill()
  const wanted = indexes()
  spoil()
  const first = createTextIndexing({ db: world.db, logger: silentLogger, version: 'b' })
  void first.run()
  await first.close()
  spoil()
  await createTextIndexing({ db: world.db, logger: silentLogger, version: 'c' }).run()
  expect(indexes()).toEqual(wanted)
  expect(version()).toBe('c')
})

test('what is written while it runs is there once', async () => {
  fill()
  const indexing = createTextIndexing({ db: world.db, logger: silentLogger, version: 'b' })
  const done = indexing.run()
  await new Promise((resolve) => setImmediate(resolve))
  const { factId } = world.longTerm.addFact({ text: '新的一句', source: 'person' })
  await done
  const { rowid } = world.facts.require(factId)
  expect(world.db.prepare('select count(*) from facts_fts_open where rowid = ?').pluck().get(rowid)).toBe(1)
})
