import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { startScriptedServer, text, type ScriptedServer } from '../support/scripted-server/index.ts'
import { chatOf, type Chat } from './support/chat.ts'
import { openWithModel, profileFolder, type Session } from './support/session.ts'

// Writing a message, and reading while an answer grows.

const profile = profileFolder()
let server: ScriptedServer
let session: Session
let chat: Chat

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(({ body }) => text(`You said: ${(body.messages.at(-1)?.content ?? '').slice(0, 200)}`))
  session = await openWithModel(profile.dir, server.baseUrl, { size: { width: 1280, height: 800 } })
  chat = chatOf(session.page)
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

/** Pastes a text as the clipboard would. */
async function paste(pasted: string): Promise<void> {
  await chat.field.focus()
  await chat.field.evaluate((field, plain) => {
    const { DataTransfer, ClipboardEvent } = field.ownerDocument.defaultView
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', plain)
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, pasted)
}

/** From a key press to the next frame, in milliseconds, for each key. */
async function typingTimes(words: string): Promise<readonly number[]> {
  await chat.field.focus()
  await session.page.evaluate(`globalThis.keyTimes = []; globalThis.keySeen = () => {
    const began = performance.now()
    requestAnimationFrame(() => setTimeout(() => keyTimes.push(performance.now() - began)))
  }; addEventListener('keydown', keySeen, true)`)
  await session.page.keyboard.type(words, { delay: 25 })
  await session.page.waitForTimeout(200)
  return session.page.evaluate("removeEventListener('keydown', keySeen, true), keyTimes")
}

const median = (times: readonly number[]): number => times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? Number.NaN

describe('a key that the input method uses', () => {
  test('never sends: Enter inside a composition, with key code 229, or right after the composition ended', async () => {
    const requests = server.requests.length
    await chat.field.focus()
    const driver = await session.page.context().newCDPSession(session.page)
    await driver.send('Input.imeSetComposition', { text: 'ni hao', selectionStart: 6, selectionEnd: 6 })
    await chat.field.evaluate((field) => {
      const { KeyboardEvent } = field.ownerDocument.defaultView
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }))
    })
    await driver.send('Input.insertText', { text: '你好' })
    await chat.field.evaluate((field) => {
      const { KeyboardEvent, CompositionEvent } = field.ownerDocument.defaultView
      field.dispatchEvent(new CompositionEvent('compositionend', { data: '你好', bubbles: true }))
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 13, bubbles: true, cancelable: true }))
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))
    })
    await session.page.waitForTimeout(300)
    expect(await chat.field.inputValue()).toBe('你好')
    expect(server.requests.length).toBe(requests)
    await driver.detach()
    await chat.field.press('Shift+Enter')
    await chat.field.pressSequentially('second line')
    expect(await chat.field.inputValue()).toBe('你好\nsecond line')
    await chat.field.press('Enter')
    await chat.settled()
    expect(server.lastChat().body.messages.at(-1)?.content).toContain('你好\nsecond line')
  })
})

describe('a pasted text of 5,000 lines', () => {
  const lines = Array.from({ length: 5_000 }, (_, index) => `line ${index} of what was pasted`).join('\n')

  test('becomes a chip, typing stays smooth, and the model reads every line', async () => {
    await paste(lines)
    await session.page.getByText('Pasted text, 5,000 lines').waitFor()
    expect(await chat.field.inputValue()).toBe('')
    const times = await typingTimes('What does the last line say, and why so late?')
    expect(times.length).toBeGreaterThan(40)
    expect(median(times)).toBeLessThan(80)
    await chat.field.press('Enter')
    await chat.settled()
    expect(server.lastChat().raw).toContain('line 4999 of what was pasted')
    expect(await session.page.getByText('Pasted text, 5,000 lines').count()).toBe(0)
    expect(median(await typingTimes('Still smooth with that in sight'))).toBeLessThan(80)
    await chat.field.fill('')
  })

  test('can be taken away again', async () => {
    await paste(lines)
    await session.page.getByRole('button', { name: 'Remove the pasted text' }).click()
    await session.page.getByText('Pasted text, 5,000 lines').waitFor({ state: 'detached' })
  })
})

describe('what would be sent', () => {
  test('is shown before it is sent, and nothing happens', async () => {
    const requests = server.requests.length
    await chat.field.fill('Is anything sent yet?')
    await session.page.getByRole('button', { name: 'See what would be sent' }).click()
    const dialog = session.page.getByRole('dialog', { name: 'What would be sent' })
    await dialog.getByText(`would go to ${server.host}.`).waitFor()
    await dialog.getByText('Is anything sent yet?').waitFor()
    await session.page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    expect(server.requests.length).toBe(requests)
    await chat.field.fill('')
  })
})

describe('a reader who scrolls up while text streams', () => {
  test('stays where they are, is told what is new, and comes back with one press', async () => {
    await chat.fresh()
    const paragraphs = Array.from({ length: 60 }, (_, index) => `Paragraph ${index} of a long answer that goes on for a while.`).join(
      '\n\n'
    )
    server.enqueue(text(paragraphs, { size: 40, delayMs: 40 }))
    await chat.send('Write a lot')
    await chat.log.getByText('Paragraph 25').waitFor()
    const top = (): Promise<number> => chat.log.evaluate((log) => log.scrollTop)
    await chat.log.hover()
    await session.page.mouse.wheel(0, -500)
    const jump = session.page.getByRole('button', { name: /^Jump to latest/ })
    await jump.waitFor()
    const stood = await top()
    await session.page.getByRole('button', { name: /^Jump to latest, \d+ new parts/ }).waitFor()
    expect(Math.abs((await top()) - stood)).toBeLessThan(3)
    expect(await session.page.getByRole('button', { name: 'Stop', exact: true }).count()).toBe(1)
    await jump.click()
    await jump.waitFor({ state: 'detached' })
    await chat.settled()
    const distance = await chat.log.evaluate((log) => log.scrollHeight - log.scrollTop - log.clientHeight)
    expect(distance).toBeLessThan(4)
  })
})
