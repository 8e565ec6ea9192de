import type { ExtractionState } from '../../../shared/model/memory.ts'
import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isoTime, type Clock } from '../../kernel/clock.ts'
import type { IdSource } from '../../kernel/ids.ts'

export interface Batch {
  readonly id: string
  readonly conversationId: string
  readonly messageIds: readonly string[]
  readonly attempts: number
  /** Milliseconds since the epoch. */
  readonly notBefore: number
}

interface BatchRow {
  readonly id: string
  readonly conversation_id: string
  readonly message_ids: string
  readonly state: 'waiting' | 'failed'
  readonly attempts: number
  readonly error_code: string | null
  readonly created_at: number
  readonly not_before: number
}

/** Messages of one batch: more make one answer too long for weak models. */
const MOST_MESSAGES = 24
/** Milliseconds before a failed batch is tried again, by how often it has failed; then only by hand. */
const BACKOFF = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 12 * 3_600_000]
const NEVER = Number.MAX_SAFE_INTEGER

const idsOf = (row: Pick<BatchRow, 'message_ids'>): string[] => JSON.parse(row.message_ids) as string[]

/** Messages that wait to be read for facts, stored; a watermark per conversation says how far they have been queued. */
export class Batches {
  readonly #db: Db
  readonly #clock: Clock
  readonly #ids: IdSource
  /** Being read now: they take no further messages. */
  readonly #running = new Set<string>()

  constructor(ports: { readonly db: Db; readonly clock: Clock; readonly ids: IdSource }) {
    this.#db = ports.db
    this.#clock = ports.clock
    this.#ids = ports.ids
  }

  /**
   * Queues what a conversation has behind its watermark, and moves it, in one transaction. A message that is still written ends it.
   * @param upto queues no further than the newest of these messages.
   * @returns how many were queued.
   */
  enqueue(conversationId: string, upto?: readonly string[]): number {
    return transaction(this.#db, () => {
      const rows = this.#behind(conversationId, upto)
      const last = rows.at(-1)
      if (last === undefined) return 0
      const ids = rows.filter((row) => row.role === 'user' || row.role === 'assistant').map((row) => row.id)
      for (let at = 0; at < ids.length;) at += this.#append(conversationId, ids.slice(at))
      statement(this.#db, 'insert or replace into extraction_watermarks(conversation_id, upto_rowid) values (?, ?)').run(
        conversationId,
        last.rowid
      )
      return ids.length
    })
  }

  #behind(conversationId: string, upto: readonly string[] | undefined): { rowid: number; id: string; role: string }[] {
    const rows = statement(
      this.#db,
      `select m.rowid, m.id, m.role, m.status from messages m join conversations c on c.id = m.conversation_id
       where m.conversation_id = ? and c.temporary = 0
         and m.rowid > coalesce((select upto_rowid from extraction_watermarks where conversation_id = m.conversation_id), 0)
         and m.rowid <= coalesce((select max(rowid) from messages where id in (select value from json_each(?))), 0)
       order by m.rowid`
    ).all(conversationId, JSON.stringify(upto ?? this.#newest(conversationId))) as {
      rowid: number
      id: string
      role: string
      status: string
    }[]
    const streaming = rows.findIndex((row) => row.status === 'streaming')
    return streaming === -1 ? rows : rows.slice(0, streaming)
  }

  #newest(conversationId: string): string[] {
    const row = statement(this.#db, 'select id from messages where conversation_id = ? order by rowid desc limit 1').get(conversationId)
    return row === undefined ? [] : [(row as { id: string }).id]
  }

  /** @returns how many of the messages found a place. */
  #append(conversationId: string, ids: readonly string[]): number {
    const open = statement(
      this.#db,
      `select * from extraction_batches where conversation_id = ? and state = 'waiting' and attempts = 0 order by created_at desc, rowid desc limit 1`
    ).get(conversationId) as BatchRow | undefined
    const known = open === undefined || this.#running.has(open.id) ? [] : idsOf(open)
    const room = MOST_MESSAGES - known.length
    if (open !== undefined && known.length > 0 && room > 0) {
      const taken = ids.slice(0, room)
      statement(this.#db, 'update extraction_batches set message_ids = ? where id = ?').run(JSON.stringify([...known, ...taken]), open.id)
      return taken.length
    }
    const taken = ids.slice(0, MOST_MESSAGES)
    const now = this.#clock.now()
    statement(
      this.#db,
      `insert into extraction_batches(id, conversation_id, message_ids, state, created_at, not_before) values (?, ?, ?, 'waiting', ?, ?)`
    ).run(this.#ids.next('batch'), conversationId, JSON.stringify(taken), now, now)
    return taken.length
  }

  /** Conversations with messages behind their watermark: what a crash kept from being queued. */
  conversationsBehind(): string[] {
    const rows = statement(
      this.#db,
      `select c.id from conversations c left join extraction_watermarks w on w.conversation_id = c.id
       where c.temporary = 0 and c.deletion_id is null
         and (select max(m.rowid) from messages m where m.conversation_id = c.id) > coalesce(w.upto_rowid, 0)`
    ).all()
    return (rows as { id: string }[]).map((row) => row.id)
  }

  /** What was said so far and not queued is never read: nothing was to be learned while it was said. */
  skipAll(): void {
    statement(
      this.#db,
      `insert or replace into extraction_watermarks(conversation_id, upto_rowid)
         select conversation_id, max(rowid) from messages group by conversation_id`
    ).run()
  }

  /** Batches to read, the oldest first. A conversation whose deletion waits is left alone. @param due only those whose time has come. */
  list(conversationId: string | null, due: boolean): Batch[] {
    const rows = statement(
      this.#db,
      `select b.* from extraction_batches b join conversations c on c.id = b.conversation_id
       where c.deletion_id is null and c.temporary = 0 and (? is null or b.conversation_id = ?) and b.not_before <= ?
       order by b.created_at, b.rowid`
    ).all(conversationId, conversationId, due ? this.#clock.now() : NEVER) as BatchRow[]
    return rows.map((row) => ({
      id: row.id,
      conversationId: row.conversation_id,
      messageIds: idsOf(row),
      attempts: row.attempts,
      notBefore: row.not_before
    }))
  }

  /** Marks a batch as being read. Call the returned function when that has ended. */
  hold(id: string): () => void {
    this.#running.add(id)
    return () => this.#running.delete(id)
  }

  get isRunning(): boolean {
    return this.#running.size > 0
  }

  exists(id: string): boolean {
    return statement(this.#db, 'select 1 from extraction_batches where id = ?').get(id) !== undefined
  }

  remove(id: string): void {
    statement(this.#db, 'delete from extraction_batches where id = ?').run(id)
  }

  /** @throws AppError `NOT_FOUND` */
  drop(id: string): void {
    if (!this.exists(id)) throw new AppError('NOT_FOUND', 'No such batch')
    this.remove(id)
  }

  /** Keeps a batch that could not be read. @returns milliseconds until it is tried again, or null when only a person does. */
  fail(batch: Batch, code: string): number | null {
    const wait = BACKOFF[batch.attempts] ?? null
    statement(
      this.#db,
      `update extraction_batches set state = 'failed', attempts = attempts + 1, error_code = ?, not_before = ? where id = ?`
    ).run(code, wait === null ? NEVER : this.#clock.now() + wait, batch.id)
    return wait
  }

  state(): ExtractionState {
    const rows = statement(
      this.#db,
      `select b.* from extraction_batches b join conversations c on c.id = b.conversation_id where c.deletion_id is null order by b.created_at, b.rowid`
    ).all() as BatchRow[]
    const failed = rows.filter((row) => row.state === 'failed')
    return {
      waiting: rows.filter((row) => row.state === 'waiting').reduce((sum, row) => sum + idsOf(row).length, 0),
      running: this.isRunning,
      failed: failed.map((row) => ({
        batchId: row.id,
        conversationId: row.conversation_id,
        messages: idsOf(row).length,
        attempts: row.attempts,
        errorCode: row.error_code,
        at: isoTime(row.created_at)
      }))
    }
  }
}
