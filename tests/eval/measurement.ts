import { percentile } from '../bench/measure.ts'
import { bootstrap, mean } from './metrics.ts'

/** One figure; a line of the output. */
export interface Measurement {
  readonly suite: string
  readonly language: 'en' | 'zh' | 'all'
  /** Kind of question or case, `all` for all of them. */
  readonly type: string
  readonly metric: string
  /** Which parts of recall ran; `product` where it is not about recall. */
  readonly ablation: string
  readonly value: number
  /** Questions, cases or calls behind the figure. */
  readonly n: number
  /** 95 % bootstrap interval; the value itself where there is none. */
  readonly low: number
  readonly high: number
}

export interface Skipped {
  readonly suite: string
  readonly skipped: string
}

export type Line = Measurement | Skipped

export type Where = Pick<Measurement, 'suite' | 'language' | 'type' | 'metric' | 'ablation'>

export function meanOf(where: Where, values: readonly number[]): Measurement {
  return { ...where, value: mean(values), n: values.length, ...bootstrap(values, mean) }
}

export function plain(where: Where, value: number, n: number): Measurement {
  return { ...where, value, n, low: value, high: value }
}

/** A statistic of items that are drawn together. */
export function statisticOf<T>(where: Where, items: readonly T[], statistic: (sample: readonly T[]) => number): Measurement {
  return { ...where, value: statistic(items), n: items.length, ...bootstrap(items, statistic) }
}

/** p50 and p95 of recall, in milliseconds, the embedding of the query included. */
export function timesOf(where: Omit<Where, 'metric' | 'type'>, times: readonly number[]): Measurement[] {
  return [0.5, 0.95].map((share) => plain({ ...where, type: 'all', metric: `p${share * 100} ms` }, percentile(times, share), times.length))
}

export interface Scored {
  readonly language: 'en' | 'zh'
  readonly type: string
  /** Value per metric. */
  readonly values: Readonly<Record<string, number>>
}

/** The mean of every metric over all items, by language where there are two, and by type. Values that do not apply (NaN) are left out. */
export function summarise(where: Pick<Where, 'suite' | 'ablation'>, items: readonly Scored[]): Measurement[] {
  const metrics = [...new Set(items.flatMap((item) => Object.keys(item.values)))]
  const languages = [...new Set(items.map((item) => item.language))]
  const types = [...new Set(items.map((item) => item.type))].toSorted()
  const only = languages.length === 1 ? languages[0] : undefined
  const groups = [
    { language: only ?? ('all' as const), type: 'all' },
    ...(only === undefined ? languages.map((language) => ({ language, type: 'all' })) : []),
    ...(types.length > 1 ? types.map((type) => ({ language: only ?? ('all' as const), type })) : [])
  ]
  return groups.flatMap(({ language, type }) =>
    metrics.flatMap((metric) => {
      const values = items
        .filter((item) => (language === 'all' || item.language === language) && (type === 'all' || item.type === type))
        .map((item) => item.values[metric] ?? Number.NaN)
        .filter((value) => !Number.isNaN(value))
      return values.length === 0 ? [] : [meanOf({ ...where, language, type, metric }, values)]
    })
  )
}
