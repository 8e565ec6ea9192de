import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startScriptedServer, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { chatOf, type Chat } from './support/chat.ts'
import { openSession, openWithModel, profileFolder, type Session } from './support/session.ts'

// The list of conversations, and what is there after the app was closed.

const profile = profileFolder()
let server: ScriptedServer
let session: Session
let chat: Chat

const size = { width: 1280, height: 800 }

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(({ body }) => text(`You said: ${body.messages.at(-1)?.content ?? ''}`))
  session = await openWithModel(profile.dir, server.baseUrl, { size })
  chat = chatOf(session.page)
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

const list = () => session.page.getByRole('region', { name: 'Conversations' })
const entry = (title: string) => list().getByRole('button', { name: title, exact: true })

async function option(title: string, name: string): Promise<void> {
  await entry(title).hover()
  await session.page.getByRole('button', { name: `Options for “${title}”` }).click()
  await session.page.getByRole('menuitem', { name, exact: true }).click()
}

test('a conversation is named by its first words and can be renamed', async () => {
  await chat.say('How do I sharpen a plane iron?')
  await chat.fresh()
  await chat.say('Which yeast suits a cold kitchen?')
  await option('How do I sharpen a plane iron?', 'Rename')
  const field = session.page.getByRole('textbox', { name: 'Title of the conversation' })
  await field.fill('Sharpening 磨刀')
  await field.press('Enter')
  await entry('Sharpening 磨刀').click()
  await session.page.getByRole('heading', { name: 'Sharpening 磨刀', level: 1 }).waitFor()
  await chat.questions.getByText('How do I sharpen a plane iron?').waitFor()
})

test('a deleted conversation comes back with undo, as it was', async () => {
  await option('Which yeast suits a cold kitchen?', 'Delete')
  await entry('Which yeast suits a cold kitchen?').waitFor({ state: 'detached' })
  await session.page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Undo' }).click()
  await entry('Which yeast suits a cold kitchen?').click()
  await chat.log.getByText('You said: Which yeast suits a cold kitchen?').waitFor()
})

test('search finds a word in an answer, jumps to the message and marks it', async () => {
  await chat.fresh()
  const long = Array.from({ length: 30 }, (_, index) => `Line ${index} of a recipe.`).join('\n\n')
  server.enqueue(text(`Take the quincemark first.\n\n${long}`), text(long), text(long))
  await chat.say('Write the recipe')
  await chat.say('Again please')
  await chat.say('And again')
  expect(await chat.log.getByText('quincemark').isVisible()).toBe(false)
  await session.page.keyboard.press('Control+f')
  await session.page.keyboard.type('quincemark')
  const results = session.page.getByRole('region', { name: 'Search results' })
  await results.locator('mark', { hasText: 'quincemark' }).waitFor()
  await results.getByRole('button').first().click()
  const found = chat.log.getByText('Take the quincemark first.')
  await found.waitFor()
  const seen = await found.evaluate((each) => {
    const { top, bottom } = each.getBoundingClientRect()
    return top >= 0 && bottom <= each.ownerDocument.defaultView.innerHeight
  })
  expect(seen).toBe(true)
  await session.page.keyboard.press('Control+f')
  await session.page.keyboard.press('Escape')
  await list().waitFor()
})

test('a draft of a new conversation is kept without pulling the person back to it', async () => {
  await chat.fresh()
  await chat.field.fill('a thought that waits for its time')
  await entry('Sharpening 磨刀').click()
  await chat.log.waitFor()
  await session.page.waitForTimeout(500)
  await session.page.getByRole('heading', { name: 'Sharpening 磨刀', level: 1 }).waitFor()
  expect(await chat.field.inputValue()).toBe('')
  await chat.fresh()
  await expect.poll(() => chat.field.inputValue()).toBe('a thought that waits for its time')
  await chat.field.fill('')
  await entry('Sharpening 磨刀').click()
})

test('closing the app keeps conversations, versions and drafts, and erases what was deleted', async () => {
  await entry('Sharpening 磨刀').click()
  await chat.answers.last().getByRole('button', { name: 'Answer again' }).click()
  await chat.log.getByText('2/2').waitFor()
  await chat.settled()
  await option('Which yeast suits a cold kitchen?', 'Delete')
  await entry('Which yeast suits a cold kitchen?').waitFor({ state: 'detached' })
  // Ended in the middle of typing, at most the last few keys are lost.
  const draft = 'a draft that was never sent and grows until the end'
  await chat.field.pressSequentially(draft, { delay: 40 })
  expect(session.takeProblems()).toEqual([])
  await session.end()

  session = await openSession(profile.dir, { size })
  chat = chatOf(session.page)
  await entry('Sharpening 磨刀').click()
  await chat.log.getByText('You said: How do I sharpen a plane iron?').waitFor()
  await chat.log.getByText('2/2').waitFor()
  await expect.poll(async () => (await chat.field.inputValue()).length).toBeGreaterThan(draft.length / 2)
  expect(draft.startsWith(await chat.field.inputValue())).toBe(true)
  expect(await entry('Which yeast suits a cold kitchen?').count()).toBe(0)
  expect(await session.ask('conversations.search', { query: 'yeast' })).toEqual([])
})
