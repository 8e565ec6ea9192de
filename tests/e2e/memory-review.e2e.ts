import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startScriptedServer, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { breachesOn } from './support/axe.ts'
import { isFocused } from './support/focused.ts'
import { openWithModel, profileFolder, type Session } from './support/session.ts'
import { sayUnseen } from './support/say-unseen.ts'

// What waits for a word: proposals and contradictions decided by keys, messages that could not be read, facts that deserve a look.

const profile = profileFolder()
const YEARS_AGO = new Date(Date.now() - 900 * 86_400_000).toISOString()
let server: ScriptedServer
let session: Session

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(text('Noted.'))
  session = await openWithModel(profile.dir, server.baseUrl)
  await session.ask('memory.add', { text: 'I do not like coffee' })
  await session.ask('settings.set', { patch: { memory: { extraction: 'rules' } } })
  for (const words of ['My name is Ming', 'I live in Paris', 'I like coffee']) await sayUnseen(session, words)
  await session.ask('memory.extract', {})
  await session.page.getByRole('navigation').getByRole('button', { name: 'Memory', exact: true }).click()
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

const tab = (name: RegExp) => session.page.getByRole('tab', { name })
const inbox = () => session.page.getByRole('list', { name: 'To decide' })
const inHand = () => inbox().locator('[data-in-hand]')
const focusedText = () => session.page.evaluate<string>("document.activeElement?.getAttribute('aria-label') ?? ''")
const live = async () => (await session.ask('memory.list', {})).map((fact) => fact.text)
const undo = () => session.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last()

/** Goes down with the arrow key until the card with these words is in hand. */
async function takeUp(words: string): Promise<void> {
  await inHand().focus()
  await session.page.keyboard.press('Home')
  for (let step = 0; step < 5 && !(await focusedText()).includes(words); step += 1) {
    await session.page.keyboard.press('ArrowDown')
    await session.page.waitForTimeout(60)
  }
  expect(await focusedText()).toContain(words)
}

test('the tab says how much waits, arrow keys go along the tabs, and the inbox breaks no rule of accessibility', async () => {
  await tab(/^Review 3$/).waitFor()
  await tab(/^Facts/).focus()
  await session.page.keyboard.press('ArrowRight')
  expect(await tab(/^Review/).getAttribute('aria-selected')).toBe('true')
  await inbox().getByRole('listitem').nth(2).waitFor()
  expect(await live()).toEqual(['I do not like coffee'])
  expect(await breachesOn(session.page)).toEqual([])
})

test('a proposal is accepted by one key, and the next one is in hand and has the focus', async () => {
  await takeUp('Ming')
  await session.page.keyboard.press('a')
  await expect.poll(() => inbox().getByRole('listitem').count()).toBe(2)
  await expect.poll(live).toContain('My name is Ming')
  await expect.poll(() => isFocused(inHand())).toBe(true)
  await tab(/^Review 2$/).waitFor()
})

test('a proposal is put into other words, with the keys of a form being no decisions', async () => {
  await takeUp('Paris')
  await session.page.keyboard.press('e')
  const field = session.page.getByLabel('The fact in your words')
  await expect.poll(() => isFocused(field)).toBe(true)
  await field.press('Escape')
  await expect.poll(focusedText).toContain('Paris')
  await session.page.keyboard.press('e')
  await field.fill('I rent a flat in Paris')
  await session.page.getByRole('button', { name: 'Save and accept' }).click()
  await expect.poll(live).toContain('I rent a flat in Paris')
  expect(await live()).not.toContain('I live in Paris')
})

test('a contradiction shows both, and rejecting the new one can be undone', async () => {
  await inHand().focus()
  await session.page.getByRole('group', { name: 'Which one holds?' }).waitFor()
  await inbox().getByText('I do not like coffee').waitFor()
  await session.page.keyboard.press('r')
  await session.page.getByText('Nothing waits for your word.').waitFor()
  await undo().click()
  await inbox().getByText('I like coffee', { exact: true }).first().waitFor()
})

test('the new one of a contradiction takes the place of the old one, which stays as history', async () => {
  await session.page.getByRole('button', { name: 'The new one' }).click()
  await expect.poll(live).toContain('I like coffee')
  expect(await live()).not.toContain('I do not like coffee')
  expect((await session.ask('memory.list', { status: 'superseded' })).map((fact) => fact.text)).toContain('I do not like coffee')
})

test('both of a contradiction can hold', async () => {
  await session.ask('memory.add', { text: 'I do not like tea' })
  await sayUnseen(session, 'I like tea')
  await session.ask('memory.extract', {})
  await inHand().waitFor()
  await session.page.getByRole('button', { name: 'Both' }).click()
  await expect.poll(live).toEqual(expect.arrayContaining(['I like tea', 'I do not like tea']))
})

test('messages that could not be read are in sight, tried again, and let go', async () => {
  await session.ask('settings.set', { patch: { memory: { extraction: 'model' } } })
  const said = async (words: string): Promise<void> => {
    await sayUnseen(session, words)
    await session.ask('memory.extract', {})
  }
  await said('I play the violin on Sundays')
  const failed = session.page.getByRole('region', { name: 'Messages that could not be read' })
  await failed.getByText('the answer could not be read').waitFor()
  server.otherwise(text(JSON.stringify({ reasoning: 'Nothing lasting.', facts: [] })))
  await failed.getByRole('button', { name: 'Try again' }).click()
  await failed.waitFor({ state: 'detached' })
  server.otherwise(text('Noted.'))
  await said('I paint on Mondays')
  await failed.getByRole('button', { name: 'Let go' }).click()
  await failed.waitFor({ state: 'detached' })
  expect((await session.ask('memory.extraction', {})).failed).toEqual([])
})

test('what was never used is kept, which confirms it, or forgotten, which can be undone', async () => {
  await session.ask('memory.add', { text: 'I used to collect stamps', createdAt: YEARS_AGO })
  await session.ask('memory.add', { text: 'I once owned a red bicycle', createdAt: YEARS_AGO })
  await session.page.getByText('Unused', { exact: true }).click()
  const unused = session.page.getByRole('list', { name: 'Unused' })
  await unused.getByText('stamps').waitFor()
  const before = await unused.getByRole('listitem').count()
  await unused.getByText('bicycle').click()
  await session.page.keyboard.press('a')
  await expect.poll(() => unused.getByRole('listitem').count()).toBe(before - 1)
  expect(await session.ask('memory.list', { search: 'bicycle' })).toMatchObject([{ confirmedAt: expect.any(String) }])
  await unused.getByText('stamps').click()
  await session.page.keyboard.press('r')
  await expect.poll(() => unused.getByText('stamps').count()).toBe(0)
  await undo().click()
  await unused.getByText('stamps').waitFor()
})
