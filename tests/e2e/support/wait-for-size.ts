import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from 'playwright-core'

/** Waits until the page has this size in CSS pixels. Asks again and again: waiting inside the page would need `eval`. */
export async function waitForSize(page: Page, width: number, height: number): Promise<void> {
  const deadline = Date.now() + 10_000
  while (Date.now() < deadline) {
    if (await page.evaluate(`innerWidth === ${width} && innerHeight === ${height}`)) return
    await sleep(20)
  }
  throw new Error(`The window did not become ${width} × ${height}`)
}
