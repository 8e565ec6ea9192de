import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { temporaryFolder } from '../../support/memory.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const empty = temporaryFolder()
afterAll(() => empty.remove())

function runEval(
  args: readonly string[],
  data: string | undefined
): { readonly status: number | null; readonly lines: unknown[]; readonly report: string } {
  const { HEARTH_EVAL_DATA: _unset, ...env } = process.env
  const ran = spawnSync(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'scripts', 'eval.mjs'), ...args], {
    env: data === undefined ? env : { ...env, HEARTH_EVAL_DATA: data },
    encoding: 'utf8'
  })
  const lines = ran.stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown)
  return { status: ran.status, lines, report: ran.stderr }
}

describe('npm run eval', () => {
  it('skips a suite visibly when there is no folder of data, and that is no failure', () => {
    const { status, lines, report } = runEval(['extraction', 'memorybank-zh'], undefined)
    expect(lines).toContainEqual({ suite: 'memorybank-zh', skipped: 'HEARTH_EVAL_DATA is not set' })
    expect(lines).toContainEqual(expect.objectContaining({ suite: 'extraction', metric: 'gate, right decisions' }))
    expect(report).toContain('memorybank-zh: skipped')
    expect(status).toBe(0)
  })

  it('fails when there is a folder of data and a suite cannot run all the same', () => {
    const { status, lines } = runEval(['memorybank-zh'], empty.dir)
    expect(lines).toEqual([{ suite: 'memorybank-zh', skipped: 'memorybank-zh/corpus-dev.jsonl is not in the folder of HEARTH_EVAL_DATA' }])
    expect(status).toBe(1)
  })

  it('names the suites when it is asked for another', () => {
    const { status, report } = runEval(['nothing'], undefined)
    expect(report).toContain('life-changes')
    expect(status).toBe(2)
  })
})
