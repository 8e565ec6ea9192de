import { expect } from 'vitest'
import type { Db } from '../../src/core/db/database.ts'
import { namespaceName } from '../../src/core/memory/facts/fact-id.ts'
import type { FactRow } from '../../src/core/memory/facts/fact-rows.ts'
import { segmentForIndex } from '../../src/core/memory/text/segment.ts'

export const placeName = (row: FactRow): string => namespaceName({ scope: row.scope, projectId: row.project_id, threadId: row.thread_id })

/** No two live facts of one place have one key. */
export function checkKeys(rows: readonly FactRow[]): void {
  const live = rows.filter((row) => row.status === 'live' && row.deletion_id === null && row.key !== null)
  const places = live.map((row) => `${placeName(row)} ${row.key} ${row.privacy === 'private'}`)
  expect(new Set(places).size).toBe(places.length)
}

/** The text index holds exactly the rows that it should. */
export function checkText(db: Db, rows: readonly FactRow[]): void {
  for (const store of ['open', 'private']) {
    const found = db.prepare(`select rowid, words from facts_fts_${store} order by rowid`).all()
    const wanted = rows.filter((row) => row.status !== 'proposed' && (row.privacy === 'private') === (store === 'private'))
    expect(found).toEqual(wanted.map((row) => ({ rowid: row.rowid, words: segmentForIndex(row.text).words })))
  }
}

/** Vectors belong to rows, in the store of their label, and every row knows whether it has some. */
export function checkVectors(db: Db, rows: readonly FactRow[]): void {
  const pieces = db.prepare('select fact_rowid, model, private from fact_vectors order by piece_id').all() as {
    fact_rowid: number
    model: string
    private: number
  }[]
  for (const row of rows) {
    expect(row.embedded_model === null).toBe(!pieces.some((piece) => piece.fact_rowid === row.rowid))
  }
  for (const piece of pieces) {
    const row = rows.find((one) => one.rowid === piece.fact_rowid)
    expect(piece).toEqual({ fact_rowid: row?.rowid, model: row?.embedded_model, private: Number(row?.privacy === 'private') })
  }
}
