import type { Line, Measurement, Where } from './measurement.ts'

export interface Target {
  readonly kind: 'must' | 'aim'
  readonly what: string
  /** What was measured, in words; null when the suite did not run. */
  readonly measured: string | null
  readonly met: boolean
}

type Figures = (where: Partial<Where>) => number | null

const shown = (value: number): string => value.toFixed(3)

function figuresOf(lines: readonly Line[]): Figures {
  const measurements = lines.filter((line): line is Measurement => 'value' in line)
  return (where) => {
    const wanted = { type: 'all', ...where }
    const found = measurements.filter((one) => (Object.keys(wanted) as (keyof Where)[]).every((field) => one[field] === wanted[field]))
    // Overall before one language.
    return (found.find((one) => one.language === 'all') ?? found[0])?.value ?? null
  }
}

function atLeast(kind: Target['kind'], what: string, value: number | null, least: number): Target {
  return {
    kind,
    what: `${what} at least ${shown(least)}`,
    measured: value === null ? null : shown(value),
    met: value !== null && value >= least
  }
}

function above(figures: Figures, suite: string, metric: string, points: number): Target {
  const fused = figures({ suite, metric, ablation: 'fused' })
  const lexical = figures({ suite, metric, ablation: 'lexical' })
  const what = `${suite} ${metric}: fused at least ${points} points above lexical`
  if (fused === null || lexical === null) return { kind: 'must', what, measured: null, met: false }
  const gain = (fused - lexical) * 100
  return { kind: 'must', what, measured: `${shown(fused)} against ${shown(lexical)}, ${gain.toFixed(1)}`, met: gain >= points - 1e-9 }
}

const RECALL_SUITES = ['locomo-turns', 'locomo-sessions', 'memorybank-zh'] as const

/** Nowhere, at no k and for no kind of question, may fusing cost more than half a point of recall. */
function neverBelow(lines: readonly Line[]): Target {
  const what = 'fused never more than half a point below lexical (R@k of every suite; life changes found)'
  const measurements = lines.filter((line): line is Measurement => 'value' in line)
  const compared = measurements.filter(
    (one) =>
      one.ablation === 'fused' &&
      one.type === 'all' &&
      (/^(?:R|any)@/u.test(one.metric) || one.metric === 'found' || one.metric === 'recall')
  )
  const losses = compared.flatMap((fused) => {
    const lexical = measurements.find(
      (one) =>
        one.ablation === 'lexical' &&
        one.suite === fused.suite &&
        one.language === fused.language &&
        one.type === fused.type &&
        one.metric === fused.metric
    )
    const loss = lexical === undefined ? 0 : (lexical.value - fused.value) * 100
    return loss > 0.5 ? [`${fused.suite} ${fused.language} ${fused.metric} −${loss.toFixed(1)}`] : []
  })
  const measured = compared.length === 0 ? null : losses.length === 0 ? 'none below' : losses.join('; ')
  return { kind: 'must', what, measured, met: compared.length > 0 && losses.length === 0 }
}

/** What the project has set itself, against what was measured. */
export function targetsOf(lines: readonly Line[]): Target[] {
  const figures = figuresOf(lines)
  const product = '+gate'
  const best = '+diversity'
  const stale = figures({ suite: 'life-changes', metric: 'stale', ablation: product })
  return [
    above(figures, 'locomo-turns', 'R@10', 3),
    above(figures, 'memorybank-zh', 'R@10', 3),
    neverBelow(lines),
    // A query that fails ends the run, so there is no line after it.
    {
      kind: 'must',
      what: 'no query fails',
      measured: lines.some((line) => 'value' in line) ? 'none failed' : null,
      met: lines.some((line) => 'value' in line)
    },
    atLeast('must', 'life-changes, right answers', figures({ suite: 'life-changes', metric: 'right', ablation: product }), 0.95),
    {
      kind: 'must',
      what: 'life-changes, no superseded or retracted fact shown',
      measured: stale === null ? null : shown(stale),
      met: stale === 0
    },
    atLeast('aim', 'memorybank-zh R@5', figures({ suite: 'memorybank-zh', metric: 'R@5', ablation: best }), 0.75),
    atLeast(
      'aim',
      'memorybank-zh R@5, paraphrases',
      figures({ suite: 'memorybank-zh', type: 'paraphrase', metric: 'R@5', ablation: best }),
      0.55
    ),
    atLeast('aim', 'locomo-turns R@10', figures({ suite: RECALL_SUITES[0], metric: 'R@10', ablation: best }), 0.68),
    atLeast('aim', 'locomo-sessions R@10', figures({ suite: RECALL_SUITES[1], metric: 'R@10', ablation: best }), 0.96),
    atLeast('aim', 'precisionmembench precision', figures({ suite: 'precisionmembench', metric: 'precision', ablation: product }), 0.6),
    atLeast('aim', 'precisionmembench recall', figures({ suite: 'precisionmembench', metric: 'recall', ablation: product }), 0.9),
    atLeast('aim', 'abstention AUROC', figures({ suite: 'abstention', metric: 'AUROC' }), 0.85)
  ]
}
