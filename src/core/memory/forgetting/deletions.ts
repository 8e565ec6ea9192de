import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { AppError, toErrorData } from '../../kernel/app-error.ts'
import { isoTime, type Clock } from '../../kernel/clock.ts'
import type { IdSource } from '../../kernel/ids.ts'
import type { Logger } from '../../kernel/logger.ts'
import type { Reach } from '../facts/fact-store.ts'

/** Erases for good, every copy. */
export interface Eraser {
  eraseFacts(factIds: readonly string[], reach: Reach): void
  eraseConversation(conversationId: string): void
  /** What it proved, from facts that stay. */
  eraseEvidence(conversationId: string): void
  /** Its facts with every copy; its conversations stay. */
  eraseProject(projectId: string): void
}

export interface Hider {
  hideFacts(factIds: readonly string[], deletionId: string, reach: Reach): void
  hideConversation(conversationId: string, deletionId: string): void
  hideProject(projectId: string, deletionId: string): void
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

/**
 * One thing that a deletion hides and then erases. `evidence` names a conversation whose words leave the facts that stay; they are not hidden
 * while the deletion waits.
 */
export interface DeletionTarget {
  readonly kind: 'fact' | 'conversation' | 'project' | 'evidence'
  readonly id: string
  /** Of a fact only; with its history when not said. */
  readonly reach?: Reach
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

  /** Hides the targets now and erases them together in ten seconds. */
  hold(targets: readonly DeletionTarget[]): PendingDeletion {
    const deletionId = this.#ids.next('del')
    const until = this.#clock.now() + UNDO_MS
    transaction(this.#db, () => {
      statement(this.#db, 'insert into deletions(id, until) values (?, ?)').run(deletionId, until)
      for (const target of targets) this.#note(target, deletionId)
      for (const reach of ['with-history', 'alone'] as const) {
        const ids = targets.filter((target) => target.kind === 'fact' && (target.reach ?? 'with-history') === reach).map(({ id }) => id)
        if (ids.length > 0) this.#hider.hideFacts(ids, deletionId, reach)
      }
      for (const target of targets) this.#hide(target, deletionId)
    })
    this.#later(deletionId, UNDO_MS)
    return { deletionId, until: isoTime(until) }
  }

  /** @throws AppError `NOT_FOUND` when it is erased already. */
  undo(deletionId: string): void {
    transaction(this.#db, () => {
      if (!this.#waits(deletionId)) throw new AppError('NOT_FOUND', 'Nothing to undo')
      this.#hider.show(deletionId)
      this.#close(deletionId)
    })
    this.#stopTimer(deletionId)
  }

  /** Erases everything that waits: at quit, and at start for what a crash left. What cannot be erased now stays hidden and waits. */
  carryOutAll(): void {
    const rows = statement(this.#db, 'select * from deletions').all() as { id: string }[]
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

  #note({ kind, id }: DeletionTarget, deletionId: string): void {
    statement(this.#db, 'insert or ignore into deletion_targets(deletion_id, kind, target_id) values (?, ?, ?)').run(deletionId, kind, id)
  }

  #hide({ kind, id }: DeletionTarget, deletionId: string): void {
    switch (kind) {
      case 'fact':
      case 'evidence':
        return
      case 'conversation':
        return this.#hider.hideConversation(id, deletionId)
      case 'project':
        return this.#hider.hideProject(id, deletionId)
    }
  }

  #waits(deletionId: string): boolean {
    return statement(this.#db, 'select 1 from deletions where id = ?').get(deletionId) !== undefined
  }

  #close(deletionId: string): void {
    statement(this.#db, 'delete from deletion_targets where deletion_id = ?').run(deletionId)
    statement(this.#db, 'delete from deletions where id = ?').run(deletionId)
  }

  #targets(deletionId: string, kind: DeletionTarget['kind']): string[] {
    const rows = statement(this.#db, 'select target_id from deletion_targets where deletion_id = ? and kind = ?').all(deletionId, kind)
    return (rows as { target_id: string }[]).map((row) => row.target_id)
  }

  /** Only what this deletion hid: the same fact may have been added anew meanwhile, and then it stays. */
  #hiddenFacts(deletionId: string): string[] {
    const rows = statement(this.#db, 'select id from facts where deletion_id = ?').all(deletionId)
    return (rows as { id: string }[]).map((fact) => fact.id)
  }

  #stopTimer(deletionId: string): void {
    clearTimeout(this.#timers.get(deletionId))
    this.#timers.delete(deletionId)
  }

  #carryOut(deletionId: string): void {
    this.#stopTimer(deletionId)
    if (!this.#waits(deletionId)) return
    const facts = this.#hiddenFacts(deletionId)
    if (facts.length > 0) this.#eraser.eraseFacts(facts, 'alone')
    for (const id of this.#targets(deletionId, 'evidence')) this.#eraser.eraseEvidence(id)
    for (const id of this.#targets(deletionId, 'conversation')) this.#eraser.eraseConversation(id)
    for (const id of this.#targets(deletionId, 'project')) this.#eraser.eraseProject(id)
    transaction(this.#db, () => this.#close(deletionId))
  }
}
