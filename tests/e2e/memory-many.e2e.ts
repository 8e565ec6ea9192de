import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openSession, profileFolder, type Session } from './support/session.ts'

// Ten thousand facts: the list is there soon, only what is in sight is in the page, and it scrolls without a stall.

const profile = profileFolder()
const MANY = 10_000
let session: Session

beforeAll(async () => {
  session = await openSession(profile.dir, { size: { width: 1280, height: 800 } })
  await session.page.getByRole('button', { name: 'Go on with memory only' }).click()
  const now = Date.now()
  const items = Array.from({ length: MANY }, (_, at) => ({
    text: `Fact number ${at}`,
    createdAt: new Date(now - at * 3_600_000).toISOString()
  }))
  await session.ask('memory.addMany', { items })
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  profile.remove()
})

const rows = () => session.page.getByRole('list', { name: 'Facts', exact: true }).locator('[data-row]')

test('the first cards are there soon, and few are in the page', async () => {
  const began = performance.now()
  await session.page.getByRole('navigation').getByRole('button', { name: 'Memory', exact: true }).click()
  await rows().first().waitFor()
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(await rows().count()).toBeLessThan(60)
})

test('it scrolls without a stall', async () => {
  await session.page.mouse.move(700, 600)
  await session.page
    .evaluate(`globalThis.gaps = []; globalThis.framing = true; { let last = performance.now(); requestAnimationFrame(function next() {
    const now = performance.now(); gaps.push(now - last); last = now; if (framing) requestAnimationFrame(next) }) }`)
  for (let step = 0; step < 40; step += 1) {
    await session.page.mouse.wheel(0, 2_000)
    await session.page.waitForTimeout(16)
  }
  const gaps = (await session.page.evaluate<number[]>('framing = false, gaps')).toSorted((one, other) => one - other)
  expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(50)
  expect(await rows().count()).toBeLessThan(60)
})

test('all of them are ticked at once, and one is found by its words', async () => {
  await session.page.getByRole('checkbox', { name: 'Select all' }).click()
  await session.page.getByText(`${MANY} selected`).waitFor({ timeout: 20_000 })
  await session.page.getByRole('button', { name: 'Clear the selection' }).click()
  await session.page.getByRole('searchbox', { name: 'Search memory' }).fill('9321')
  await expect.poll(() => rows().count(), { timeout: 10_000 }).toBe(1)
})
