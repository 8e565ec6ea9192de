import type { Db } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { ftsTable } from './fact-index.ts'
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
