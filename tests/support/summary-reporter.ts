import { writeFileSync } from 'node:fs'
import type { Reporter } from 'vitest/node'

/**
 * Writes how many tests passed, failed and were skipped as JSON to the file that `HEARTH_TEST_SUMMARY` names, for `scripts/test.mjs`.
 * What failed outside a test (a file that does not load, a hook, an unhandled error) and what never ended counts as failed.
 */
export default class SummaryReporter implements Reporter {
  readonly onTestRunEnd: NonNullable<Reporter['onTestRunEnd']> = (modules, unhandledErrors) => {
    const file = process.env['HEARTH_TEST_SUMMARY']
    if (file === undefined) return
    const counts = { passed: 0, failed: unhandledErrors.length, skipped: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        const { state } = test.result()
        counts[state === 'pending' ? 'failed' : state] += 1
      }
      for (const suite of [module, ...module.children.allSuites()]) counts.failed += suite.errors().length
    }
    writeFileSync(file, JSON.stringify(counts))
  }
}
