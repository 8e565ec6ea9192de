import type { Destination } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { toolCallsOf, type MessageRow, type MessageStore } from '../conversation/message-store.ts'
import type { EvidenceMessage } from './decide.ts'
import { filterMessages, withoutUploads, type ReadableMessage } from './filter.ts'

/** What of a batch a destination may read. */
export interface ReadBatch {
  readonly messages: readonly ReadableMessage[]
  /** Shortly before, for understanding. */
  readonly earlier: readonly ReadableMessage[]
  readonly evidence: readonly EvidenceMessage[]
}

const EARLIER = 2

/** Turns that hold a tool's or a file's text. */
function foreignTurns(db: Db, conversationId: string): ReadonlySet<string> {
  const rows = statement(
    db,
    `select distinct turn_id as id from messages where conversation_id = ? and origin in ('tool', 'upload') and turn_id is not null`
  ).all(conversationId)
  return new Set((rows as { id: string }[]).map((row) => row.id))
}

/**
 * Reads messages as they are stored by now. For a remote destination everything that is not open, or holds a protected value, is dropped before
 * anything is made of it. Messages that another version has replaced are hidden.
 */
export function readBatch(
  ports: { readonly db: Db; readonly messages: MessageStore; readonly holdsPrivate: (texts: readonly string[]) => boolean },
  batch: { readonly messageIds: readonly string[]; readonly conversationId: string; readonly headId: string | null },
  destination: Destination
): ReadBatch {
  const { db, messages, holdsPrivate } = ports
  const path = messages.path(batch.headId)
  const wanted = new Set(batch.messageIds)
  const sayable = (row: MessageRow): boolean =>
    destination === 'local' || (row.privacy === 'open' && !holdsPrivate([row.content, row.reasoning, row.tool_calls ?? '']))
  const readable = (rows: readonly MessageRow[]): ReadableMessage[] =>
    filterMessages(
      rows.map((row) => ({
        id: row.id,
        role: row.role,
        origin: row.origin,
        content: row.content,
        hasToolCalls: toolCallsOf(row).length > 0,
        hidden: false
      }))
    )
  // What is not on the shown path has been replaced by another version.
  const chosen = path.filter((row) => wanted.has(row.id) && sayable(row))
  const first = path.findIndex((row) => row.id === chosen[0]?.id)
  const foreign = foreignTurns(db, batch.conversationId)
  return {
    messages: readable(chosen),
    earlier: readable(path.slice(Math.max(0, first - EARLIER), Math.max(0, first)).filter(sayable)),
    evidence: chosen
      .filter((row) => row.role === 'user' && row.origin === 'user')
      .map((row) => ({
        id: row.id,
        content: withoutUploads(row.content),
        privacy: row.privacy,
        at: row.created_at,
        foreign: row.turn_id !== null && foreign.has(row.turn_id)
      }))
  }
}
