import type { Destination, Privacy } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import type { Clock } from '../../kernel/clock.ts'

export interface StoredSummary {
  readonly text: string
  /** The last message that has gone into it. */
  readonly uptoMessageId: string
  /** Messages before that one that are still carried word for word. */
  readonly keptIds: readonly string[]
  readonly removed: number
  readonly privacy: Privacy
}

/**
 * The rolling summary of a conversation, a field of its own and never a message. There is one per audience: the remote one is made of open
 * parts only, so it never has to be taken apart again.
 */
export class SummaryStore {
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  get(conversationId: string, audience: Destination): StoredSummary | null {
    const row = statement(this.#db, 'select * from summaries where conversation_id = ? and audience = ?').get(conversationId, audience) as
      | { text: string; upto_message_id: string; kept_ids: string; removed: number; privacy: Privacy }
      | undefined
    if (row === undefined) return null
    return {
      text: row.text,
      uptoMessageId: row.upto_message_id,
      keptIds: JSON.parse(row.kept_ids) as string[],
      removed: row.removed,
      privacy: row.privacy
    }
  }

  set(conversationId: string, audience: Destination, summary: StoredSummary): void {
    statement(
      this.#db,
      `insert or replace into summaries(conversation_id, audience, text, upto_message_id, kept_ids, removed, privacy, created_at)
       values (?, ?, ?, ?, ?, ?, ?, ?)`
    ).run(
      conversationId,
      audience,
      summary.text,
      summary.uptoMessageId,
      JSON.stringify(summary.keptIds),
      summary.removed,
      summary.privacy,
      this.#clock.now()
    )
  }

  /** Takes forgotten words out of every note. */
  redact(edit: (text: string) => string): void {
    const rows = statement(this.#db, 'select conversation_id, audience, text from summaries').all() as {
      conversation_id: string
      audience: string
      text: string
    }[]
    for (const row of rows) {
      const text = edit(row.text)
      if (text === row.text) continue
      statement(this.#db, 'update summaries set text = ? where conversation_id = ? and audience = ?').run(
        text,
        row.conversation_id,
        row.audience
      )
    }
  }

  /** Drops the notes of a conversation that may have been made from a message of that time. What they stood for is carried again. */
  dropSince(conversationId: string, messageTime: number): void {
    statement(this.#db, 'delete from summaries where conversation_id = ? and created_at >= ?').run(conversationId, messageTime)
  }
}
