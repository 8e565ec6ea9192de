import type { Statement } from 'better-sqlite3'
import type { Db } from './connection.ts'

const caches = new WeakMap<Db, Map<string, Statement<unknown[]>>>()

/**
 * The prepared statement of a text, prepared once per database. `sql` must be a constant text: values go in as parameters. Do not change the
 * statement's mode (`pluck`, `raw`, `safeIntegers`): it is shared. Do not use it again while one of its iterators is open.
 */
export function statement(db: Db, sql: string): Statement<unknown[]> {
  const cache = caches.get(db) ?? new Map<string, Statement<unknown[]>>()
  caches.set(db, cache)
  const known = cache.get(sql)
  if (known !== undefined) return known
  const made = db.prepare<unknown[]>(sql)
  cache.set(sql, made)
  return made
}
