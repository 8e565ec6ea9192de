import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import type { FactRow } from './fact-rows.ts'

/** Facts that hold in one conversation alone, hidden ones too. */
export function threadFactIds(db: Db, conversationId: string): string[] {
  const rows = statement(db, `select id from facts where scope = 'thread' and thread_id = ?`).all(conversationId)
  return (rows as { id: string }[]).map((row) => row.id)
}

/**
 * What was learned in a conversation alone: facts of every status that rest on its words and on no others, and those of its thread. The newest
 * first. A fact that was also said elsewhere, or that nobody said anywhere, is not among them.
 */
export function factsLearnedIn(db: Db, conversationId: string): FactRow[] {
  return statement(
    db,
    `select f.* from facts f
     where f.deletion_id is null and (f.rowid in (
         select e.fact_rowid from fact_evidence e where e.conversation_id = ?
         except select e.fact_rowid from fact_evidence e where e.conversation_id is not ?)
       or (f.scope = 'thread' and f.thread_id = ?))
     order by f.created_at desc, f.rowid desc`
  ).all(conversationId, conversationId, conversationId) as FactRow[]
}
