import type { Page } from 'playwright-core'
import type { Result } from '../../../src/shared/model/errors.ts'

interface PageWithBridge {
  readonly hearth: { invoke(route: string, input: unknown): Promise<Result<never>> }
}

/** Calls a route through `window.hearth`, as the window's own code does. */
export function callThroughPage(page: Page, route: string, input: unknown): Promise<Result<never>> {
  return page.evaluate(({ name, value }) => (globalThis as unknown as PageWithBridge).hearth.invoke(name, value), {
    name: route,
    value: input
  })
}
