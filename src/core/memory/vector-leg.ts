import type { Db } from '../db/database.ts'
import type { EmbeddingModel } from './embedder.ts'
import { allowedRows, CANDIDATES, emptyLeg, QUERY_HEAD, storesOf, type Leg, type RecallRequest } from './recall-request.ts'
import { cjkShare } from './segment.ts'
import type { VectorIndex } from './vector-index.ts'

/** Vectors of a query: of the whole, and of its sentences when it is long. Unit length. */
export interface QueryVectors {
  readonly model: EmbeddingModel
  readonly vectors: readonly Float32Array[]
}

const isCjk = (text: string): boolean => cjkShare(text.slice(0, QUERY_HEAD)) > 0.5

/**
 * What the meaning of a query finds. A long query counts as a whole and by sentence: the nearest of them tells. An English model ranks Chinese
 * text hardly better than chance: what its calibration says about it holds for a mostly Chinese fact too.
 */
export function vectorLeg(db: Db, request: RecallRequest, index: VectorIndex, query: QueryVectors): Leg {
  const { model, vectors } = query
  const filter = { scopes: request.scopes, audience: request.audience, asOf: request.asOf }
  const cosines = new Map<number, number>()
  for (const vector of vectors) {
    for (const { rowid, cosine } of index.nearest(model, vector, filter, storesOf(request), CANDIDATES)) {
      cosines.set(rowid, Math.max(cosine, cosines.get(rowid) ?? -1))
    }
  }
  const rows = allowedRows(db, request, [...cosines.keys()])
  const language = isCjk(request.query) ? 'cjk' : 'latin'
  const least = model.calibration.minCosine
  const candidates = [...rows.values()]
    .map((row) => {
      const cosine = cosines.get(row.rowid) ?? -1
      // One threshold for the leg: a Chinese fact that needs more is moved down by the difference.
      const harder = isCjk(row.text) ? Math.max(0, least.cjk - least[language]) : 0
      return { row, cosine, evidence: cosine - harder }
    })
    .sort((a, b) => b.cosine - a.cosine || a.row.rowid - b.row.rowid)
    .slice(0, CANDIDATES)
  return candidates.length === 0
    ? emptyLeg
    : { candidates, weight: model.calibration.weight[language], admits: least[language], sure: (1 + least[language]) / 2 }
}
