import { percentile } from '../bench/measure.ts'

/** Share of the wanted items among the first k; NaN when nothing is wanted. */
export function recallAt(k: number, ranked: readonly string[], wanted: ReadonlySet<string>): number {
  const first = new Set(ranked.slice(0, k))
  return [...wanted].filter((item) => first.has(item)).length / wanted.size
}

/** 1 when at least one wanted item is among the first k, else 0. */
export function anyAt(k: number, ranked: readonly string[], wanted: ReadonlySet<string>): number {
  return ranked.slice(0, k).some((item) => wanted.has(item)) ? 1 : 0
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

/** Numbers from 0 to 1 that are the same for the same seed. Mulberry32, after T. Ettinger (public domain). */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = state
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export interface Interval {
  readonly low: number
  readonly high: number
}

const RESAMPLES = 1_000
const SEED = 20_260_115

/** 95 % interval of a statistic by the percentile bootstrap; the same values give the same interval. */
export function bootstrap<T>(items: readonly T[], statistic: (sample: readonly T[]) => number): Interval {
  const random = randomOf(SEED)
  const results: number[] = []
  for (let round = 0; round < RESAMPLES; round += 1) {
    const sample = items.map(() => items[Math.floor(random() * items.length)] as T)
    const result = statistic(sample)
    if (!Number.isNaN(result)) results.push(result)
  }
  return { low: percentile(results, 0.025), high: percentile(results, 0.975) }
}

export interface Judged {
  readonly score: number
  /** True when there was something to find. */
  readonly positive: boolean
}

/** Chance that a positive scores above a negative, ties counted half (the area under the ROC curve); NaN without either. */
export function auroc(judged: readonly Judged[]): number {
  const sorted = judged.toSorted((one, other) => one.score - other.score)
  let below = 0
  let wins = 0
  for (let from = 0; from < sorted.length;) {
    let to = from
    while (to < sorted.length && sorted[to]?.score === sorted[from]?.score) to += 1
    const tied = sorted.slice(from, to)
    const positives = tied.filter((one) => one.positive).length
    const negatives = tied.length - positives
    wins += positives * (below + negatives / 2)
    below += negatives
    from = to
  }
  const positives = sorted.length - below
  return positives === 0 || below === 0 ? Number.NaN : wins / (positives * below)
}
