import type { Origin, Privacy } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'

/** A tool result that was too long for the model, whole. */
export interface KeptResult {
  readonly messageId: string
  readonly text: string
  readonly privacy: Privacy
  readonly origin: Origin
}

/**
 * A part of a text without broken characters. Parts that begin where the last one ended make up the whole.
 * @param offset in UTF-16 units, as JavaScript counts characters
 */
export function partOf(text: string, offset: number, limit: number): string {
  const isLow = (at: number): boolean => (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800
  const end = offset + limit
  return text.slice(offset, end < text.length && isLow(end) ? (limit > 1 ? end - 1 : end + 1) : end)
}

/** Long tool results beside their messages. They have the label of the message and go with it. */
export class ToolResultStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  add(messageId: string, text: string): void {
    statement(this.#db, 'insert into tool_results(message_id, text, length) values (?, ?, ?)').run(messageId, text, text.length)
  }

  /** The whole text, or null when the message has all of it. */
  text(messageId: string): string | null {
    const row = statement(this.#db, 'select text from tool_results where message_id = ?').get(messageId) as { text: string } | undefined
    return row?.text ?? null
  }

  /** The newest result of that call in a conversation: some servers use the same ids again and again. */
  find(conversationId: string, callId: string): KeptResult | null {
    const row = statement(
      this.#db,
      `select m.id as messageId, t.text, m.privacy, m.origin from messages m join tool_results t on t.message_id = m.id
       where m.conversation_id = ? and m.tool_call_id = ? order by m.rowid desc limit 1`
    ).get(conversationId, callId) as KeptResult | undefined
    return row ?? null
  }

  /** Ids of messages whose whole result holds a text. */
  messagesWith(text: string): string[] {
    const rows = statement(this.#db, 'select message_id as id from tool_results where instr(text, ?)').all(text) as { id: string }[]
    return rows.map((row) => row.id)
  }

  /** Takes forgotten words out of a whole result. */
  redact(messageId: string, edit: (text: string) => string): void {
    const old = this.text(messageId)
    const text = old === null ? null : edit(old)
    if (text === null || text === old) return
    statement(this.#db, 'update tool_results set text = ?, length = ? where message_id = ?').run(text, text.length, messageId)
  }
}
