import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface AxeNode {
  readonly html: string
  readonly failureSummary?: string
}

/** Breaches of WCAG 2.2 A and AA and of axe's best practices on the page as it is now, each in one line; of contrast alone when asked so. */
export async function breachesOn(page: Page, rules: 'all' | 'contrast' = 'all'): Promise<readonly string[]> {
  if (!(await page.evaluate("typeof axe === 'object'"))) await page.evaluate(`${source}; undefined`)
  const only = rules === 'contrast' ? ", runOnly: ['color-contrast']" : ''
  const violations = await page.evaluate<readonly { readonly id: string; readonly nodes: readonly AxeNode[] }[]>(
    `axe.run(document, { resultTypes: ['violations'], elementRef: false${only} }).then(({ violations }) => violations.map(({ id, nodes }) => ({ id, nodes })))`
  )
  return violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${(node.failureSummary ?? '').slice(0, 300)}`)
  )
}
