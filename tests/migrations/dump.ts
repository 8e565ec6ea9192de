import { createHash } from 'node:crypto'
import type { Db } from '../../src/core/db/database.ts'

export type Cell = string | number | null
export interface TableDump {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Cell[])[]
}
export type Dump = Readonly<Record<string, TableDump>>

function cell(value: unknown): Cell {
  if (value instanceof Uint8Array) return `sha256:${createHash('sha256').update(value).digest('hex')}`
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string' || typeof value === 'number' || value === null) return value
  throw new Error(`A value of type ${typeof value} is in no table`)
}

/** Own and virtual tables by name; not the tables in which text and vector indexes keep their data. */
export function tableNames(db: Db): string[] {
  return db
    .prepare(
      "select name from pragma_table_list where schema = 'main' and type in ('table', 'virtual') and name not like 'sqlite_%' order by name"
    )
    .pluck()
    .all()
    .map(String)
}

function dumpTable(db: Db, table: string): TableDump {
  const columns = db.prepare('select name from pragma_table_info(?)').pluck().all(table).map(String)
  return { columns, rows: readColumns(db, table, columns) }
}

/** The rows of a table, with only these columns. */
export function readColumns(db: Db, table: string, columns: readonly string[]): Cell[][] {
  return db
    .prepare(`select ${columns.join(', ')} from ${table} order by 1`)
    .raw()
    .all()
    .map((row) => (Array.isArray(row) ? row.map(cell) : []))
}

/** Every row of every table, but for the count of openings. */
export function dump(db: Db): Dump {
  const tables = tableNames(db).map((table) => [table, dumpTable(db, table)] as const)
  return Object.fromEntries(
    tables.map(([table, content]) => [
      table,
      table === 'meta' ? { ...content, rows: content.rows.filter((row) => row[0] !== 'generation') } : content
    ])
  )
}
