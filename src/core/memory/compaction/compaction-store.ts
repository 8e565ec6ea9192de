import type { RouteOutput } from '../../../shared/ipc/contract.ts'
import type { Destination, Privacy } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isoTime, type Clock } from '../../kernel/clock.ts'
import { FORGOTTEN } from '../../privacy/forget-text.ts'

export interface NewCompaction {
  readonly id: string
  readonly conversationId: string
  readonly audience: Destination
  readonly text: string
  readonly removed: number
  readonly kept: number
  readonly privacy: Privacy
}

interface Row {
  readonly id: string
  readonly conversation_id: string
  readonly text: string
  readonly removed: number
  readonly kept: number
  readonly privacy: Privacy
  readonly created_at: number
}

/** Every compaction with the note that was written then, for a person who opens it. It goes with its conversation. */
export class CompactionStore {
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  add(compaction: NewCompaction): void {
    const { id, conversationId, audience, text, removed, kept, privacy } = compaction
    statement(
      this.#db,
      'insert into compactions(id, conversation_id, audience, text, removed, kept, privacy, created_at) values (?, ?, ?, ?, ?, ?, ?, ?)'
    ).run(id, conversationId, audience, text, removed, kept, privacy, this.#clock.now())
  }

  /** @throws AppError `NOT_FOUND`, also while the deletion of its conversation waits */
  require(id: string): RouteOutput<'conversations.compaction'> {
    const row = statement(
      this.#db,
      `select k.* from compactions k join conversations c on c.id = k.conversation_id where k.id = ? and c.deletion_id is null`
    ).get(id) as Row | undefined
    if (row === undefined) throw new AppError('NOT_FOUND', 'No such compaction')
    return {
      compactionId: row.id,
      conversationId: row.conversation_id,
      text: row.text,
      removed: row.removed,
      kept: row.kept,
      privacy: row.privacy,
      createdAt: isoTime(row.created_at)
    }
  }

  /** Takes forgotten words out of every note. */
  redact(edit: (text: string) => string): void {
    const rows = statement(this.#db, 'select id, text from compactions').all() as { id: string; text: string }[]
    for (const row of rows) {
      const text = edit(row.text)
      if (text !== row.text) statement(this.#db, 'update compactions set text = ? where id = ?').run(text, row.id)
    }
  }

  /** Blanks the notes of a conversation that may have been made from a message of that time: they may say in other words what is forgotten. */
  blankSince(conversationId: string, messageTime: number): void {
    statement(this.#db, 'update compactions set text = ? where conversation_id = ? and created_at >= ?').run(
      FORGOTTEN,
      conversationId,
      messageTime
    )
  }
}
