import type { Locator } from 'playwright-core'

/** Whether this element has the focus. */
export async function isFocused(locator: Locator): Promise<boolean> {
  return (await locator.and(locator.page().locator(':focus')).count()) === 1
}
