import { describe, expect, it } from 'vitest'
import { plain, summarise, type Measurement } from '../../eval/measurement.ts'
import { targetsOf } from '../../eval/targets.ts'

const where = { suite: 'life-changes', ablation: '+gate' }

describe('a summary', () => {
  it('gives all, each language and each type, and leaves out what does not apply', () => {
    const lines = summarise(where, [
      { language: 'en', type: 'moved', values: { right: 1, found: Number.NaN } },
      { language: 'en', type: 'job', values: { right: 0, found: 1 } },
      { language: 'zh', type: 'job', values: { right: 1, found: 1 } }
    ])
    const valueOf = (language: string, type: string, metric: string): [number, number] | undefined => {
      const line = lines.find((one) => one.language === language && one.type === type && one.metric === metric)
      return line === undefined ? undefined : [line.value, line.n]
    }
    expect(valueOf('all', 'all', 'right')).toEqual([2 / 3, 3])
    expect(valueOf('all', 'all', 'found')).toEqual([1, 2])
    expect(valueOf('en', 'all', 'right')).toEqual([0.5, 2])
    expect(valueOf('all', 'job', 'right')).toEqual([0.5, 2])
    expect(valueOf('all', 'moved', 'found')).toBeUndefined()
  })
})

describe('targets', () => {
  const figure = (suite: string, metric: string, ablation: string, value: number): Measurement =>
    plain({ suite, metric, ablation, language: 'en', type: 'all' }, value, 10)
  const named = (lines: readonly Measurement[], part: string) => targetsOf(lines).find((target) => target.what.includes(part))

  it('asks for three points more of fused recall than of lexical', () => {
    const lexical = figure('locomo-turns', 'R@10', 'lexical', 0.6)
    expect(named([lexical, figure('locomo-turns', 'R@10', 'fused', 0.63)], 'locomo-turns R@10: fused')?.met).toBe(true)
    expect(named([lexical, figure('locomo-turns', 'R@10', 'fused', 0.629)], 'locomo-turns R@10: fused')?.met).toBe(false)
  })

  it('finds a loss of more than half a point anywhere', () => {
    const lexical = figure('locomo-sessions', 'R@5', 'lexical', 0.9)
    expect(named([lexical, figure('locomo-sessions', 'R@5', 'fused', 0.896)], 'never more')?.met).toBe(true)
    const lost = named([lexical, figure('locomo-sessions', 'R@5', 'fused', 0.89)], 'never more')
    expect(lost?.met).toBe(false)
    expect(lost?.measured).toContain('locomo-sessions')
  })

  it('does not call met what was not measured', () => {
    expect(targetsOf([]).every((target) => !target.met && target.measured === null)).toBe(true)
  })

  it('allows no superseded fact at all', () => {
    expect(named([figure('life-changes', 'stale', '+gate', 0)], 'superseded')?.met).toBe(true)
    expect(named([figure('life-changes', 'stale', '+gate', 0.004)], 'superseded')?.met).toBe(false)
  })
})
