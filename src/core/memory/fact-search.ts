import type { FactCategory, FactScope, FactStatus } from '../../shared/model/memory.ts'
import type { Privacy } from '../../shared/model/privacy.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { ftsTable } from './fact-index.ts'
import type { FactRow } from './fact-rows.ts'
import { matchExpression, normalise, segmentQuery } from './segment.ts'

const FOUND = 2_000

/** Rows of facts that hold the words of a search, and those that hold it letter by letter: what a person filters a list by, not what a turn recalls. */
export function searchFactRows(db: Db, search: string): number[] {
  const expression = matchExpression(segmentQuery(search), 'words aliases')
  const byWords =
    expression === null
      ? []
      : [ftsTable.open, ftsTable.private].flatMap(
          (table) =>
            statement(db, `select rowid from ${table} where ${table} match ? order by rank limit ${FOUND}`).all(expression) as {
              rowid: number
            }[]
        )
  const literally = statement(db, `select rowid from facts where instr(normal_text, ?) > 0 limit ${FOUND}`).all(
    normalise(search.slice(0, 1_000))
  ) as { rowid: number }[]
  return [...new Set([...byWords, ...literally].map((row) => row.rowid))]
}

export interface FactFilter {
  readonly privacy?: Privacy | undefined
  readonly category?: FactCategory | undefined
  readonly scope?: FactScope | undefined
  readonly projectId?: string | undefined
  readonly status?: FactStatus | 'all' | undefined
  readonly rowids?: readonly number[] | undefined
  readonly limit: number
  readonly offset: number
}

/** Facts by their labels: pinned first, then the newest. Those that wait to be erased are left out. */
export function listFactRows(db: Db, filter: FactFilter): FactRow[] {
  const conditions: string[] = ['deletion_id is null']
  const values: unknown[] = []
  const add = (column: string, value: unknown): void => {
    if (value === undefined) return
    conditions.push(`${column} = ?`)
    values.push(value)
  }
  add('privacy', filter.privacy)
  add('category', filter.category)
  add('scope', filter.scope)
  add('project_id', filter.projectId)
  if (filter.status !== 'all') add('status', filter.status ?? 'live')
  if (filter.rowids !== undefined) {
    conditions.push('rowid in (select value from json_each(?))')
    values.push(JSON.stringify(filter.rowids))
  }
  const sql = `select * from facts where ${conditions.join(' and ')} order by pinned desc, created_at desc, rowid desc limit ? offset ?`
  return statement(db, sql).all(...values, filter.limit, filter.offset) as FactRow[]
}
