import type { Fact } from '../../../shared/model/memory.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { factsOf } from './fact-evidence.ts'
import { factIdOf, type FactNamespace } from './fact-id.ts'
import { listFactRows, type FactFilter } from './fact-search.ts'
import type { FactRow } from './fact-rows.ts'
import { isBuried } from './fact-tombstones.ts'

export interface FactContext {
  readonly db: Db
  /** The profile's key for fact ids. */
  readonly key: Uint8Array
  readonly clock: Clock
}

/** Looking up rows of `facts`. */
export class FactReader {
  protected readonly context: FactContext

  constructor(context: FactContext) {
    this.context = context
  }

  idOf(namespace: FactNamespace, text: string): string {
    return factIdOf(this.context.key, namespace, text)
  }

  row(factId: string): FactRow | null {
    const row = statement(this.context.db, 'select * from facts where id = ? and deletion_id is null').get(factId)
    return (row as FactRow | undefined) ?? null
  }

  /** @throws AppError `NOT_FOUND` */
  require(factId: string): FactRow {
    const row = this.row(factId)
    if (row === null) throw new AppError('NOT_FOUND', 'No such fact')
    return row
  }

  list(filter: FactFilter): FactRow[] {
    return listFactRows(this.context.db, filter)
  }

  /** The facts that this one replaced, newest first, all the way back. */
  history(factId: string): FactRow[] {
    return statement(
      this.context.db,
      `with recursive chain(id) as (values (?) union select f.id from facts f join chain c on f.superseded_by = c.id)
       select * from facts where id in (select id from chain) and id <> ? and deletion_id is null order by valid_to desc, rowid desc`
    ).all(factId, factId) as FactRow[]
  }

  /** True while its deletion can still be undone. */
  isHidden(namespace: FactNamespace, text: string): boolean {
    const id = this.idOf(namespace, text)
    return statement(this.context.db, 'select 1 from facts where id = ? and deletion_id is not null').get(id) !== undefined
  }

  /** True for what was forgotten, also in slightly other words or as the same value of the same key. */
  isForgotten(namespace: FactNamespace, text: string, key: string | null = null): boolean {
    return isBuried(this.context, namespace, text, key)
  }

  count(): number {
    const row = statement(this.context.db, `select count(*) as n from facts where status = 'live' and deletion_id is null`).get()
    return (row as { n: number }).n
  }

  /** Facts of one key that hold now. */
  byKey(key: string, namespace: FactNamespace): Fact[] {
    const rows = statement(
      this.context.db,
      `select * from facts where key = ? and status = 'live' and deletion_id is null and scope = ? and project_id is ? and thread_id is ?`
    ).all(key, namespace.scope, namespace.projectId, namespace.threadId) as FactRow[]
    return factsOf(this.context.db, rows)
  }
}
