import { wholeRecall, type RecallTuning } from '../../src/core/memory/recall/recall-tuning.ts'

export interface Ablation {
  readonly name: string
  readonly tuning: RecallTuning
  /** Gives nothing rather than something irrelevant. */
  readonly abstain: boolean
}

const bare: RecallTuning = { ...wholeRecall, priors: false, diversity: false }

/** The whole product comes first, so that its times hold the embedding of each query; later ones find the query's vector kept. */
export const ablations: readonly Ablation[] = [
  { name: '+gate', tuning: wholeRecall, abstain: true },
  { name: '+diversity', tuning: wholeRecall, abstain: false },
  { name: '+priors', tuning: { ...wholeRecall, diversity: false }, abstain: false },
  { name: 'fused', tuning: bare, abstain: false },
  { name: 'lexical', tuning: { ...bare, vector: false }, abstain: false },
  { name: 'vector', tuning: { ...bare, lexical: false }, abstain: false },
  { name: 'seed', tuning: { ...bare, vector: false, ranking: 'seed' }, abstain: false }
]

export const product = '+gate'
