import type { Db } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { aliasesOf, type FactRow } from './fact-rows.ts'
import { namespaceName } from './fact-id.ts'
import { normalise, segmentForIndex } from './segment.ts'

/** Open and ask rows share one set of tables; private rows have their own, so that no statistic of the first depends on them. */
export type Store = 'open' | 'private'

export function storeOf(row: Pick<FactRow, 'privacy'>): Store {
  return row.privacy === 'private' ? 'private' : 'open'
}

/** Table names per store; constants of the code, never input. */
export const ftsTable: Readonly<Record<Store, string>> = { open: 'facts_fts_open', private: 'facts_fts_private' }
export const vecTable: Readonly<Record<Store, string>> = { open: 'facts_vec_open', private: 'facts_vec_private' }

type TextColumns = Pick<FactRow, 'rowid' | 'text' | 'aliases' | 'privacy'>

/** Writes the text index of a fact. Call it in the transaction that writes the row. */
export function indexText(db: Db, row: TextColumns): void {
  const { words, chars } = segmentForIndex(row.text)
  const aliases = segmentForIndex(aliasesOf(row).join(' '))
  statement(db, `insert into ${ftsTable[storeOf(row)]}(rowid, words, chars, aliases) values (?, ?, ?, ?)`).run(
    row.rowid,
    words,
    [chars, aliases.chars].filter(Boolean).join(' '),
    aliases.words
  )
}

export function unindexText(db: Db, row: Pick<FactRow, 'rowid' | 'privacy'>): void {
  statement(db, `delete from ${ftsTable[storeOf(row)]} where rowid = ?`).run(row.rowid)
}

type VectorColumns = Pick<FactRow, 'rowid' | 'privacy' | 'scope' | 'project_id' | 'thread_id' | 'valid_from' | 'valid_to'>

/** False also for NaN, which vec0 would accept. */
export function isUnit(vector: Float32Array): boolean {
  const square = vector.reduce((sum, value) => sum + value * value, 0)
  return Math.abs(square - 1) < 0.01
}

/** Stores the unit vectors of a fact's pieces, one at least, and marks it as embedded. */
export function indexVectors(db: Db, row: VectorColumns, model: string, vectors: readonly Float32Array[]): void {
  if (vectors.length === 0 || !vectors.every(isUnit)) throw new TypeError('not unit vectors')
  unindexVectors(db, row)
  const store = storeOf(row)
  const scope = namespaceName({ scope: row.scope, projectId: row.project_id, threadId: row.thread_id })
  for (const vector of vectors) {
    const piece = statement(db, 'insert into fact_pieces(fact_rowid, model, dimensions, private) values (?, ?, ?, ?)').run(
      row.rowid,
      model,
      vector.length,
      store === 'private' ? 1 : 0
    )
    statement(db, `insert into ${vecTable[store]}(piece_id, embedding, scope, valid_from, valid_to) values (?, ?, ?, ?, ?)`).run(
      BigInt(piece.lastInsertRowid),
      Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength),
      scope,
      BigInt(row.valid_from),
      BigInt(row.valid_to)
    )
  }
  statement(db, 'update facts set embedded_model = ? where rowid = ?').run(model, row.rowid)
}

function piecesOf(db: Db, rowid: number): { piece_id: number; private: number }[] {
  return statement(db, 'select piece_id, private from fact_pieces where fact_rowid = ?').all(rowid) as {
    piece_id: number
    private: number
  }[]
}

export function unindexVectors(db: Db, row: Pick<FactRow, 'rowid'>): void {
  for (const piece of piecesOf(db, row.rowid)) {
    statement(db, `delete from ${vecTable[piece.private === 1 ? 'private' : 'open']} where piece_id = ?`).run(BigInt(piece.piece_id))
  }
  statement(db, 'delete from fact_pieces where fact_rowid = ?').run(row.rowid)
  statement(db, 'update facts set embedded_model = null where rowid = ?').run(row.rowid)
}

/** Ends the time in which the vectors of a superseded fact are found. */
export function endVectors(db: Db, rowid: number, validTo: number): void {
  for (const piece of piecesOf(db, rowid)) {
    statement(db, `update ${vecTable[piece.private === 1 ? 'private' : 'open']} set valid_to = ? where piece_id = ?`).run(
      BigInt(validTo),
      BigInt(piece.piece_id)
    )
  }
}

/** The form that two texts are compared in. */
export function normalText(text: string): string {
  return normalise(text)
}
