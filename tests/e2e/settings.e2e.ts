import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { failure, startScriptedServer, status, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { chatOf, type Chat } from './support/chat.ts'
import { openSession, profileFolder, type Session } from './support/session.ts'

// Models, tools and settings: each change holds at once, and shows in the next request.

const profile = profileFolder()
const KEY = 'sk-never-to-be-shown-again'
let server: ScriptedServer
let session: Session
let chat: Chat

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(text('Read.'))
  server.models(['small-model', 'large-model'])
  session = await openSession(profile.dir)
  chat = chatOf(session.page)
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

const button = (name: string | RegExp) => session.page.getByRole('button', { name, exact: true })
const main = () => session.page.getByRole('main')
const rail = (name = 'Navigation') => session.page.getByRole('navigation', { name })
const open = (page: string) => rail().getByRole('button', { name: page, exact: true }).click()
const toChat = () => button('New conversation').first().click()
const saved = () => session.page.getByText('Saved', { exact: true }).first().waitFor()

describe('a model', () => {
  test('is connected from the welcome: a failing test says why, a good one lists the models', async () => {
    await button('Connect a model').click()
    await main().getByRole('heading', { name: 'Models' }).waitFor()
    await main()
      .getByRole('button', { name: /speaks the OpenAI protocol/ })
      .click()
    const dialog = session.page.getByRole('dialog', { name: /^Connect / })
    await dialog.getByLabel('Name').fill('My server')
    await dialog.getByLabel('Address', { exact: true }).fill(`${server.origin}/nothing-here`)
    await dialog.getByLabel(/^This address passes everything on/).check()
    await dialog.getByLabel('Key', { exact: true }).fill(KEY)
    const tryIt = dialog.getByRole('button', { name: 'Test the connection' })
    await tryIt.click()
    await dialog.getByText('answers, but not as a model server').waitFor()
    await dialog.getByLabel('Address', { exact: true }).fill(server.baseUrl)
    server.route('GET', '/v1/models', failure(401, 'no'))
    await tryIt.click()
    await dialog.getByText(`${server.host} refused the key (401).`).waitFor()
    server.models(['small-model', 'large-model'])
    await tryIt.click()
    await dialog.getByText('It answers. 2 models.').waitFor()
    await dialog.getByLabel('Model', { exact: true }).selectOption('large-model')
    await dialog.getByRole('button', { name: 'Save and use' }).click()
    await dialog.waitFor({ state: 'detached' })
    await button(`Destination: ${server.host}`).waitFor()
    expect(await session.page.content()).not.toContain(KEY)
  })

  test('that is chosen gets the next message, with its key, which is shown nowhere', async () => {
    await toChat()
    await chat.say('Who are you?')
    expect(server.lastChat().body.model).toBe('large-model')
    expect(server.lastChat().headers.authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.stringify(await session.ask('privacy.receipts', {}))).not.toContain(KEY)
  })

  test('is left for memory alone, and taken again, from the destination chip', async () => {
    const requests = server.requests.length
    await button(`Destination: ${server.host}`).click()
    await button('No model, memory only').click()
    await button('Destination: On this machine · Memory only').waitFor()
    await chat.say('And now?')
    expect(server.requests.length).toBe(requests)
    await button('Destination: On this machine · Memory only').click()
    await session.page.getByRole('button', { name: /^My server/ }).click()
    await button(`Destination: ${server.host}`).waitFor()
  })
})

describe('a tool that is switched off', () => {
  test('is not offered in the next request, and is again when it is on', async () => {
    const offered = () => (server.lastChat().body.tools ?? []).map((tool) => tool.function.name)
    await toChat()
    await chat.say('One')
    expect(offered()).toContain('calculator')
    await open('Tools')
    await main().getByRole('switch', { name: 'Calculator' }).uncheck()
    await toChat()
    await chat.say('Two')
    expect(offered()).not.toContain('calculator')
    expect(offered()).toContain('save_preference')
    await open('Tools')
    await main().getByRole('switch', { name: 'Calculator' }).check()
    await toChat()
    await chat.say('Three')
    expect(offered()).toContain('calculator')
  })
})

describe('a setting', () => {
  test('of instruction and temperature shows in the next request', async () => {
    await open('Settings')
    const instruction = main().getByLabel('Instruction to the model')
    await instruction.fill('Answer in rhymes, 请押韵。')
    await instruction.blur()
    await saved()
    await main().getByRole('switch', { name: 'Leave the temperature to the model' }).uncheck()
    const temperature = main().getByLabel('Temperature', { exact: true })
    await temperature.fill('9')
    await temperature.press('Enter')
    await main().getByText('A number from 0 to 2.').waitFor()
    await temperature.fill('0.3')
    await temperature.press('Enter')
    await main().getByText('A number from 0 to 2.').waitFor({ state: 'detached' })
    await expect.poll(async () => (await session.ask('settings.get', {})).chat.temperature).toBe(0.3)
    await toChat()
    await chat.say('Four')
    expect(server.lastChat().body.temperature).toBe(0.3)
    expect(server.lastChat().body.messages[0]?.content).toContain('Answer in rhymes, 请押韵。')
  })

  test('of memory keeps facts out of the request when it is off', async () => {
    await session.ask('memory.add', { text: 'My boat is called Tern' })
    await open('Settings')
    await main().getByRole('switch', { name: 'Use memory in conversations' }).uncheck()
    await toChat()
    await chat.say('What is my boat called?')
    expect(server.lastChat().raw).not.toContain('Tern')
    await open('Settings')
    await main().getByRole('switch', { name: 'Use memory in conversations' }).check()
    await toChat()
    await chat.say('What is my boat called?')
    expect(server.lastChat().raw).toContain('Tern')
  })

  test('of language, theme and size of text applies at once', async () => {
    await open('Settings')
    await main().getByText('中文', { exact: true }).click()
    await main().getByRole('heading', { name: '设置', level: 1 }).waitFor()
    expect(await session.page.evaluate('document.documentElement.lang')).toBe('zh')
    await rail('导航').getByRole('button', { name: '离开本机的内容' }).waitFor()
    await main().getByText('深色', { exact: true }).click()
    await expect.poll(() => session.page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(28, 26, 24)')
    await main().getByText('浅色', { exact: true }).click()
    await expect.poll(() => session.page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(250, 248, 244)')
    await main().getByLabel('文字大小').selectOption('1.5')
    await expect.poll(() => session.page.evaluate('getComputedStyle(document.documentElement).fontSize')).toBe('24px')
    await main().getByLabel('文字大小').selectOption('1')
    await main().getByText('English', { exact: true }).click()
    await main().getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    await session.page.reload()
    await rail().waitFor()
    expect(await session.page.evaluate('document.documentElement.lang')).toBe('en')
  })

  test('of the offline switch: nothing is sent, and the answer says so', async () => {
    const requests = server.requests.length
    await open('Settings')
    await main().getByRole('switch', { name: 'Offline', exact: true }).check()
    await button('Destination: Offline').waitFor()
    await toChat()
    await chat.send('Is anyone there?')
    await chat.answers.last().getByText('The offline switch is on, so nothing was sent.').waitFor()
    expect(server.requests.length).toBe(requests)
    await open('Settings')
    await main().getByRole('switch', { name: 'Offline', exact: true }).uncheck()
    await button(`Destination: ${server.host}`).waitFor()
  })

  test('of diagnostics holds no word, key or address of the person', async () => {
    await open('Settings')
    await button('Show').click()
    const report = await session.page.getByRole('group', { name: 'Diagnostics' }).textContent()
    expect(report?.length).toBeGreaterThan(50)
    for (const word of [KEY, 'Tern', 'rhymes', 'boat']) expect(report).not.toContain(word)
  })
})

describe('a model that is removed', () => {
  test('is gone with its key, and the app goes on from memory', async () => {
    server.route('GET', '/v1/models', status(200, { data: [] }))
    await open('Models')
    await button('Remove My server?').click()
    await session.page.getByRole('dialog', { name: 'Remove My server?' }).getByRole('button', { name: 'Remove' }).click()
    await button('Destination: On this machine · Memory only').waitFor()
    expect((await session.ask('providers.list', {})).providers).toEqual([])
  })
})
