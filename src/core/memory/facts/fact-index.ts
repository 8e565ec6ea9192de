import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { aliasesOf, type FactRow } from './fact-rows.ts'
import { namePinyin } from '../text/name-pinyin.ts'
import { normalise, segmentForIndex } from '../text/segment.ts'

/** Open and ask rows share one set of tables; private rows have their own, so that no statistic of the first depends on them. */
export type Store = 'open' | 'private'

export function storeOf(row: Pick<FactRow, 'privacy'>): Store {
  return row.privacy === 'private' ? 'private' : 'open'
}

/** Table names per store; constants of the code, never input. */
export const ftsTable: Readonly<Record<Store, string>> = { open: 'facts_fts_open', private: 'facts_fts_private' }

/** What stands in the columns of the text index. */
export interface IndexColumns {
  readonly words: string
  readonly chars: string
  readonly aliases: string
}

/** Cuts a fact's words for the text index: most of the work of storing it, and none of the database. */
export function cutForIndex(text: string, known: readonly string[]): IndexColumns {
  const { words, chars } = segmentForIndex(text)
  const aliases = segmentForIndex(known.join(' '))
  return {
    words,
    chars: [chars, aliases.chars].filter(Boolean).join(' '),
    aliases: [aliases.words, ...namePinyin(text, known)].filter(Boolean).join(' ')
  }
}

/** Writes the text index of a fact. Call it in the transaction that writes the row. */
export function writeIndex(db: Db, row: Pick<FactRow, 'rowid' | 'privacy'>, { words, chars, aliases }: IndexColumns): void {
  statement(db, `insert into ${ftsTable[storeOf(row)]}(rowid, words, chars, aliases) values (?, ?, ?, ?)`).run(
    row.rowid,
    words,
    chars,
    aliases
  )
}

/** Cuts and writes the text index of a stored row. */
export function indexText(db: Db, row: Pick<FactRow, 'rowid' | 'text' | 'aliases' | 'privacy'>): void {
  writeIndex(db, row, cutForIndex(row.text, aliasesOf(row)))
}

export function unindexText(db: Db, row: Pick<FactRow, 'rowid' | 'privacy'>): void {
  statement(db, `delete from ${ftsTable[storeOf(row)]} where rowid = ?`).run(row.rowid)
}

type VectorColumns = Pick<FactRow, 'rowid' | 'privacy'>

/** False also for NaN, which vec0 would accept. */
export function isUnit(vector: Float32Array): boolean {
  const square = vector.reduce((sum, value) => sum + value * value, 0)
  return Math.abs(square - 1) < 0.01
}

/** Stores the unit vectors of a fact's pieces, one at least, in place of those of the same model, and marks it as embedded. */
export function indexVectors(db: Db, row: VectorColumns, model: string, vectors: readonly Float32Array[]): void {
  if (vectors.length === 0 || !vectors.every(isUnit)) throw new TypeError('not unit vectors')
  statement(db, 'delete from fact_vectors where fact_rowid = ? and model = ?').run(row.rowid, model)
  for (const vector of vectors) {
    statement(db, 'insert into fact_vectors(fact_rowid, model, private, embedding) values (?, ?, ?, ?)').run(
      row.rowid,
      model,
      storeOf(row) === 'private' ? 1 : 0,
      Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)
    )
  }
  statement(db, 'update facts set embedded_model = ? where rowid = ?').run(model, row.rowid)
}

export function unindexVectors(db: Db, row: Pick<FactRow, 'rowid'>): void {
  statement(db, 'delete from fact_vectors where fact_rowid = ?').run(row.rowid)
  statement(db, 'update facts set embedded_model = null where rowid = ?').run(row.rowid)
}

/** The form that two texts are compared in. */
export function normalText(text: string): string {
  return normalise(text)
}
