import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { failure, startScriptedServer, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { chatOf, type Chat } from './support/chat.ts'
import { openWithModel, profileFolder, type Session } from './support/session.ts'

// What left this machine, and where everything lies: what the pages say is what happened.

const profile = profileFolder()
let server: ScriptedServer
let session: Session
let chat: Chat

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(text('Read.'))
  session = await openWithModel(profile.dir, server.baseUrl)
  chat = chatOf(session.page)
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

const main = () => session.page.getByRole('main')
const open = (page: string) => session.page.getByRole('navigation').getByRole('button', { name: page, exact: true }).click()
const lines = () => session.page.getByRole('list', { name: 'Receipts by day' }).getByRole('button')

test('the page lists every request by day, and nothing else', async () => {
  await session.ask('memory.add', { text: 'I keep bees on the roof' })
  await chat.say('Where do I keep bees, and what about heatherhoney?')
  server.enqueue(failure(401, 'no'))
  await chat.say('And now?')
  await open('What left this machine')
  await session.page.getByText('To other machines', { exact: true }).click()
  await expect.poll(() => lines().count()).toBe(server.requests.length)
  const total = server.requests.reduce((sum, request) => sum + Buffer.byteLength(request.raw), 0)
  const shown = new Intl.NumberFormat('en-GB', { maximumFractionDigits: total < 10_000 ? 1 : 0 }).format(total / 1_000)
  await main().getByText(`${shown} kB to ${server.host} in ${server.requests.length} requests`).waitFor()
})

test('a letter says to whom, why and with what, and shows the body word for word, without a key', async () => {
  await session.page.getByRole('searchbox', { name: 'Search receipts' }).fill('heatherhoney')
  await expect.poll(() => lines().count()).toBeGreaterThan(0)
  await lines().last().click()
  const letter = session.page.getByRole('dialog', { name: 'Receipt' })
  await letter.getByText(server.host, { exact: true }).waitFor()
  await letter.getByText('POST /v1/chat/completions').waitFor()
  await letter.getByText('answered with 200').waitFor()
  await letter.getByRole('button', { name: 'I keep bees on the roof' }).waitFor()
  const body = await letter.getByRole('group', { name: 'Body, word for word' }).textContent()
  expect(JSON.parse(body ?? '')).toEqual(server.chats[0]?.body)
  await session.page.evaluate('navigator.clipboard.writeText = async (copied) => void (globalThis.copied = copied)')
  await letter.getByRole('button', { name: 'Copy the body' }).click()
  await expect.poll(() => session.page.evaluate('globalThis.copied')).toBe(server.chats[0]?.raw)
  expect((await letter.textContent())?.toLowerCase()).not.toContain('authorization')
  await session.page.keyboard.press('Escape')
  await letter.waitFor({ state: 'detached' })
})

test('a receipt leads to its conversation', async () => {
  await lines().last().click()
  await session.page.getByRole('dialog').getByRole('button', { name: 'Open the conversation' }).click()
  await chat.questions.getByText('And now?').waitFor()
})

test('the data page tells the folder and the true counts, and opens the folder', async () => {
  await open('Data')
  await main().getByText(profile.dir, { exact: true }).waitFor()
  const { counts, embedder } = await session.ask('app.status', {})
  const shown = await main().getByRole('region', { name: 'What is in it' }).textContent()
  expect(shown).toContain(`Facts${counts.facts}`)
  expect(shown).toContain(`Conversations${counts.conversations}`)
  expect(shown).toContain(`Messages${counts.messages}`)
  await main()
    .getByText(new RegExp(`${embedder.id}.*${embedder.dimensions} dimensions`))
    .waitFor()
})
