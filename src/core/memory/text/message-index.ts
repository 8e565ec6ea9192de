import type { Privacy } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { FORGOTTEN } from '../../privacy/forget-text.ts'
import type { Store } from '../facts/fact-index.ts'
import type { MessageRow } from '../conversation/message-store.ts'
import { segmentForIndex } from './segment.ts'

/** Table names per store; constants of the code, never input. */
export const messageFts: Readonly<Record<Store, string>> = { open: 'messages_fts_open', private: 'messages_fts_private' }

const tableOf = (privacy: Privacy): string => messageFts[privacy === 'private' ? 'private' : 'open']

type IndexedMessage = Pick<MessageRow, 'rowid' | 'role' | 'content' | 'privacy' | 'status'>

/** What the person and the model said is found, once it is whole; a message of the person that taught something forgotten is not. */
function isFound(row: IndexedMessage): boolean {
  if (row.status === 'streaming' || row.content === '') return false
  return row.role === 'assistant' || (row.role === 'user' && !row.content.includes(FORGOTTEN))
}

/** Writes the text index of a message. Call it in the transaction that writes the row. */
export function indexMessage(db: Db, row: IndexedMessage): void {
  if (!isFound(row)) return
  const { words, chars } = segmentForIndex(row.content)
  statement(db, `insert into ${tableOf(row.privacy)}(rowid, words, chars) values (?, ?, ?)`).run(row.rowid, words, chars)
}

/** @param row as it was indexed */
export function unindexMessage(db: Db, row: Pick<MessageRow, 'rowid' | 'privacy' | 'status'>): void {
  if (row.status === 'streaming') return
  statement(db, `delete from ${tableOf(row.privacy)} where rowid = ?`).run(row.rowid)
}
