import { statement } from '../../db/statements.ts'
import { evidenceRows, type EvidenceRow } from './fact-evidence.ts'
import { indexText } from './fact-index.ts'
import { settleKey } from './fact-keys.ts'
import type { FactContext } from './fact-reader.ts'
import { NO_END, type FactRow } from './fact-rows.ts'
import { factIdOf } from './fact-id.ts'
import { bury } from './fact-tombstones.ts'
import { namespaceOfRow, removeRow, rowAt } from './fact-writing.ts'

/** Steps of taking facts away. Call them in the transaction of the whole change. */

/** Whether a deletion takes along what a fact had replaced. */
export type Reach = 'with-history' | 'alone'

export interface Erased {
  readonly rows: FactRow[]
  readonly evidence: EvidenceRow[]
}

const ROWS = 'select * from facts where id in (select value from json_each(?))'
const ROWS_WITH_HISTORY = `with recursive chain(id) as (select value from json_each(?) union select f.id from facts f join chain c on f.superseded_by = c.id)
  select * from facts where id in (select id from chain)`

export function hideFacts({ db }: FactContext, factIds: readonly string[], deletionId: string, reach: Reach): void {
  const ids = `select id from (${reach === 'alone' ? ROWS : ROWS_WITH_HISTORY})`
  statement(db, `update facts set deletion_id = ? where deletion_id is null and id in (${ids})`).run(deletionId, JSON.stringify(factIds))
}

export function showFacts({ db, clock }: FactContext, deletionId: string): void {
  const rows = statement(db, 'select * from facts where deletion_id = ?').all(deletionId) as FactRow[]
  statement(db, 'update facts set deletion_id = null where deletion_id = ?').run(deletionId)
  // What was said meanwhile is newer.
  for (const row of rows) settleKey(db, row, 'latest', row.valid_from, clock.now())
}

export function eraseFacts(context: FactContext, factIds: readonly string[], reach: Reach): Erased {
  const { db } = context
  const rows = statement(db, reach === 'alone' ? ROWS : ROWS_WITH_HISTORY).all(JSON.stringify(factIds)) as FactRow[]
  const evidence = evidenceRows(
    db,
    rows.map((row) => row.rowid)
  )
  for (const row of rows) removeRow(context, row)
  for (const row of rows) buryRow(context, row)
  // What an erased fact had replaced stays history, of nothing that could still be named.
  statement(db, 'update facts set superseded_by = null where superseded_by in (select value from json_each(?))').run(
    JSON.stringify(rows.map((row) => row.id))
  )
  return { rows, evidence }
}

/** No tombstone for a text that is still a fact: its history alone was erased. */
function buryRow(context: FactContext, row: FactRow): void {
  const namespace = namespaceOfRow(row)
  const id = factIdOf(context.key, namespace, row.text)
  if (statement(context.db, 'select 1 from facts where id = ?').get(id) !== undefined) return
  bury(context, namespace, row.text, row.key, context.clock.now())
}

function replacedBy({ db }: FactContext, row: FactRow): FactRow[] {
  return statement(db, 'select * from facts where superseded_by = ? and deletion_id is null').all(row.id) as FactRow[]
}

/** What a fact had replaced takes its place again: holds now, or is followed by what followed the fact. */
function bringBack(context: FactContext, row: FactRow): void {
  const { db } = context
  const now = context.clock.now()
  const [status, end, next] = row.status === 'superseded' ? ['superseded', row.valid_to, row.superseded_by] : ['live', NO_END, null]
  for (const earlier of replacedBy(context, row)) {
    statement(db, 'update facts set status = ?, valid_to = ?, superseded_by = ?, updated_at = ? where rowid = ?').run(
      status,
      end,
      next,
      now,
      earlier.rowid
    )
    settleKey(db, rowAt(context, earlier.rowid), 'latest', earlier.valid_from, now)
  }
}

/** Takes back a fact that was learned: what it had replaced holds again, and it is not learned again. */
export function takeBackFact(context: FactContext, row: FactRow): void {
  // First, or the value that comes back would lose to it.
  const { db } = context
  statement(db, `update facts set key = null where rowid = ?`).run(row.rowid)
  if (row.status !== 'proposed') bringBack(context, row)
  removeRow(context, row)
  buryRow(context, row)
}

/**
 * Makes a fact one that was wrong: it stays as history and never held, so that no date finds it.
 * @param by the fact that is right instead; null: what it had replaced holds again.
 */
export function retractFact(context: FactContext, row: FactRow, by: string | null): void {
  const { db } = context
  if (row.status === 'retracted') return
  statement(
    db,
    `update facts set status = 'retracted', valid_to = valid_from, superseded_by = ?, review = null, updated_at = ? where rowid = ?`
  ).run(by, context.clock.now(), row.rowid)
  if (row.status === 'proposed') indexText(db, row)
  else if (by === null) bringBack(context, row)
}
