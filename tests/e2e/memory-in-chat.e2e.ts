import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startScriptedServer, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { breachesOn } from './support/axe.ts'
import { chatOf, type Chat } from './support/chat.ts'
import { openWithModel, profileFolder, type Session } from './support/session.ts'

// Memory as it shows beside a conversation: what was used and learned, notes of compaction, projects.

const NOTE = `## Session intent
A test of long conversations.

## What is known and done
Several messages were exchanged.

## Artifacts
none

## Next steps
none`

const profile = profileFolder()
let server: ScriptedServer
let session: Session
let chat: Chat

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(text('Noted.'))
  session = await openWithModel(profile.dir, server.baseUrl, { size: { width: 1280, height: 800 } })
  await session.ask('settings.set', { patch: { memory: { extraction: 'rules', profile: false } } })
  chat = chatOf(session.page)
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

const button = (name: string | RegExp) => session.page.getByRole('button', { name, exact: true })
const entryMenu = async (title: string, item: string): Promise<void> => {
  await session.page.getByRole('button', { name: title }).first().hover()
  await button(`Options for “${title}”`).click()
  await session.page.getByRole('menuitem', { name: item, exact: true }).click()
}

test('a fact that an answer used is a chip that opens it, and can be forgotten from there with undo', async () => {
  await session.ask('memory.add', { text: 'My favourite tea is Longjing' })
  const answer = await chat.say('Which tea is my favourite?')
  await answer.getByRole('button', { name: 'used: My favourite tea is Longjing' }).waitFor()
  await answer.getByRole('button', { name: 'Forget it: My favourite tea is Longjing' }).click()
  await answer.getByText('a memory that has been deleted').waitFor()
  await button('Undo').click()
  await answer.getByRole('button', { name: 'used: My favourite tea is Longjing' }).waitFor()
})

test('what a rule finds in a message waits as a chip, and one press makes it a memory', async () => {
  await chat.fresh()
  const answer = await chat.say('My name is Rosalind and I live in Lisbon.')
  await session.ask('memory.extract', {})
  const accept = answer.getByRole('button', { name: /^Remember it: .*Rosalind/ })
  await accept.click()
  await answer.getByRole('button', { name: /^remembered: .*Rosalind/ }).waitFor()
  await answer.getByRole('button', { name: /^Undo: .*Rosalind/ }).click()
  await answer
    .getByRole('button', { name: /Rosalind/ })
    .first()
    .waitFor({ state: 'detached' })
  await session.page.getByText('Undone. It is not remembered.').first().waitFor()
  expect(await session.ask('memory.list', { search: 'Rosalind' })).toEqual([])
})

test('a long conversation is summarised now, and the summary can be read', async () => {
  await chat.fresh()
  for (const each of ['one', 'two', 'three', 'four', 'five']) await chat.say(`Message number ${each}`)
  await session.ask('settings.set', { patch: { compaction: { maxMessages: 6, keep: 2 } } })
  server.enqueue(text(NOTE))
  const answer = await chat.say('And another one')
  await chat.log
    .getByText(/earlier messages became a summary/)
    .first()
    .waitFor()
  await chat.log.getByRole('button', { name: 'Read it' }).first().click()
  const dialog = session.page.getByRole('dialog', { name: 'The summary that the model is given' })
  await dialog.getByText('Several messages were exchanged.').waitFor()
  expect(await breachesOn(session.page)).toEqual([])
  await session.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await answer.waitFor()
  await session.ask('settings.set', { patch: { compaction: { maxMessages: 200, keep: 6 } } })
})

test('a conversation is put into a new project, and taken out again beside the composer', async () => {
  await chat.fresh()
  await chat.say('Talk about the garden')
  await entryMenu('Talk about the garden', 'Project…')
  const dialog = session.page.getByRole('dialog', { name: 'Which project is it in?' })
  await dialog.getByLabel('Name of a new project').fill('Garden')
  expect(await breachesOn(session.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Make it and move here' }).click()
  await dialog.waitFor({ state: 'detached' })
  await button('Project: Garden').click()
  await session.page.getByRole('menuitemradio', { name: 'No project' }).click()
  await button('Project: No project').waitFor()
})

test('a conversation is deleted with what was learned from it alone', async () => {
  await chat.fresh()
  await chat.say('remember: my key is under the pot')
  await entryMenu('my key is under the pot', 'Delete with what was learned…')
  const dialog = session.page.getByRole('dialog', { name: 'Delete the conversation and what was learned from it?' })
  await dialog.getByText('my key is under the pot').waitFor()
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(async () => (await session.ask('memory.list', { search: 'under the pot' })).length).toBe(0)
})

test('the models that find by meaning are listed, and another one takes over', async () => {
  await session.page.getByRole('navigation').getByRole('button', { name: 'Models', exact: true }).click()
  const section = session.page.getByRole('region', { name: 'Finding by meaning' })
  await section.getByText('in use', { exact: false }).first().waitFor()
  expect(await breachesOn(session.page)).toEqual([])
  const models = await session.ask('embedding.models', {})
  const other = models.find((model) => model.installed && !model.wanted)
  if (other === undefined) throw new Error('There is one model only')
  await section.getByRole('button', { name: `Use this model: ${other.name}` }).click()
  await expect
    .poll(async () => (await session.ask('embedding.models', {})).find((model) => model.active)?.id, { timeout: 30_000 })
    .toBe(other.id)
})
