import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { breachesOn } from './support/axe.ts'
import { isFocused } from './support/focused.ts'
import { openSession, profileFolder, type Session } from './support/session.ts'

// Memory seen as a profile, along time and as a map, by pointer, by keys and as lists.

const profile = profileFolder()
const DAY_MS = 86_400_000
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString()
let session: Session

beforeAll(async () => {
  session = await openSession(profile.dir, { size: { width: 1280, height: 900 } })
  await session.page.getByRole('button', { name: 'Go on with memory only' }).click()
  await session.page.emulateMedia({ reducedMotion: 'reduce' })
  await session.page.getByRole('navigation').getByRole('button', { name: 'Memory', exact: true }).click()
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  profile.remove()
})

const tab = (name: RegExp) => session.page.getByRole('tab', { name })
const details = () => session.page.getByRole('region', { name: 'Details' })

test('each view says what is missing while there is nothing', async () => {
  await tab(/^Timeline/).click()
  await session.page.getByText('Nothing has a date yet.').waitFor()
  await tab(/^Map/).click()
  await session.page.getByText('The map needs at least three facts').waitFor()
  await tab(/^Profile/).click()
  await session.page.getByText('Nothing is written here yet.').first().waitFor()
})

describe('the profile', () => {
  const card = (name: string) => session.page.getByRole('region', { name, exact: true })

  test('is edited in place, says by whom it was written, and keeps the focus', async () => {
    await tab(/^Profile/).click()
    await card('Work').getByRole('button', { name: 'Edit: Work' }).press('Enter')
    const field = card('Work').getByLabel('Text of “Work”')
    await expect.poll(() => isFocused(field)).toBe(true)
    await field.fill('Writes Python on the back end.')
    await card('Work').getByRole('button', { name: 'Save' }).click()
    await card('Work').getByText('Writes Python on the back end.').waitFor()
    await card('Work').getByText('Written by you').waitFor()
    await expect.poll(() => isFocused(card('Work').getByRole('button', { name: 'Edit: Work' }))).toBe(true)
  })

  test('is cleared to be written anew, and undone the text is back', async () => {
    await card('Work').getByRole('button', { name: 'Write it anew: Work' }).click()
    await expect.poll(() => card('Work').getByText('Writes Python').count()).toBe(0)
    await session.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last().click()
    await card('Work').getByText('Writes Python on the back end.').waitFor()
  })
})

describe('the timeline', () => {
  test('shows what held when: bars with a list that says the same, and days with begin and end', async () => {
    await session.ask('memory.add', { text: 'I live in Oslo', key: 'city', category: 'context', createdAt: ago(400) })
    await session.ask('memory.add', { text: 'I live in Paris', key: 'city', category: 'context', createdAt: ago(200) })
    await session.ask('memory.add', { text: 'I live in London', key: 'city', category: 'context', createdAt: ago(40) })
    await session.ask('memory.add', { text: 'I want to run a half marathon', category: 'goal', createdAt: ago(7) })
    await session.ask('memory.add', { text: 'My bank card ends in 4821', category: 'knowledge', privacy: 'private', createdAt: ago(3) })
    await tab(/^Timeline/).click()
    const chart = session.page.getByRole('img', { name: /^Chart: how 1 answer changed/ })
    await expect.poll(() => chart.locator('rect').count()).toBe(3)
    await session.page.getByText('As a list').click()
    const answers = session.page.getByRole('list', { name: 'I live in London' }).getByRole('listitem')
    await expect.poll(() => answers.count()).toBe(3)
    expect(await answers.first().textContent()).toContain('now')
    const days = session.page.getByRole('list', { name: 'Facts by day' })
    await days.getByRole('button', { name: /I live in Oslo.*was true until then/ }).waitFor()
    await days.getByText('Private', { exact: true }).waitFor()
  })

  test('opens the card of what is pressed, in the list and in the chart', async () => {
    await session.page
      .getByRole('list', { name: 'Facts by day' })
      .getByRole('button', { name: /half marathon/ })
      .press('Enter')
    await details().waitFor()
    expect(await tab(/^Facts/).getAttribute('aria-selected')).toBe('true')
    await tab(/^Timeline/).click()
    await session.page
      .getByRole('img', { name: /^Chart/ })
      .locator('rect')
      .first()
      .click()
    await details().getByText('I live in Oslo').first().waitFor()
    await details().getByRole('button', { name: 'Show what replaced it' }).click()
    await session.page.getByRole('button', { name: /I live in Paris/, expanded: true }).waitFor()
  })
})

describe('the map', () => {
  const map = () => session.page.getByRole('application', { name: 'Map of memory' })
  const told = () => session.page.getByRole('tabpanel').getByRole('status').last()

  test('has a point for each fact, found by words, and a list with the same', async () => {
    await expect.poll(async () => (await session.ask('app.status', {})).embedder.pending, { timeout: 30_000 }).toBe(0)
    await tab(/^Map/).click()
    await map().waitFor()
    const count = (await session.ask('memory.map', {})).length
    expect(count).toBeGreaterThanOrEqual(3)
    await session.page.getByText(`${count} facts`, { exact: true }).waitFor()
    await session.page.getByRole('searchbox', { name: 'Find on the map' }).fill('marathon')
    await session.page.getByText(`1 of ${count}`, { exact: true }).waitFor()
    await session.page.getByText('As a list').click()
    await expect.poll(() => session.page.getByRole('list', { name: 'Facts on the map' }).getByRole('button').count()).toBe(1)
    await session.page.getByRole('searchbox', { name: 'Find on the map' }).fill('')
    await expect.poll(() => session.page.getByRole('list', { name: 'Facts on the map' }).getByRole('button').count()).toBe(count)
    await session.page.getByRole('list', { name: 'Colours and shapes' }).getByText('Private').waitFor()
  })

  test('is walked by arrow keys, which say the fact, zoomed by keys, and opens it with Enter', async () => {
    await map().focus()
    await session.page.keyboard.press('ArrowRight')
    await expect.poll(() => told().textContent()).not.toBe('')
    const before = await map().locator('svg').getAttribute('viewBox')
    await session.page.keyboard.press('+')
    await expect.poll(() => map().locator('svg').getAttribute('viewBox')).not.toBe(before)
    await session.page.keyboard.press('0')
    await expect.poll(() => map().locator('svg').getAttribute('viewBox')).toBe(before)
    const words = (await told().textContent()) ?? ''
    await session.page.keyboard.press('Enter')
    await session.page.getByRole('button', { name: words, expanded: true }).waitFor()
  })

  test('shows the fact under the pointer and opens it with a click', async () => {
    await tab(/^Map/).click()
    await map().waitFor()
    const [point] = await session.ask('memory.map', {})
    const box = await map().locator('svg').boundingBox()
    if (point === undefined || box === null) throw new Error('The map is empty')
    const at = { x: box.x + box.width * (0.04 + point.x * 0.92), y: box.y + box.height * (0.04 + point.y * 0.92) }
    await session.page.mouse.move(at.x, at.y)
    await map().getByText(point.text).waitFor()
    await session.page.mouse.click(at.x, at.y)
    await session.page.getByRole('button', { name: new RegExp(point.text), expanded: true }).waitFor()
  })
})

const LOOKS = [
  { language: 'en', theme: 'light' },
  { language: 'zh', theme: 'dark' }
] as const

describe.each(LOOKS)('in $language and $theme', ({ language, theme }) => {
  test('every view keeps the rules of accessibility and stays inside a window of 400 pixels', async () => {
    await session.ask('settings.set', { patch: { appearance: { language, theme } } })
    await expect.poll(() => session.page.evaluate('document.documentElement.lang')).toBe(language)
    const found: string[] = []
    for (let at = 0; at < 5; at += 1) {
      await session.app.resize(1280, 900)
      await session.page.getByRole('tab').nth(at).click()
      await session.page.waitForTimeout(400)
      found.push(...(await breachesOn(session.page)).map((breach) => `${at}: ${breach}`))
      await session.app.resize(400, 800)
      await session.page.waitForTimeout(150)
      const beyond = await session.page.evaluate<number>(
        "(() => { const main = document.querySelector('main'); return main.scrollWidth - main.clientWidth })()"
      )
      if (beyond > 1) found.push(`${at}: ${beyond} pixels too wide`)
    }
    await session.app.resize(1280, 900)
    expect(found).toEqual([])
  })
})
