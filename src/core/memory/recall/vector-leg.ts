import type { Db } from '../../db/database.ts'
import type { EmbeddingModel } from '../embedding/embedder.ts'
import type { Level } from './background.ts'
import { allowedRows, CANDIDATES, emptyLeg, storesOf, type Leg, type RecallRequest } from './recall-request.ts'
import type { VectorIndex } from './vector-index.ts'

/** Vectors of a query: of the whole, and of its sentences when it is long. Unit length. */
export interface QueryVectors {
  readonly model: EmbeddingModel
  readonly vectors: readonly Float32Array[]
  /** For a short text that asks nothing: how near it is to any talk. Null for others, and when the model needs none. */
  readonly level: Level | null
}

/** Adds to `cosines` the larger of two values for each row. */
function keepLarger(cosines: Map<number, number>, rowid: number, cosine: number): void {
  cosines.set(rowid, Math.max(cosine, cosines.get(rowid) ?? -1))
}

export interface FoundByMeaning {
  readonly leg: Leg
  /** Cosines of the leg's facts. */
  readonly cosines: Map<number, number>
}

/** What the meaning of a query finds. A long query counts as a whole and by sentence: the nearest of them tells. @param weight beside the lexical leg's 1 */
export function vectorLeg(db: Db, request: RecallRequest, index: VectorIndex, query: QueryVectors, weight: number): FoundByMeaning {
  const filter = { scopes: request.scopes, audience: request.audience, asOf: request.asOf }
  const cosines = new Map<number, number>()
  for (const vector of query.vectors) {
    for (const { rowid, cosine } of index.nearest(query.model, vector, filter, storesOf(request), CANDIDATES)) {
      keepLarger(cosines, rowid, cosine)
    }
  }
  const rows = [...allowedRows(db, request, [...cosines.keys()]).values()]
  if (rows.length === 0) return { leg: emptyLeg, cosines }
  const candidates = rows
    .sort((a, b) => (cosines.get(b.rowid) ?? -1) - (cosines.get(a.rowid) ?? -1) || a.rowid - b.rowid)
    .slice(0, CANDIDATES)
    .map((row) => ({ row, worth: 1 }))
  return { leg: { candidates, weight }, cosines }
}

/** Adds the cosines of facts that only their words found. */
export function addCosines(index: VectorIndex, query: QueryVectors, rowids: readonly number[], cosines: Map<number, number>): void {
  const missing = rowids.filter((rowid) => !cosines.has(rowid))
  for (const vector of query.vectors) {
    for (const [rowid, cosine] of index.cosinesOf(query.model, vector, missing)) keepLarger(cosines, rowid, cosine)
  }
}
