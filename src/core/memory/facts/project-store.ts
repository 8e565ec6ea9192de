import type { Project } from '../../../shared/model/conversation.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { AppError } from '../../kernel/app-error.ts'
import { isoTime, type Clock } from '../../kernel/clock.ts'
import type { IdSource } from '../../kernel/ids.ts'

interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly created_at: number
  readonly updated_at: number
  readonly conversations: number
  readonly facts: number
}

/** Projects: what a conversation may belong to, and the namespace of project facts. */
export class ProjectStore {
  readonly #db: Db
  readonly #clock: Clock
  readonly #ids: IdSource

  constructor(db: Db, clock: Clock, ids: IdSource) {
    this.#db = db
    this.#clock = clock
    this.#ids = ids
  }

  list(): Project[] {
    const rows = statement(
      this.#db,
      `select p.*, (select count(*) from conversations c where c.project_id = p.id and c.deletion_id is null) as conversations,
        (select count(*) from facts f where f.project_id = p.id and f.status = 'live' and f.deletion_id is null) as facts
       from projects p where p.deletion_id is null order by p.name collate nocase, p.id`
    ).all() as ProjectRow[]
    return rows.map((row) => ({
      projectId: row.id,
      name: row.name,
      createdAt: isoTime(row.created_at),
      updatedAt: isoTime(row.updated_at),
      conversations: row.conversations,
      facts: row.facts
    }))
  }

  create(name: string): string {
    const id = this.#ids.next('proj')
    const now = this.#clock.now()
    statement(this.#db, 'insert into projects(id, name, created_at, updated_at) values (?, ?, ?, ?)').run(id, name.toWellFormed(), now, now)
    return id
  }

  /** @throws AppError `NOT_FOUND` */
  require(projectId: string): void {
    const found = statement(this.#db, 'select 1 from projects where id = ? and deletion_id is null').get(projectId)
    if (found === undefined) throw new AppError('NOT_FOUND', 'No such project')
  }

  /**
   * A project that a script names without having made it gets its id as its name.
   * @returns whether it was made. @throws AppError `NOT_FOUND` while its deletion waits.
   */
  ensure(projectId: string): boolean {
    const now = this.#clock.now()
    const done = statement(this.#db, 'insert or ignore into projects(id, name, created_at, updated_at) values (?, ?, ?, ?)').run(
      projectId,
      projectId,
      now,
      now
    )
    if (done.changes === 0) this.require(projectId)
    return done.changes > 0
  }

  /** @throws AppError `NOT_FOUND` */
  rename(projectId: string, name: string): void {
    this.require(projectId)
    statement(this.#db, 'update projects set name = ?, updated_at = ? where id = ?').run(name.toWellFormed(), this.#clock.now(), projectId)
  }

  /** Ids of its facts of every status. */
  factIds(projectId: string): string[] {
    const rows = statement(this.#db, 'select id from facts where project_id = ? and deletion_id is null').all(projectId)
    return (rows as { id: string }[]).map((row) => row.id)
  }

  setDeletion(projectId: string, deletionId: string): void {
    statement(this.#db, 'update projects set deletion_id = ? where id = ?').run(deletionId, projectId)
  }

  undoDeletion(deletionId: string): void {
    statement(this.#db, 'update projects set deletion_id = null where deletion_id = ?').run(deletionId)
  }

  /** Removes the project itself; its conversations stay, outside of any project. */
  remove(projectId: string): void {
    statement(this.#db, 'update conversations set project_id = null where project_id = ?').run(projectId)
    statement(this.#db, 'delete from projects where id = ?').run(projectId)
  }
}
