/** Which parts of recall run: all of them in the product, some of them in the ablations of `npm run eval`. */
export interface RecallTuning {
  readonly lexical: boolean
  readonly vector: boolean
  /** Additive priors: confidence, pins, corrections, recency of time-bound categories. */
  readonly priors: boolean
  /** Collapse of near-duplicates, then maximal marginal relevance. */
  readonly diversity: boolean
  /** `hearth` fuses by rank; `seed` is the seed's published formula, S = −bm25 · T(d) + 0.2 · C, for comparison. */
  readonly ranking: 'hearth' | 'seed'
}

export const wholeRecall: RecallTuning = { lexical: true, vector: true, priors: true, diversity: true, ranking: 'hearth' }
