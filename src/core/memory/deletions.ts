import type { Db } from '../db/database.ts'
import { transaction } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { AppError, toErrorData } from '../kernel/app-error.ts'
import { isoTime, type Clock } from '../kernel/clock.ts'
import type { IdSource } from '../kernel/ids.ts'
import type { Logger } from '../kernel/logger.ts'

/** Erases for good, every copy. */
export interface Eraser {
  eraseFact(factId: string): void
  eraseConversation(conversationId: string): void
}

export interface Hider {
  hideFact(factId: string, deletionId: string): void
  hideConversation(conversationId: string, deletionId: string): void
  show(deletionId: string): void
}

export interface PendingDeletion {
  readonly deletionId: string
  /** ISO time at which it is erased. */
  readonly until: string
}

const UNDO_MS = 10_000
/** How long after a failure (a full disk) it is tried again. */
const AGAIN_MS = 60_000

interface DeletionRow {
  readonly id: string
  readonly kind: 'fact' | 'conversation'
  readonly target_id: string
}

/**
 * Deletions that can be undone for ten seconds. What waits is hidden everywhere and erased when its time is over, at quit, or at the next
 * start after a crash: there is no trash.
 */
export class Deletions {
  readonly #db: Db
  readonly #clock: Clock
  readonly #ids: IdSource
  readonly #eraser: Eraser
  readonly #hider: Hider
  readonly #logger: Logger
  readonly #timers = new Map<string, NodeJS.Timeout>()

  constructor(ports: {
    readonly db: Db
    readonly clock: Clock
    readonly ids: IdSource
    readonly eraser: Eraser
    readonly hider: Hider
    readonly logger: Logger
  }) {
    this.#db = ports.db
    this.#logger = ports.logger
    this.#clock = ports.clock
    this.#ids = ports.ids
    this.#eraser = ports.eraser
    this.#hider = ports.hider
  }

  /** Hides the target now and erases it in ten seconds. */
  hold(kind: 'fact' | 'conversation', targetId: string): PendingDeletion {
    const deletionId = this.#ids.next('del')
    const until = this.#clock.now() + UNDO_MS
    transaction(this.#db, () => {
      statement(this.#db, 'insert into deletions(id, kind, target_id, until) values (?, ?, ?, ?)').run(deletionId, kind, targetId, until)
      if (kind === 'fact') this.#hider.hideFact(targetId, deletionId)
      else this.#hider.hideConversation(targetId, deletionId)
    })
    this.#later(deletionId, UNDO_MS)
    return { deletionId, until: isoTime(until) }
  }

  /** @throws AppError `NOT_FOUND` when it is erased already. */
  undo(deletionId: string): void {
    transaction(this.#db, () => {
      if (this.#row(deletionId) === undefined) throw new AppError('NOT_FOUND', 'Nothing to undo')
      this.#hider.show(deletionId)
      statement(this.#db, 'delete from deletions where id = ?').run(deletionId)
    })
    this.#stopTimer(deletionId)
  }

  /** Erases everything that waits: at quit, and at start for what a crash left. What cannot be erased now stays hidden and waits. */
  carryOutAll(): void {
    const rows = statement(this.#db, 'select * from deletions').all() as DeletionRow[]
    for (const row of rows) this.#try(row.id)
  }

  /** Ends all timers; what waits is erased at the next start at the latest. */
  close(): void {
    for (const deletionId of this.#timers.keys()) this.#stopTimer(deletionId)
  }

  #later(deletionId: string, ms: number): void {
    const timer = setTimeout(() => this.#try(deletionId), ms)
    timer.unref()
    this.#timers.set(deletionId, timer)
  }

  #try(deletionId: string): void {
    try {
      this.#carryOut(deletionId)
    } catch (cause) {
      this.#logger.error('deletion.failed', { code: toErrorData(cause).code })
      this.#later(deletionId, AGAIN_MS)
    }
  }

  #row(deletionId: string): DeletionRow | undefined {
    return statement(this.#db, 'select * from deletions where id = ?').get(deletionId) as DeletionRow | undefined
  }

  /** Only what this deletion hid: the same fact may have been added anew meanwhile, and then it stays. */
  #hiddenFacts(row: DeletionRow): string[] {
    const rows = statement(this.#db, 'select id from facts where deletion_id = ? order by id = ? desc').all(row.id, row.target_id) as {
      id: string
    }[]
    return rows.map((fact) => fact.id)
  }

  #stopTimer(deletionId: string): void {
    clearTimeout(this.#timers.get(deletionId))
    this.#timers.delete(deletionId)
  }

  #carryOut(deletionId: string): void {
    this.#stopTimer(deletionId)
    const row = this.#row(deletionId)
    if (row === undefined) return
    if (row.kind === 'conversation') this.#eraser.eraseConversation(row.target_id)
    else for (const factId of this.#hiddenFacts(row)) this.#eraser.eraseFact(factId)
    statement(this.#db, 'delete from deletions where id = ?').run(deletionId)
  }
}
