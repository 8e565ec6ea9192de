import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startScriptedServer, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { chatOf } from './support/chat.ts'
import { openWithModel, profileFolder, type Session } from './support/session.ts'

// The whole app without a mouse: focus is always visible, and goes back where it came from.

const profile = profileFolder()
let server: ScriptedServer
let session: Session

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(text('An answer with a [link](https://example.com).'))
  session = await openWithModel(profile.dir, server.baseUrl, { size: { width: 1280, height: 800 } })
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

const press = (key: string) => session.page.keyboard.press(key)

/** Name and look of what has the focus. */
function focused(): Promise<{ readonly name: string; readonly visible: boolean }> {
  return session.page.evaluate(`(() => {
    const at = document.activeElement
    const style = getComputedStyle(at)
    const name = at.getAttribute('aria-label') ?? at.textContent.trim().slice(0, 60)
    const ring = style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0
    const box = at.closest('[data-composer]')
    const around = box === null ? ring : ring || getComputedStyle(box.firstElementChild).outlineStyle !== 'none' || getComputedStyle(box.firstElementChild).borderColor !== ''
    return { name, visible: at !== document.body && (ring || around) }
  })()`)
}

/** Tab until this has the focus; everything on the way must show it. */
async function tabTo(name: string | RegExp, key = 'Tab'): Promise<void> {
  for (let steps = 0; steps < 60; steps += 1) {
    await press(key)
    const at = await focused()
    expect(at).toMatchObject({ visible: true })
    if (typeof name === 'string' ? at.name === name : name.test(at.name)) return
  }
  throw new Error(`The Tab key never came to ${String(name)}`)
}

test('a message is written, sent and read; the drawer opens and gives the focus back', async () => {
  const chat = chatOf(session.page)
  await expect.poll(async () => (await focused()).name).toBe('Write a message')
  await session.page.keyboard.type('Hello from the keys')
  await press('Enter')
  await chat.answers.last().getByText('An answer with a').waitFor()
  await chat.settled()
  expect((await focused()).name).toBe('Write a message')
  await tabTo('Details of this turn', 'Shift+Tab')
  await press('Enter')
  await session.page.getByRole('complementary', { name: 'Details of this turn' }).waitFor()
  await tabTo(/^(Hide|Show) details of this turn$/, 'Shift+Tab')
  await press('Enter')
  await session.page.getByRole('complementary', { name: 'Details of this turn' }).waitFor({ state: 'detached' })
  expect((await focused()).name).toMatch(/^Show details of this turn$/)
})

test('the palette goes anywhere and Escape gives the focus back', async () => {
  const before = (await focused()).name
  await press('Control+k')
  await session.page.getByRole('combobox', { name: 'Command palette' }).waitFor()
  await press('Escape')
  expect((await focused()).name).toBe(before)
  await press('Control+k')
  await session.page.keyboard.type('memory')
  await press('Enter')
  await session.page.getByRole('heading', { name: 'Memory', level: 1 }).waitFor()
})

test('a page is read with Tab, its dialog holds the focus and returns it to the button', async () => {
  await tabTo('Add a fact')
  await press('Enter')
  const dialog = session.page.getByRole('dialog', { name: 'New fact' })
  await dialog.waitFor()
  for (let steps = 0; steps < 25; steps += 1) {
    await press('Tab')
    expect(
      await session.page.evaluate(
        "document.activeElement === document.body || document.querySelector('dialog[open]').contains(document.activeElement)"
      )
    ).toBe(true)
  }
  await press('Escape')
  await dialog.waitFor({ state: 'detached' })
  expect((await focused()).name).toBe('Add a fact')
  await press('Enter')
  await session.page.keyboard.type('written without a mouse')
  await press('Control+Enter')
  if ((await dialog.count()) > 0) {
    await tabTo('Save')
    await press('Enter')
  }
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(async () => (await session.ask('memory.list', {})).map((fact) => fact.text)).toEqual(['written without a mouse'])
})

test('menus open with Enter, are walked with arrows and close with Escape', async () => {
  await press('Control+n')
  await expect.poll(async () => (await focused()).name).toBe('Write a message')
  await tabTo(/^Choose a model/)
  const trigger = (await focused()).name
  await press('Enter')
  const item = () =>
    session.page.evaluate<string>("document.activeElement.closest('[role=menu]') === null ? '' : document.activeElement.textContent")
  await expect.poll(item).not.toBe('')
  const first = await item()
  await press('ArrowDown')
  expect(await item()).not.toBe(first)
  expect(await item()).not.toBe('')
  await press('Escape')
  await session.page.getByRole('menu').waitFor({ state: 'hidden' })
  expect((await focused()).name).toBe(trigger)
})

test('the side bar folds and unfolds, and a conversation is renamed and deleted by keys', async () => {
  await session.ask('turn.start', {
    ...(await session.ask('conversations.create', { title: 'A second conversation' })),
    text: 'Here as well'
  })
  await session.page.getByRole('button', { name: 'A second conversation', exact: true }).waitFor()
  await press('Control+b')
  await session.page.getByRole('navigation', { name: 'Navigation' }).waitFor({ state: 'detached' })
  await press('Control+b')
  await session.page.getByRole('navigation', { name: 'Navigation' }).waitFor()
  await tabTo('Hello from the keys', 'Shift+Tab')
  await press('F2')
  await session.page.keyboard.type('Renamed by keys')
  await press('Enter')
  const entry = session.page.getByRole('region', { name: 'Conversations' }).getByRole('button', { name: 'Renamed by keys', exact: true })
  await entry.waitFor()
  await expect.poll(async () => (await focused()).name).toBe('Renamed by keys')
  await press('Control+n')
  await tabTo('Renamed by keys', 'Shift+Tab')
  await press('Delete')
  await entry.waitFor({ state: 'detached' })
  await expect.poll(async () => (await focused()).name).toBe('A second conversation')
})
