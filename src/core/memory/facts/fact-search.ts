import type { FactCategory, FactScope, FactSource, FactStatus } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { ftsTable } from './fact-index.ts'
import type { FactRow } from './fact-rows.ts'
import { matchExpression, normalise, segmentQuery, strictExpression } from '../text/segment.ts'

const FOUND = 2_000
/** Characters of a search that are looked for letter by letter. */
const LITERAL = 1_000

function matching(db: Db, expression: string | null): number[] {
  if (expression === null) return []
  return [ftsTable.open, ftsTable.private].flatMap((table) => {
    const sql = `select rowid from ${table} where ${table} match ? order by rank limit ${FOUND}`
    return (statement(db, sql).all(expression) as { rowid: number }[]).map((row) => row.rowid)
  })
}

function holding(db: Db, normalText: string): number[] {
  if (normalText === '') return []
  const rows = statement(db, `select rowid from facts where instr(normal_text, ?) > 0 limit ${FOUND}`).all(normalText) as {
    rowid: number
  }[]
  return rows.map((row) => row.rowid)
}

/**
 * Rows of facts for a search in the list: those that hold all its words or hold it letter by letter; when there are none, those that hold
 * some of its words. What a person filters by, not what a turn recalls.
 */
export function searchFactRows(db: Db, search: string): number[] {
  const strict = [...matching(db, strictExpression(search, 'words aliases')), ...holding(db, normalise(search.slice(0, LITERAL)))]
  return unique(strict.length > 0 ? strict : matching(db, matchExpression(segmentQuery(search), 'words aliases')))
}

const SPELLED = /[\p{L}\p{N}\p{M}]/u
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

/** Whether two neighbouring characters belong to one word: `cat` is no word of `category`, and Chinese needs no space. */
function within(one: string | undefined, other: string | undefined): boolean {
  return [one, other].every((character) => character !== undefined && SPELLED.test(character) && !UNSPACED.test(character))
}

function holdsApart(text: string, asked: string): boolean {
  for (let at = text.indexOf(asked); at >= 0; at = text.indexOf(asked, at + 1)) {
    if (!within(text[at - 1], asked[0]) && !within(asked.at(-1), text[at + asked.length])) return true
  }
  return false
}

/** Rows of facts of every status that name it: with all its words, in text or aliases, or with it as it is written and not inside of a word. */
export function factRowsNaming(db: Db, query: string): number[] {
  const asked = normalise(query.slice(0, LITERAL))
  const rows = statement(db, 'select rowid, normal_text as text from facts where instr(normal_text, ?) > 0').all(asked) as {
    rowid: number
    text: string
  }[]
  const literal = asked === '' ? [] : rows.filter((row) => holdsApart(row.text, asked)).map((row) => row.rowid)
  return unique([...matching(db, strictExpression(query, 'words aliases')), ...literal])
}

const unique = (rowids: readonly number[]): number[] => [...new Set(rowids)]

export interface FactFilter {
  readonly privacy?: Privacy | undefined
  readonly category?: FactCategory | undefined
  readonly scope?: FactScope | undefined
  readonly projectId?: string | undefined
  readonly status?: FactStatus | 'all' | undefined
  readonly source?: FactSource | undefined
  readonly pinned?: boolean | undefined
  /** Milliseconds since the epoch: created at this time or later, and before that one. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** `recent` when absent. */
  readonly order?: 'recent' | 'oldest' | 'used' | undefined
  readonly rowids?: readonly number[] | undefined
  readonly limit: number
  readonly offset: number
}

const ORDERS: Readonly<Record<NonNullable<FactFilter['order']>, string>> = {
  recent: 'pinned desc, created_at desc, rowid desc',
  oldest: 'created_at, rowid',
  used: 'used_count desc, last_used_at desc, rowid desc'
}

/** Facts by their labels, pinned ones first and then the newest, or in another order. Those that wait to be erased are left out. */
export function listFactRows(db: Db, filter: FactFilter): FactRow[] {
  const conditions: string[] = ['deletion_id is null']
  const values: unknown[] = []
  const add = (column: string, value: unknown, relation = '='): void => {
    if (value === undefined) return
    conditions.push(`${column} ${relation} ?`)
    values.push(value)
  }
  add('privacy', filter.privacy)
  add('category', filter.category)
  add('scope', filter.scope)
  add('project_id', filter.projectId)
  add('source', filter.source)
  add('pinned', filter.pinned === undefined ? undefined : Number(filter.pinned))
  add('created_at', filter.from, '>=')
  add('created_at', filter.to, '<')
  // Nearly every fact is live: reading in order finds a page of them soonest, so the index of `status` is kept out (`+`).
  const status = filter.status ?? 'live'
  if (status !== 'all') add(status === 'live' ? '+status' : 'status', status)
  if (filter.rowids !== undefined) {
    conditions.push('rowid in (select value from json_each(?))')
    values.push(JSON.stringify(filter.rowids))
  }
  const sql = `select * from facts where ${conditions.join(' and ')} order by ${ORDERS[filter.order ?? 'recent']} limit ? offset ?`
  return statement(db, sql).all(...values, filter.limit, filter.offset) as FactRow[]
}
