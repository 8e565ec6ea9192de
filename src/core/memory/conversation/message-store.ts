import type { Message, MessageStatus, ToolCallRecord } from '../../../shared/model/conversation.ts'
import type { Origin, Privacy } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isoTime, type Clock } from '../../kernel/clock.ts'
import { indexMessage, unindexMessage } from '../text/message-index.ts'

export interface MessageRow {
  readonly rowid: number
  readonly id: string
  readonly conversation_id: string
  readonly turn_id: string | null
  readonly parent_id: string | null
  readonly role: Message['role']
  readonly content: string
  readonly reasoning: string
  readonly tool_calls: string | null
  readonly tool_call_id: string | null
  readonly status: MessageStatus
  readonly privacy: Privacy
  readonly origin: Origin
  readonly error_code: string | null
  readonly fact_ids: string | null
  readonly created_at: number
  readonly notes: string | null
  readonly input_tokens: number | null
  readonly output_tokens: number | null
  /** Of a path: characters of a tool result that is kept whole beside its message. */
  readonly full_length?: number | null
}

export interface NewMessage {
  readonly id: string
  readonly conversationId: string
  readonly turnId: string | null
  readonly parentId: string | null
  readonly role: Message['role']
  readonly content: string
  readonly toolCallId?: string
  readonly status: MessageStatus
  readonly privacy: Privacy
  readonly origin: Origin
}

export interface MessagePatch {
  readonly content: string
  readonly reasoning: string
  readonly toolCalls: readonly ToolCallRecord[]
  readonly status: MessageStatus
  readonly privacy: Privacy
  readonly errorCode: string | null
  readonly factIds: readonly string[]
  readonly notes: Pick<Message, 'notices' | 'compactions'> | null
  readonly usage: { readonly input: number; readonly output: number } | null
}

export function toolCallsOf(row: Pick<MessageRow, 'tool_calls'>): ToolCallRecord[] {
  return row.tool_calls === null ? [] : (JSON.parse(row.tool_calls) as ToolCallRecord[])
}

/** Entries of threads. They form a tree: another version of a message has the same parent; the head of the thread says which path is shown. */
export class MessageStore {
  readonly #db: Db
  readonly #clock: Clock

  constructor(db: Db, clock: Clock) {
    this.#db = db
    this.#clock = clock
  }

  row(id: string): MessageRow | null {
    return (statement(this.#db, 'select * from messages where id = ?').get(id) as MessageRow | undefined) ?? null
  }

  /** @throws AppError `NOT_FOUND` when it is not in that conversation. */
  require(conversationId: string, id: string): MessageRow {
    const row = this.row(id)
    if (row === null || row.conversation_id !== conversationId) throw new AppError('NOT_FOUND', 'No such message')
    return row
  }

  insert(message: NewMessage): void {
    transaction(this.#db, () => {
      const done = statement(
        this.#db,
        `insert into messages(id, conversation_id, turn_id, parent_id, role, content, tool_call_id, status, privacy, origin, created_at)
         values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
      ).run(
        message.id,
        message.conversationId,
        message.turnId,
        message.parentId,
        message.role,
        message.content,
        message.toolCallId ?? null,
        message.status,
        message.privacy,
        message.origin,
        this.#clock.now()
      )
      indexMessage(this.#db, { ...message, rowid: Number(done.lastInsertRowid) })
    })
  }

  /** Writes what a streaming message has become; indexes it for search once it has ended. */
  update(id: string, patch: MessagePatch): void {
    transaction(this.#db, () => {
      const row = this.row(id)
      if (row === null) return
      unindexMessage(this.#db, row)
      statement(
        this.#db,
        `update messages set content = ?, reasoning = ?, tool_calls = ?, status = ?, privacy = ?, error_code = ?, fact_ids = ?,
          notes = ?, input_tokens = ?, output_tokens = ? where id = ?`
      ).run(
        patch.content,
        patch.reasoning,
        patch.toolCalls.length === 0 ? null : JSON.stringify(patch.toolCalls),
        patch.status,
        patch.privacy,
        patch.errorCode,
        patch.factIds.length === 0 ? null : JSON.stringify(patch.factIds),
        patch.notes === null ? null : JSON.stringify(patch.notes),
        patch.usage?.input ?? null,
        patch.usage?.output ?? null,
        id
      )
      indexMessage(this.#db, { ...row, ...patch })
    })
  }

  /** Keeps a message here from now on: the gate refused it, or the person said so. */
  setPrivacy(id: string, privacy: Privacy, status: MessageStatus): void {
    transaction(this.#db, () => {
      const row = this.row(id)
      if (row === null) return
      unindexMessage(this.#db, row)
      statement(this.#db, 'update messages set privacy = ?, status = ? where id = ?').run(privacy, status, id)
      indexMessage(this.#db, { ...row, privacy, status })
    })
  }

  /** Replaces a forgotten text inside a message. A message of the person leaves the search by it, another is found by its other words. */
  redact(id: string, edit: (content: string) => string): void {
    transaction(this.#db, () => {
      const row = this.row(id)
      if (row === null) return
      const content = edit(row.content)
      const reasoning = edit(row.reasoning)
      const calls = row.tool_calls === null ? null : edit(row.tool_calls)
      if (content === row.content && reasoning === row.reasoning && calls === row.tool_calls) return
      unindexMessage(this.#db, row)
      statement(this.#db, 'update messages set content = ?, reasoning = ?, tool_calls = ? where id = ?').run(content, reasoning, calls, id)
      indexMessage(this.#db, { ...row, content })
    })
  }

  /** The path from the first message to `headId`, in order. */
  path(headId: string | null): MessageRow[] {
    if (headId === null) return []
    return statement(
      this.#db,
      `with recursive up(id, parent_id, depth) as (
         select id, parent_id, 0 from messages where id = ?
         union all select m.id, m.parent_id, up.depth + 1 from messages m join up on m.id = up.parent_id)
       select m.*, t.length as full_length from messages m join up on up.id = m.id left join tool_results t on t.message_id = m.id
       order by up.depth desc`
    ).all(headId) as MessageRow[]
  }

  /** The newest end below a message: where a version goes on. */
  latestLeaf(id: string): string {
    let current = id
    for (;;) {
      const next = statement(this.#db, 'select id from messages where parent_id = ? order by rowid desc limit 1').get(current) as
        | { id: string }
        | undefined
      if (next === undefined) return current
      current = next.id
    }
  }

  /** Every message of a path with its versions, as the window and scripts see it. */
  list(conversationId: string, headId: string | null): Message[] {
    const versions = new Map<string, string[]>()
    const rows = statement(this.#db, 'select id, parent_id, role from messages where conversation_id = ? order by rowid').all(
      conversationId
    ) as { id: string; parent_id: string | null; role: string }[]
    for (const row of rows) {
      const place = `${row.parent_id ?? ''} ${row.role}`
      versions.set(place, [...(versions.get(place) ?? []), row.id])
    }
    return this.path(headId).map((row) => messageOf(row, versions.get(`${row.parent_id ?? ''} ${row.role}`) ?? [row.id]))
  }

  /** After a crash: what was being written is kept as `interrupted`. @returns how many. */
  markInterrupted(): number {
    const rows = statement(this.#db, `select * from messages where status = 'streaming'`).all() as MessageRow[]
    // One by one: a row that cannot be written must not keep the others from being marked.
    for (const row of rows) {
      transaction(this.#db, () => {
        statement(this.#db, `update messages set status = 'interrupted' where id = ?`).run(row.id)
        indexMessage(this.#db, { ...row, status: 'interrupted' })
      })
    }
    return rows.length
  }

  /** Erases the messages of a conversation with their index. */
  eraseConversation(conversationId: string): void {
    transaction(this.#db, () => {
      const rows = statement(this.#db, 'select rowid, privacy, status from messages where conversation_id = ?').all(
        conversationId
      ) as MessageRow[]
      for (const row of rows) unindexMessage(this.#db, row)
      statement(this.#db, 'delete from messages where conversation_id = ?').run(conversationId)
    })
  }
}

export function messageOf(row: MessageRow, siblings: readonly string[]): Message {
  const calls = toolCallsOf(row)
  return {
    messageId: row.id,
    turnId: row.turn_id,
    parentId: row.parent_id,
    role: row.role,
    content: row.content,
    ...(row.reasoning === '' ? {} : { reasoning: row.reasoning }),
    ...(calls.length === 0 ? {} : { toolCalls: calls }),
    ...(row.tool_call_id === null ? {} : { toolCallId: row.tool_call_id }),
    ...(typeof row.full_length === 'number' ? { fullLength: row.full_length } : {}),
    status: row.status,
    privacy: row.privacy,
    origin: row.origin,
    ...(row.error_code === null ? {} : { errorCode: row.error_code }),
    ...(row.fact_ids === null ? {} : { factIds: JSON.parse(row.fact_ids) as string[] }),
    ...(row.notes === null ? {} : (JSON.parse(row.notes) as Pick<Message, 'notices' | 'compactions'>)),
    ...(row.input_tokens === null || row.output_tokens === null ? {} : { tokens: { input: row.input_tokens, output: row.output_tokens } }),
    ...(siblings.length > 1 ? { siblings: [...siblings] } : {}),
    createdAt: isoTime(row.created_at)
  }
}
