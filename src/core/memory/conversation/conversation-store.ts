import type { Conversation } from '../../../shared/model/conversation.ts'
import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isoTime, type Clock } from '../../kernel/clock.ts'
import type { IdSource } from '../../kernel/ids.ts'

export interface ConversationRow {
  readonly rowid: number
  readonly id: string
  readonly title: string
  readonly project_id: string | null
  readonly temporary: number
  readonly head_message_id: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly deletion_id: string | null
}

const TITLE_CHARACTERS = 40

/** A title from the first words of a message, without the command in front. */
export function titleOf(text: string): string {
  const plain = text
    .replace(/^\s*(记住|私密|remember|private)\s*[:：]\s*/iu, '')
    .replace(/\s+/gu, ' ')
    .trim()
  const characters = [...plain]
  return characters.length <= TITLE_CHARACTERS ? plain : `${characters.slice(0, TITLE_CHARACTERS).join('').trimEnd()}…`
}

/** Threads: their titles, their current end, their drafts. */
export class ConversationStore {
  readonly #db: Db
  readonly #clock: Clock
  readonly #ids: IdSource

  constructor(db: Db, clock: Clock, ids: IdSource) {
    this.#db = db
    this.#clock = clock
    this.#ids = ids
  }

  create(input: {
    readonly title?: string | undefined
    readonly projectId?: string | undefined
    readonly temporary?: boolean | undefined
  }): string {
    return transaction(this.#db, () => {
      const id = this.#ids.next('conv')
      const now = this.#clock.now()
      statement(
        this.#db,
        'insert into conversations(id, title, project_id, temporary, created_at, updated_at) values (?, ?, ?, ?, ?, ?)'
      ).run(id, input.title ?? '', input.projectId ?? null, input.temporary === true ? 1 : 0, now, now)
      return id
    })
  }

  /** @throws AppError `NOT_FOUND`, also while its deletion waits. */
  require(id: string): ConversationRow {
    const row = statement(this.#db, 'select * from conversations where id = ? and deletion_id is null').get(id) as
      | ConversationRow
      | undefined
    if (row === undefined) throw new AppError('NOT_FOUND', 'No such conversation')
    return row
  }

  list(limit: number): Conversation[] {
    const rows = statement(
      this.#db,
      `select c.*, (select count(*) from messages m where m.conversation_id = c.id and m.role in ('user', 'assistant')) as messages
       from conversations c where deletion_id is null order by updated_at desc, rowid desc limit ?`
    ).all(limit) as (ConversationRow & { messages: number })[]
    return rows.map((row) => ({
      conversationId: row.id,
      title: row.title,
      projectId: row.project_id,
      temporary: row.temporary === 1,
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
      messageCount: row.messages
    }))
  }

  rename(id: string, title: string): void {
    this.require(id)
    statement(this.#db, 'update conversations set title = ? where id = ?').run(title, id)
  }

  /** Moves the shown end of a thread and its time; a thread without a title gets one from its first words. */
  touch(id: string, headMessageId: string, firstWords: string | null): void {
    statement(this.#db, 'update conversations set head_message_id = ?, updated_at = ? where id = ?').run(
      headMessageId,
      this.#clock.now(),
      id
    )
    if (firstWords !== null) {
      statement(this.#db, `update conversations set title = ? where id = ? and title = ''`).run(titleOf(firstWords), id)
    }
  }

  /** `null` takes it out of its project. */
  setProject(id: string, projectId: string | null): void {
    this.require(id)
    statement(this.#db, 'update conversations set project_id = ? where id = ?').run(projectId, id)
  }

  setHead(id: string, headMessageId: string): void {
    statement(this.#db, 'update conversations set head_message_id = ? where id = ?').run(headMessageId, id)
  }

  draft(id: string): string {
    this.require(id)
    const row = statement(this.#db, 'select text from drafts where conversation_id = ?').get(id) as { text: string } | undefined
    return row?.text ?? ''
  }

  /** An empty draft is removed. */
  setDraft(id: string, text: string): void {
    this.require(id)
    if (text === '') statement(this.#db, 'delete from drafts where conversation_id = ?').run(id)
    else {
      statement(this.#db, 'insert or replace into drafts(conversation_id, text, updated_at) values (?, ?, ?)').run(
        id,
        text,
        this.#clock.now()
      )
    }
  }

  setDeletion(id: string, deletionId: string): void {
    this.require(id)
    statement(this.#db, 'update conversations set deletion_id = ? where id = ?').run(deletionId, id)
  }

  undoDeletion(deletionId: string): void {
    statement(this.#db, 'update conversations set deletion_id = null where deletion_id = ?').run(deletionId)
  }

  temporaryIds(): string[] {
    return (statement(this.#db, 'select id from conversations where temporary = 1').all() as { id: string }[]).map((row) => row.id)
  }

  counts(): { conversations: number; messages: number } {
    return statement(
      this.#db,
      `select (select count(*) from conversations where deletion_id is null) as conversations,
        (select count(*) from messages m join conversations c on c.id = m.conversation_id where c.deletion_id is null) as messages`
    ).get() as { conversations: number; messages: number }
  }
}
