import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openProfileDatabase, type Db } from '../../../src/core/db/database.ts'
import { subKey } from '../../../src/core/db/sub-keys.ts'
import { createClock } from '../../../src/core/kernel/clock.ts'
import { randomIds } from '../../../src/core/kernel/ids.ts'
import { silentLogger } from '../../../src/core/kernel/logger.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'
import { Deletions } from '../../../src/core/memory/forgetting/deletions.ts'
import { createEraser } from '../../../src/core/memory/forgetting/eraser.ts'
import { FactStore, type Reach } from '../../../src/core/memory/facts/fact-store.ts'
import { MessageStore } from '../../../src/core/memory/conversation/message-store.ts'
import { ProjectStore } from '../../../src/core/memory/facts/project-store.ts'
import { CompactionStore } from '../../../src/core/memory/compaction/compaction-store.ts'
import { ToolResultStore } from '../../../src/core/memory/conversation/tool-result-store.ts'
import { SummaryStore } from '../../../src/core/memory/compaction/summary-store.ts'
import { createReceiptStore } from '../../../src/core/privacy/receipts.ts'
import { atEnd, temporaryFolder } from './support.ts'

let db: Db
let facts: FactStore
let deletions: Deletions

beforeEach(() => {
  const paths = profilePaths(join(temporaryFolder(), 'profile'))
  const key = new Uint8Array(randomBytes(32))
  const profile = openProfileDatabase({ paths, key, logger: silentLogger, now: () => Date.now() })
  atEnd(() => profile.close())
  db = profile.db
  const clock = createClock()
  const ids = randomIds()
  facts = new FactStore({ db, key: subKey(key, 'facts'), clock, onChange: () => {} })
  const receipts = createReceiptStore({ db, ids, clock, onChange: () => {} })
  const messages = new MessageStore(db, clock)
  const { checkpoint, makeRoom } = profile
  const eraser = createEraser({
    db,
    facts,
    messages,
    summaries: new SummaryStore(db, clock),
    compactions: new CompactionStore(db, clock),
    results: new ToolResultStore(db),
    receipts,
    projects: new ProjectStore(db, clock, ids),
    forgetInProfile: () => [],
    onForgotten: () => {},
    checkpoint,
    makeRoom
  })
  const hider = {
    hideFacts: (factIds: readonly string[], deletionId: string, reach: Reach) => facts.setDeletion(factIds, deletionId, reach),
    hideConversation: () => {},
    hideProject: () => {},
    show: (deletionId: string) => facts.undoDeletion(deletionId)
  }
  deletions = new Deletions({ db, clock, ids, eraser, hider, logger: silentLogger })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
})

afterEach(() => {
  deletions.close()
  vi.useRealTimers()
})

const rows = (): number => (db.prepare('select count(*) as n from facts').get() as { n: number }).n
const waiting = (): number => (db.prepare('select count(*) as n from deletions').get() as { n: number }).n

test('what waits is erased after ten seconds, with its history, and not before', () => {
  const old = facts.add({ text: 'I live in Graz', key: 'home', source: 'person' })
  const now = facts.add({ text: 'I live in Linz', key: 'home', source: 'person' })
  expect(rows()).toBe(2)
  deletions.hold([{ kind: 'fact', id: now.factId }])
  expect(facts.row(old.factId)).toBeNull()
  vi.advanceTimersByTime(9_900)
  expect(rows()).toBe(2)
  vi.advanceTimersByTime(200)
  expect(rows()).toBe(0)
  expect(waiting()).toBe(0)
})

test('undone in time it is there as before, and nothing is erased later', () => {
  const { factId } = facts.add({ text: 'I live in Graz', source: 'person' })
  const held = deletions.hold([{ kind: 'fact', id: factId }])
  vi.advanceTimersByTime(9_000)
  deletions.undo(held.deletionId)
  vi.advanceTimersByTime(60_000)
  expect(facts.row(factId)?.text).toBe('I live in Graz')
  expect(waiting()).toBe(0)
})

test('when it cannot be erased (the database refuses), it stays hidden, nothing crashes, and it is tried again', () => {
  const { factId } = facts.add({ text: 'I live in Graz', source: 'person' })
  deletions.hold([{ kind: 'fact', id: factId }])
  db.pragma('query_only = on')
  vi.advanceTimersByTime(10_100)
  deletions.carryOutAll()
  db.pragma('query_only = off')
  expect(rows()).toBe(1)
  expect(facts.row(factId)).toBeNull()
  vi.advanceTimersByTime(61_000)
  expect(rows()).toBe(0)
  expect(waiting()).toBe(0)
})
