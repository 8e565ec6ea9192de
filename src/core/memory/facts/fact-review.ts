import type { ReviewList } from '../../../shared/model/memory.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import type { FactRow } from './fact-rows.ts'

const DAY = 86_400_000
/** Days after which what is bound to a time deserves a look. */
const STALE_DAYS = 180
/** Days without use after which a fact deserves a look. */
const UNUSED_DAYS = 180
/** What was learned with less than this, and never confirmed, deserves a look. */
const DOUBTED = 0.85

const SHOWN = 'from facts where deletion_id is null'
const LISTS: Readonly<Record<ReviewList, string>> = {
  inbox: `select * ${SHOWN} and status = 'proposed' and ? > 0 order by created_at desc, rowid desc limit ?`,
  /** Goals and circumstances pass; preferences and names do not by themselves. */
  stale: `select * ${SHOWN} and status = 'live' and pinned = 0 and (category in ('goal', 'context') or durability = 'temporary')
    and max(valid_from, created_at, coalesce(confirmed_at, 0)) < ? - ${STALE_DAYS * DAY} order by valid_from, rowid limit ?`,
  unconfirmed: `select * ${SHOWN} and status = 'live' and source in ('extraction', 'tool', 'import') and confirmed_at is null
    and confidence < ${DOUBTED} and ? > 0 order by confidence, created_at desc, rowid desc limit ?`,
  unused: `select * ${SHOWN} and status = 'live' and pinned = 0
    and coalesce(last_used_at, created_at) < ? - ${UNUSED_DAYS * DAY} order by coalesce(last_used_at, created_at), rowid limit ?`
}

/** What a person is asked to look at; nothing of it is ever removed without them. @param now milliseconds since the epoch */
export function reviewRows(db: Db, list: ReviewList, now: number, limit: number): FactRow[] {
  return statement(db, LISTS[list]).all(now, limit) as FactRow[]
}
