import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import type { FactRow } from '../facts/fact-rows.ts'
import type { Pause } from './components.ts'

/** Facts with one vector each, `dimensions` numbers after one another. */
export interface MappedFacts {
  readonly rows: readonly Pick<FactRow, 'rowid' | 'id' | 'text' | 'category' | 'privacy'>[]
  readonly dimensions: number
  readonly vectors: Float32Array
}

const NO_FACTS: MappedFacts = { rows: [], dimensions: 0, vectors: new Float32Array() }

/** The model that most facts have vectors of: while one replaces another, the one that shows more. */
function fullestModel(db: Db): string | null {
  const row = statement(db, 'select model from fact_vectors group by model order by count(distinct fact_rowid) desc, model limit 1').get()
  return (row as { model: string } | undefined)?.model ?? null
}

const PIECES = 'select embedding from fact_vectors where fact_rowid = ? and model = ? order by piece_id'

function dimensionsOf(db: Db, model: string): number {
  const row = statement(db, 'select length(embedding) / 4 as n from fact_vectors where model = ? limit 1').get(model)
  return (row as { n: number } | undefined)?.n ?? 0
}

/** Adds the unit vectors of a fact's pieces; their sum points where the whole text does. */
function addTo(target: Float32Array, blob: Buffer): void {
  const piece = new Float32Array(blob.buffer.slice(blob.byteOffset, blob.byteOffset + blob.byteLength))
  for (let at = 0; at < target.length; at += 1) target[at] = (target[at] ?? 0) + (piece[at] ?? 0)
}

/**
 * Facts that hold now and have a vector, pinned ones and then the newest first, private ones too: the map is drawn on this machine. A fact of
 * several pieces stands where their mean does.
 */
export async function mappedFacts(db: Db, limit: number, pause: Pause): Promise<MappedFacts> {
  const model = fullestModel(db)
  if (model === null) return NO_FACTS
  const rows = statement(
    db,
    `select rowid, id, text, category, privacy from facts f where +status = 'live' and deletion_id is null
       and exists (select 1 from fact_vectors v where v.fact_rowid = f.rowid and v.model = ?)
     order by pinned desc, created_at desc, rowid desc limit ?`
  ).all(model, limit) as FactRow[]
  const dimensions = dimensionsOf(db, model)
  const vectors = new Float32Array(rows.length * dimensions)
  for (const [at, row] of rows.entries()) {
    const target = vectors.subarray(at * dimensions, (at + 1) * dimensions)
    for (const { embedding } of statement(db, PIECES).all(row.rowid, model) as { embedding: Buffer }[]) addTo(target, embedding)
    await pause()
  }
  return { rows, dimensions, vectors }
}
