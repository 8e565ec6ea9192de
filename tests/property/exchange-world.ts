import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { openProfileDatabase, type Db } from '../../src/core/db/database.ts'
import { subKey } from '../../src/core/db/sub-keys.ts'
import type { Clock } from '../../src/core/kernel/clock.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { FactStore } from '../../src/core/memory/facts/fact-store.ts'

export interface MemoryProfile {
  readonly db: Db
  readonly facts: FactStore
  readonly key: Uint8Array
  readonly clock: Clock
  /** Milliseconds since the epoch; changes only by `at`. */
  at(time: string): void
  /** Leaves nothing of memory. */
  clear(): void
  close(): void
}

const TABLES = ['fact_evidence', 'facts', 'facts_fts_open', 'facts_fts_private', 'projects', 'profile_sections', 'tombstones']

/** A profile's memory with a key of its own. */
export function openMemoryProfile(dir: string, name: string): MemoryProfile {
  const key = new Uint8Array(randomBytes(32))
  const time = { now: Date.parse('2026-01-01T00:00:00Z') }
  const clock: Clock = { now: () => time.now, monotonic: () => performance.now() }
  const profile = openProfileDatabase({ paths: profilePaths(join(dir, name)), key, logger: silentLogger, now: clock.now })
  const { db } = profile
  const factKey = subKey(key, 'facts')
  // Durability is tested elsewhere; waiting for the disk only makes this slow.
  db.pragma('synchronous=OFF')
  return {
    db,
    clock,
    key: factKey,
    facts: new FactStore({ db, key: factKey, clock, onChange: () => {} }),
    at: (iso) => void (time.now = Date.parse(iso)),
    clear: () => db.exec(TABLES.map((table) => `delete from ${table};`).join('\n')),
    close: () => profile.close()
  }
}

/** Rows of the text index must be those of facts that do not wait for a word. */
export function indexInStep(db: Db): boolean {
  const rows = (sql: string) => JSON.stringify(db.prepare(sql).all())
  return (['open', 'private'] as const).every(
    (store) =>
      rows(`select rowid from facts_fts_${store} order by rowid`) ===
      rows(`select rowid from facts where status <> 'proposed' and (privacy = 'private') = ${store === 'private' ? 1 : 0} order by rowid`)
  )
}
