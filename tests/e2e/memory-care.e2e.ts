import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startScriptedServer, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { breachesOn } from './support/axe.ts'
import { openWithModel, profileFolder, type Session } from './support/session.ts'
import { sayUnseen } from './support/say-unseen.ts'

// What is done to many facts at once: merged, forgotten by subject, taken out as a file and in again, put into projects.

const profile = profileFolder()
let server: ScriptedServer
let session: Session

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(text('Noted.'))
  session = await openWithModel(profile.dir, server.baseUrl)
  await session.ask('settings.set', { patch: { memory: { extraction: 'off' } } })
  await sayUnseen(session, 'Where could Rex swim today?')
  for (const words of ['My dog Rex is four', 'Rex swims like a fish', 'I drink green tea', 'I drink tea without sugar'])
    await session.ask('memory.add', { text: words })
  await session.page.getByRole('navigation').getByRole('button', { name: 'Memory', exact: true }).click()
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

const list = () => session.page.getByRole('list', { name: 'Facts' })
const live = async () => (await session.ask('memory.list', {})).map((fact) => fact.text).toSorted()
const undo = () => session.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).last()

/** Opens a dialog of the menu; it must keep the rules of accessibility as it opens. */
async function more(item: string) {
  await session.page.getByRole('button', { name: 'More for memory' }).click()
  await session.page.getByRole('menuitem', { name: item }).click()
  const dialog = session.page.getByRole('dialog')
  await dialog.waitFor()
  expect(await breachesOn(session.page)).toEqual([])
  return dialog
}

const ALL = ['I drink green tea', 'I drink tea without sugar', 'My dog Rex is four', 'Rex swims like a fish']

test('two facts become one with a sentence of its own, and undone they are two again', async () => {
  for (const words of ['green tea', 'without sugar'])
    await list()
      .getByRole('checkbox', { name: new RegExp(words) })
      .check()
  await session.page.getByRole('button', { name: 'Merge', exact: true }).click()
  const dialog = session.page.getByRole('dialog', { name: 'Make one fact of 2' })
  await dialog.waitFor()
  expect(await breachesOn(session.page)).toEqual([])
  await dialog.getByRole('radio', { name: 'I drink tea without sugar' }).check()
  expect(await dialog.getByLabel('The sentence that stays').inputValue()).toBe('I drink tea without sugar')
  await dialog.getByLabel('The sentence that stays').fill('I drink green tea, without sugar')
  await dialog.getByRole('button', { name: 'Merge' }).click()
  await list()
    .getByRole('button', { name: /I drink green tea, without sugar/ })
    .first()
    .waitFor()
  expect(await live()).toEqual(['I drink green tea, without sugar', ...ALL.slice(2)])
  const details = session.page.getByRole('region', { name: 'Details' })
  await expect.poll(() => details.getByText('was true until then').count()).toBe(2)
  await undo().click()
  await expect.poll(live).toEqual(ALL)
})

test('everything about something is shown before it is forgotten, a fact can be spared, and one undo brings all of it back', async () => {
  const dialog = await more('Forget everything about …')
  await dialog.getByText('Nothing is forgotten before you have seen what it is.').waitFor()
  await dialog.getByLabel('What it is about').fill('Rex')
  await dialog.getByRole('heading', { name: '2 facts to forget' }).waitFor()
  await dialog.getByText('Where could Rex swim today?').first().waitFor()
  await dialog.getByText('stays as it is').first().waitFor()
  await dialog.getByRole('checkbox', { name: 'Forget: My dog Rex is four' }).uncheck()
  await dialog.getByRole('checkbox', { name: /^Delete the conversation/ }).check()
  expect(await breachesOn(session.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Forget 1 fact and 1 conversation' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await live()).toEqual(ALL.slice(0, 3))
  expect(await session.ask('conversations.search', { query: 'Rex' })).toEqual([])
  await undo().click()
  await expect.poll(live).toEqual(ALL)
  expect(await session.ask('conversations.search', { query: 'Rex' })).toHaveLength(1)
})

test.each([
  ['json', 'JSON'],
  ['md', 'Markdown']
])('memory goes into a .%s file after a warning, and comes back from it', async (ending, format) => {
  const path = join(profile.dir, '..', `memory-${process.pid}.${ending}`)
  try {
    const dialog = await more('Import and export')
    await dialog.getByText('The file is not encrypted.').waitFor()
    await dialog.getByText(format, { exact: true }).click()
    session.app.answerDialog(path)
    await dialog.getByRole('button', { name: 'Save a file …' }).click()
    await dialog.getByText(`Saved: ${path}`).waitFor()
    expect(existsSync(path) && readFileSync(path, 'utf8')).toContain('Rex swims like a fish')
    const { factId } = (await session.ask('memory.list', { search: 'fish' }))[0] ?? { factId: '' }
    await session.ask('memory.delete', { factId })
    session.app.answerDialog(path)
    await dialog.getByRole('button', { name: 'Choose a file …' }).click()
    await dialog.getByText('1 fact was added, 3 were known already.').waitFor()
    expect(await live()).toEqual(ALL)
    await session.page.keyboard.press('Escape')
  } finally {
    rmSync(path, { force: true })
  }
})

test('a file that is no memory changes nothing and says so', async () => {
  const path = join(profile.dir, '..', `memory-bad-${process.pid}.json`)
  writeFileSync(path, '{"facts": "none"}')
  try {
    const dialog = await more('Import and export')
    session.app.answerDialog(path)
    await dialog.getByRole('button', { name: 'Choose a file …' }).click()
    await dialog.getByText('This file is not a memory that Hearth can read. Nothing was stored.').waitFor()
    session.app.answerDialog(null)
    await dialog.getByRole('button', { name: 'Choose a file …' }).click()
    await dialog.getByText('No file was chosen. Nothing changed.').waitFor()
    expect(await live()).toEqual(ALL)
    await session.page.keyboard.press('Escape')
  } finally {
    rmSync(path, { force: true })
  }
})

test('a project is made, renamed, filtered by, and deleted with what was learned in it; undone all of it is back', async () => {
  const dialog = await more('Projects')
  await dialog.getByLabel('Name of a new project').fill('Kitchen')
  await dialog.getByLabel('Name of a new project').press('Enter')
  await dialog.getByText('0 conversations, 0 facts').waitFor()
  await dialog.getByRole('button', { name: 'Rename: Kitchen' }).click()
  await dialog.getByLabel('New name').fill('New kitchen')
  await dialog.getByLabel('New name').press('Enter')
  await dialog.getByText('New kitchen', { exact: true }).waitFor()
  const [project] = await session.ask('projects.list', {})
  await session.ask('memory.add', { text: 'The budget is 4,000', scope: 'project', projectId: project?.projectId })
  await dialog.getByText('0 conversations, 1 fact').waitFor()
  await session.page.keyboard.press('Escape')

  await session.page.getByRole('button', { name: 'Filters', exact: true }).click()
  await session.page.getByLabel('Scope').selectOption({ label: 'Project: New kitchen' })
  await expect.poll(() => session.page.getByRole('main').getByRole('status').first().textContent()).toBe('1 fact')
  await list().getByText('Project: New kitchen').waitFor()
  await session.page.getByRole('button', { name: 'Projects …' }).click()
  await dialog.getByRole('button', { name: 'Delete: New kitchen' }).click()
  await dialog.getByText('Its 1 fact is forgotten.').waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await session.ask('projects.list', {})).toEqual([])
  expect(await live()).toEqual(ALL)
  await undo().click()
  await expect
    .poll(async () => (await session.ask('projects.list', {})).map(({ name, facts }) => [name, facts]))
    .toEqual([['New kitchen', 1]])
})
