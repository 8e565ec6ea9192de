import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import type { FactRow } from './fact-rows.ts'

/**
 * Where a single-valued key counts: a namespace, private facts apart from the others, so that what a remote turn sees never depends on a
 * private row. Parameters of `placeOf`, in its order.
 */
const PLACE = `key = ? and scope = ? and project_id is ? and thread_id is ? and (privacy = 'private') = ? and deletion_id is null`

type Keyed = Pick<FactRow, 'key' | 'scope' | 'project_id' | 'thread_id' | 'privacy'>

function placeOf(row: Keyed): unknown[] {
  return [row.key, row.scope, row.project_id, row.thread_id, row.privacy === 'private' ? 1 : 0]
}

/** The other facts that hold now in the same place with the same key; with the rule kept, one at the most. */
export function rivalsOf(db: Db, row: Keyed & Pick<FactRow, 'rowid'>): FactRow[] {
  return statement(db, `select * from facts where ${PLACE} and status = 'live' and rowid <> ?`).all(...placeOf(row), row.rowid) as FactRow[]
}

/**
 * Makes a fact history. `by` must hold now: a link only ever leads to a fact without a link of its own, so links form no circle.
 * @param at milliseconds since the epoch; never before the fact's own beginning.
 */
export function supersede(db: Db, row: Pick<FactRow, 'rowid' | 'valid_from'>, by: string, at: number, now: number): void {
  const end = Math.max(at, row.valid_from)
  statement(db, `update facts set status = 'superseded', valid_to = ?, superseded_by = ?, updated_at = ? where rowid = ?`).run(
    end,
    by,
    now,
    row.rowid
  )
}

/** A value that arrives late takes its place in the past: until the next one began, and what held before ends where it begins. */
function insertIntoPast(db: Db, row: FactRow, rival: FactRow, now: number): void {
  const past = `${PLACE} and status in ('live', 'superseded') and rowid <> ?`
  const next = statement(db, `select min(valid_from) as at from facts where ${past} and valid_from > ?`).get(
    ...placeOf(row),
    row.rowid,
    row.valid_from
  ) as { at: number | null }
  const before = statement(db, `select * from facts where ${past} and status = 'superseded' and valid_from <= ? and valid_to > ?`).all(
    ...placeOf(row),
    row.rowid,
    row.valid_from,
    row.valid_from
  ) as FactRow[]
  for (const earlier of before) {
    statement(db, 'update facts set valid_to = ? where rowid = ?').run(row.valid_from, earlier.rowid)
  }
  supersede(db, row, rival.id, next.at ?? rival.valid_from, now)
}

/**
 * One live fact per single-valued key and place.
 * @param wins `this`: the row is what was said just now. `latest`: the latest event time wins, and of equal times the one stored later.
 * @param since milliseconds since the epoch from which the row has this key.
 */
export function settleKey(db: Db, row: FactRow, wins: 'this' | 'latest', since: number, now: number): void {
  if (row.key === null || row.status !== 'live') return
  for (const rival of rivalsOf(db, row)) {
    const older = rival.valid_from < row.valid_from || (rival.valid_from === row.valid_from && rival.rowid < row.rowid)
    if (wins === 'this' || older) supersede(db, rival, row.id, since, now)
    else return insertIntoPast(db, row, rival, now)
  }
}
