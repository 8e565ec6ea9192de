import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startScriptedServer, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { chatOf } from './support/chat.ts'
import { isFocused } from './support/focused.ts'
import { openWithModel, profileFolder, type Session } from './support/session.ts'

// The memory page: what is known can be found, changed, kept private and forgotten.

const profile = profileFolder()
let server: ScriptedServer
let session: Session

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(text('Noted.'))
  session = await openWithModel(profile.dir, server.baseUrl)
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

const button = (name: string | RegExp) => session.page.getByRole('button', { name, exact: true })
const list = () => session.page.getByRole('list', { name: 'Facts' })
const card = (words: string) =>
  list()
    .getByRole('listitem')
    .filter({ has: session.page.getByRole('checkbox'), hasText: words })
const status = () => session.page.getByRole('main').getByRole('status')
const live = async (search: string) => (await session.ask('memory.list', { search })).map((fact) => fact.text)

const openMemory = () => session.page.getByRole('navigation').getByRole('button', { name: 'Memory', exact: true }).click()

/** Unfolds the filters for a while; folded, they leave room for the list. */
async function filtered(work: () => Promise<void>): Promise<void> {
  await button('Filters').click()
  await work()
  await button('Clear filters').click()
  await button('Filters').click()
}

async function add(words: string, change?: () => Promise<void>): Promise<void> {
  await button('Add a fact').click()
  const dialog = session.page.getByRole('dialog', { name: 'New fact' })
  await dialog.getByLabel('What should be remembered').fill(words)
  await change?.()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

test('a fact is added, found by one word of two characters, and known again when it is added twice', async () => {
  await chatOf(session.page).say('remember: my sister plays the cello')
  await openMemory()
  await add('我住在杭州西湖边')
  await add('I drink green tea in the morning', async () => {
    await session.page.getByRole('dialog').getByLabel('Category').selectOption({ label: 'Preference' })
  })
  await add('I drink green tea in the morning')
  await session.page.getByText('This was already known. Nothing changed.').waitFor()
  await expect.poll(() => status().textContent()).toBe('3 facts')
  const search = session.page.getByRole('searchbox', { name: 'Search memory' })
  await search.fill('杭州')
  await expect.poll(() => status().textContent()).toBe('1 fact')
  await card('我住在杭州西湖边').waitFor()
  await search.fill('no such thing anywhere')
  await session.page.getByText('No fact matches.').waitFor()
  await search.fill('')
  await expect.poll(() => status().textContent()).toBe('3 facts')
})

test('filters narrow the list, stay in sight when they are folded, and can be cleared one by one or at once', async () => {
  await button('Filters').click()
  await session.page.getByLabel('Category').selectOption({ label: 'Preference' })
  await expect.poll(() => status().textContent()).toBe('1 fact')
  await card('green tea').waitFor()
  await button('Filters').click()
  await button('No longer filter by Preference').click()
  await expect.poll(() => status().textContent()).toBe('3 facts')
  expect(await isFocused(button('Filters'))).toBe(true)
  await filtered(async () => {
    await session.page.getByLabel('Source').selectOption({ label: 'You asked to remember it' })
    await expect.poll(() => status().textContent()).toBe('1 fact')
    await session.page.getByLabel('Remembered').selectOption({ label: 'More than a year ago' })
    await session.page.getByText('No fact matches.').waitFor()
  })
  await expect.poll(() => status().textContent()).toBe('3 facts')
})

test('the list can begin with the oldest', async () => {
  await session.page.getByLabel('Order').selectOption({ label: 'Oldest first' })
  await expect.poll(() => list().getByRole('listitem').first().textContent()).toContain('cello')
  await session.page.getByLabel('Order').selectOption({ label: 'Newest first' })
  await expect.poll(() => list().getByRole('listitem').first().textContent()).toContain('green tea')
})

test('a fact made private wears a lock, is filtered by it, and no longer goes to a remote model', async () => {
  await card('杭州').getByRole('button', { name: /杭州/ }).first().click()
  const details = session.page.getByRole('region', { name: 'Details' })
  await details.getByText('Private', { exact: true }).click()
  await details.getByText('Stays on this machine.').waitFor()
  await card('杭州').getByText('Private', { exact: true }).first().waitFor()
  await filtered(async () => {
    await session.page.getByLabel('Privacy').selectOption({ label: 'Private' })
    await expect.poll(() => status().textContent()).toBe('1 fact')
  })
  expect(await session.ask('memory.recall', { query: '我住在哪里 杭州', destination: 'remote', abstain: false })).not.toMatchObject([
    { text: /杭州/ }
  ])
  expect((await session.ask('memory.recall', { query: '我住在杭州', destination: 'local' })).map((fact) => fact.text)).toContain(
    '我住在杭州西湖边'
  )
})

test('an edit keeps the old sentence as history', async () => {
  await card('green tea')
    .getByRole('button', { name: /green tea/ })
    .first()
    .click()
  const details = session.page.getByRole('region', { name: 'Details' })
  await details.getByRole('button', { name: 'Edit' }).click()
  await details.getByLabel('Text').fill('I drink black tea in the morning')
  await details.getByRole('button', { name: 'Save' }).click()
  await card('black tea').waitFor()
  await expect
    .poll(() => session.page.getByRole('region', { name: 'Details' }).getByRole('listitem').allTextContents())
    .toEqual([expect.stringContaining('I drink black tea in the morning'), expect.stringContaining('I drink green tea in the morning')])
  expect(await live('tea')).toEqual(['I drink black tea in the morning'])
  await filtered(async () => {
    await session.page.getByLabel('Status').selectOption({ label: 'True once' })
    await card('green tea').waitFor()
  })
})

test('a pinned fact stays on top', async () => {
  await add('The newest of all')
  await card('cello').getByRole('button', { name: 'Pin' }).press('Enter')
  await card('cello').getByRole('button', { name: 'Unpin' }).waitFor()
  await expect.poll(() => list().getByRole('listitem').first().textContent()).toContain('cello')
})

test('where a fact comes from is a quote that leads to the message', async () => {
  const details = session.page.getByRole('region', { name: 'Details' })
  const quote = details.getByRole('blockquote').getByText('my sister plays the cello')
  // The pin of the test before may still move the card away under the press.
  const opened = async (): Promise<number> => {
    if ((await quote.count()) > 0) return 1
    await card('cello').getByRole('button', { name: /cello/ }).first().click()
    await session.page.waitForTimeout(500)
    return quote.count()
  }
  await expect.poll(opened, { timeout: 10_000, interval: 200 }).toBe(1)
  await details.getByText('You asked for it to be remembered.').waitFor()
  // By keys: messages of the tests before may lie over it, and move when one of them goes.
  await details.getByRole('button', { name: 'Open the conversation' }).press('Enter')
  await session.page.getByRole('log').getByText('remember: my sister plays the cello').waitFor()
  await openMemory()
})

test('forgetting names every copy, can be undone for ten seconds, and undone it is as before', async () => {
  await card('cello').getByRole('button', { name: /cello/ }).first().click()
  await session.page.getByRole('region', { name: 'Details' }).getByRole('button', { name: 'Forget' }).press('Enter')
  const dialog = session.page.getByRole('dialog', { name: 'Forget this?' })
  await dialog.getByText('its words in the messages that taught or quoted it').waitFor()
  await dialog.getByRole('button', { name: 'Forget' }).click()
  await card('cello').waitFor({ state: 'detached' })
  expect(await live('cello')).toEqual([])
  await session.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await card('cello').waitFor()
  expect(await session.ask('memory.list', { search: 'cello' })).toMatchObject([
    { pinned: true, evidence: [{ text: 'my sister plays the cello' }] }
  ])
})

test('a doubtful fact is confirmed, and one that was wrong stays as history that never held', async () => {
  const details = session.page.getByRole('region', { name: 'Details' })
  // Undone, the card is open as it was.
  await details.waitFor()
  await details.getByRole('button', { name: 'Yes, that is so' }).press('Enter')
  await details.getByText(/You confirmed it on/).waitFor()
  await add('I play the bassoon')
  await card('bassoon')
    .getByRole('button', { name: /bassoon/ })
    .first()
    .click()
  await details.getByRole('button', { name: 'That was wrong' }).press('Enter')
  await session.page.getByRole('dialog', { name: 'Was this wrong?' }).getByRole('button', { name: 'It was wrong' }).click()
  await card('bassoon').waitFor({ state: 'detached' })
  expect(await live('bassoon')).toEqual([])
  await filtered(async () => {
    await session.page.getByLabel('Status').selectOption({ label: 'Was wrong' })
    await expect.poll(() => status().textContent()).toBe('1 fact')
    await card('bassoon').waitFor()
  })
})

test('several facts at once are made open or forgotten, and come back together', async () => {
  await session.page.getByRole('checkbox', { name: 'Select all' }).check()
  await session.page.getByText('4 selected').waitFor()
  await button('Forget').first().click()
  await session.page.getByText('4 facts forgotten. They are erased in ten seconds.').waitFor()
  await session.page.getByText('Nothing is remembered yet.').waitFor()
  await session.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => status().textContent()).toBe('4 facts')
})

test('the most used can come first, and say how often they were used', async () => {
  await session.page.getByRole('navigation').getByRole('button', { name: 'New conversation' }).first().click()
  await chatOf(session.page).say('What does my sister play?')
  await openMemory()
  await session.page.getByLabel('Order').selectOption({ label: 'Most used first' })
  await expect.poll(() => list().getByRole('listitem').first().textContent()).toMatch(/cello.*Used in 1 answer/)
  await session.page.getByLabel('Order').selectOption({ label: 'Newest first' })
})

test('what a turn would be given can be asked, and a private fact is not among it for another machine', async () => {
  await session.page.getByText('What a turn would be given', { exact: true }).click()
  await session.page.getByRole('searchbox', { name: 'Search memory' }).fill('What does my sister play?')
  await session.page.getByText('my sister plays the cello').first().waitFor()
})
