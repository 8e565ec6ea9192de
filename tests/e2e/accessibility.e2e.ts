import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { failure, startScriptedServer, text, toolCall, type ScriptedServer } from '../support/scripted-server/index.ts'
import { breachesOn } from './support/axe.ts'
import { chatOf } from './support/chat.ts'
import { openSession, openWithModel, PASSPHRASE, profileFolder, type Session } from './support/session.ts'

// Every page and state, light and dark, in both languages, by the rules of axe-core.

const profile = profileFolder()
let server: ScriptedServer
let session: Session

const RICH = [
  'A [link](https://example.com), `code`, **bold** and ![image](https://x.test/i.png).',
  '## A heading',
  '- one\n- two\n\n> quoted',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  '```typescript\nconst answer: number = 42 // 注释\nfunction twice(x: string) { return `${x}${x}` }\n```',
  'And $e^{i\\pi} + 1 = 0$.'
].join('\n\n')

beforeAll(async () => {
  server = await startScriptedServer()
  server.otherwise(text(RICH, { reasoning: 'Some thoughts.' }))
})
afterEach(() => expect(session.takeProblems()).toEqual([]))
afterAll(async () => {
  await session?.end()
  await server?.close()
  profile.remove()
})

/** Each language and each theme is held against all rules once, and every pair of them against the one on contrast. */
const LOOKS = [
  { language: 'en', theme: 'light', rules: 'all' },
  { language: 'zh', theme: 'light', rules: 'contrast' },
  { language: 'zh', theme: 'dark', rules: 'all' },
  { language: 'en', theme: 'dark', rules: 'contrast' }
] as const

/** A theme's colours arrive with the next frames, so what is wrong must still be wrong a little later. */
async function settledBreaches(rules: 'all' | 'contrast'): Promise<readonly string[]> {
  const first = await breachesOn(session.page, rules)
  if (first.length === 0) return first
  await session.page.waitForTimeout(500)
  return breachesOn(session.page, rules)
}

/** What is wrong with the page in each language and theme. It ends in English. */
async function breaches(): Promise<readonly string[]> {
  const found: string[] = []
  for (const { language, theme, rules } of LOOKS) {
    await session.ask('settings.set', { patch: { appearance: { language, theme } } })
    await expect
      .poll(() => session.page.evaluate('[document.documentElement.lang, document.documentElement.dataset.theme]'))
      .toEqual([language, theme])
    found.push(...(await settledBreaches(rules)).map((breach) => `${language} ${theme}: ${breach}`))
  }
  return found
}

const visit = (page: string) => session.page.getByRole('navigation').getByRole('button', { name: page, exact: true }).click()

async function quiet(): Promise<void> {
  await session.page.emulateMedia({ reducedMotion: 'reduce' })
}

describe('the screens before the app', () => {
  test.each(['light', 'dark'] as const)('are accessible in %s: first passphrase, complaint, welcome', async (colorScheme) => {
    const fresh = profileFolder()
    session = await openSession(fresh.dir, { unlock: false, locale: colorScheme === 'light' ? 'zh-CN' : 'en-US' })
    try {
      const { page } = session
      await page.emulateMedia({ reducedMotion: 'reduce', colorScheme })
      await page.getByRole('button', { name: /^(Create|创建)$/ }).click()
      await page.getByText(/^(Type a passphrase first\.|请先输入口令。)$/).waitFor()
      expect(await page.evaluate('document.documentElement.lang')).toBe(colorScheme === 'light' ? 'zh' : 'en')
      expect(await breachesOn(page)).toEqual([])
      await session.ask('shell.unlock', { passphrase: PASSPHRASE })
      await page.getByRole('button', { name: /^(Connect a model|连接一个模型)$/ }).waitFor()
      expect(await breachesOn(page)).toEqual([])
    } finally {
      expect(session.takeProblems()).toEqual([])
      await session.app.kill()
      fresh.remove()
    }
  })
})

describe('the app', () => {
  beforeAll(async () => {
    session = await openWithModel(profile.dir, server.baseUrl, { size: { width: 1280, height: 900 } })
    await quiet()
  })
  // One state that fails must not stand in the way of the next.
  afterEach(async () => {
    for (let tries = 0; tries < 3 && (await session.page.locator('dialog[open], [popover]:popover-open').count()) > 0; tries += 1)
      await session.page.keyboard.press('Escape')
  })

  test('an empty conversation', async () => {
    await session.ask('memory.add', { text: 'likes blue', pinned: true })
    await session.ask('memory.add', { text: 'my blood pressure is high', privacy: 'private', category: 'context' })
    await session.page.getByRole('list', { name: 'Ways to begin' }).waitFor()
    expect(await breaches()).toEqual([])
  })

  test('a conversation with all that it can hold, its drawer open', async () => {
    const chat = chatOf(session.page)
    await chat.say('What do I like? blue')
    await chat.say('remember: my cat is called Ink')
    server.enqueue(toolCall('calculator', { expr: '1+1' }), text('Two.'))
    await chat.say('1+1?')
    await chat.say('private: my pulse is 60')
    server.enqueue(failure(401, 'no'))
    await chat.say('Fail please')
    for (const summary of await chat.log.locator('summary').all()) await summary.click()
    await session.page.getByRole('button', { name: 'Show details of this turn' }).click()
    await session.page.getByRole('button', { name: 'Keep on this machine' }).click()
    expect(await chat.log.getAttribute('role')).toBe('log')
    expect(await breaches()).toEqual([])
    await session.page.getByRole('button', { name: 'No longer keep on this machine' }).click()
  })

  test('menus, popovers and the palette', async () => {
    const { page } = session
    await page.getByRole('button', { name: /^Choose a model/ }).click()
    expect(await breaches()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: /^Destination/ }).click()
    expect(await breaches()).toEqual([])
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').waitFor()
    expect(await breaches()).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('memory, with a card open, a selection and its dialogs', async () => {
    const { page } = session
    await visit('Memory')
    await page
      .getByRole('listitem')
      .filter({ hasText: 'likes blue' })
      .getByRole('button', { name: /likes blue/ })
      .first()
      .click()
    await page.getByRole('checkbox', { name: /likes blue/ }).check()
    expect(await breaches()).toEqual([])
    await page.getByRole('button', { name: 'Add a fact' }).click()
    expect(await breaches()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Details' }).getByRole('button', { name: 'Forget' }).click()
    await page.getByRole('dialog').waitFor()
    expect(await breaches()).toEqual([])
    await page.keyboard.press('Escape')
  })

  test('what left this machine, and one letter', async () => {
    await visit('What left this machine')
    await session.page.getByRole('list', { name: 'Receipts by day' }).getByRole('button').first().waitFor()
    expect(await breaches()).toEqual([])
    await session.page.getByRole('list', { name: 'Receipts by day' }).getByRole('button').first().click()
    await session.page.getByRole('dialog').waitFor()
    expect(await breaches()).toEqual([])
    await session.page.keyboard.press('Escape')
  })

  test('models and the dialog of one', async () => {
    await visit('Models')
    await session.page.getByRole('heading', { name: 'Scripted' }).waitFor()
    expect(await breaches()).toEqual([])
    await session.page.getByRole('button', { name: 'Edit Scripted' }).click()
    expect(await breaches()).toEqual([])
    await session.page.keyboard.press('Escape')
  })

  test.each(['Tools', 'Data', 'Settings'])('%s', async (page) => {
    await visit(page)
    await session.page.getByRole('heading', { name: page, level: 1 }).waitFor()
    for (const summary of await session.page.getByRole('main').locator('summary').all()) await summary.click()
    expect(await breaches()).toEqual([])
  })

  test('a narrow window with its side bar over the page, and a message', async () => {
    await session.app.resize(480, 800)
    await session.page.getByRole('button', { name: 'Show the side bar' }).click()
    expect(await breaches()).toEqual([])
    await session.page.keyboard.press('Escape')
    await session.app.resize(1280, 900)
  })
})
