import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'

/** A row that words found, with bm25 as FTS5 gives it: smaller is better. */
export interface RankedRow<T> {
  readonly row: T
  readonly bm25: number
}

/**
 * The best rows of a text index. What may not be seen is left out after ranking (joining it before cost a look into the file for every match), so
 * the number to look at grows until enough are left.
 * @param table and `weights` of its columns: constants of the code.
 * @param allowed of these rowids, the rows that may be seen.
 */
export function bestRanked<T>(
  db: Db,
  index: { readonly table: string; readonly weights: string },
  expression: string,
  wanted: number,
  allowed: (rowids: readonly number[]) => ReadonlyMap<number, T>
): RankedRow<T>[] {
  const { table, weights } = index
  const sql = `select rowid, bm25(${table}, ${weights}) as bm25 from ${table} where ${table} match ? order by bm25, rowid limit ?`
  for (let looked = wanted * 2; ; looked *= 8) {
    const ranked = statement(db, sql).all(expression, looked) as { rowid: number; bm25: number }[]
    const rows = allowed(ranked.map(({ rowid }) => rowid))
    if (rows.size < wanted && ranked.length === looked) continue
    return ranked
      .flatMap(({ rowid, bm25 }) => {
        const row = rows.get(rowid)
        return row === undefined ? [] : [{ row, bm25 }]
      })
      .slice(0, wanted)
  }
}
