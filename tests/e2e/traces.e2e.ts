import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startScriptedServer, text, toolCall, type ScriptedServer } from '../support/scripted-server/index.ts'
import { chatOf } from './support/chat.ts'
import { dataFoldersOf } from './support/chromium-processes.ts'
import { filesUnder, filesWith } from './support/files-with.ts'
import { openWithModel, PASSPHRASE, profileFolder, type Session } from './support/session.ts'

// Nothing that was said, typed, searched or remembered is on the disk in the clear, while the app runs and after it ended.

const profile = profileFolder()
let temporary: string
let server: ScriptedServer
let session: Session

beforeEach(async () => {
  temporary = mkdtempSync(join(tmpdir(), 'hearth-tmp-'))
  server = await startScriptedServer()
  session = await openWithModel(profile.dir, server.baseUrl, { env: { TMPDIR: temporary } })
})
afterEach(async () => {
  await session.app.kill()
  await server.close()
  profile.remove()
  rmSync(temporary, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

const WORDS = {
  said: 'zephyrine-otter-said',
  draft: 'velvetine-heron-draft',
  searched: 'quartzite-lynx-search',
  answered: 'saffrony-crane-answer',
  thought: 'obsidian-newt-thought',
  called: '7391 * 2846',
  remembered: 'mossgreen-hare-fact',
  privately: 'silverine-mole-private',
  temporary: 'copperish-wren-temporary',
  persona: 'lapislike-toad-persona',
  title: 'amberish-vole-title',
  chinese: '翠湖边的白鹭'
}

test('no word of a conversation is in any file', async () => {
  const chat = chatOf(session.page)
  const { page } = session
  server.otherwise(text(`Fine: ${WORDS.answered}`, { reasoning: WORDS.thought }))
  server.enqueue(toolCall('calculator', { expr: WORDS.called }))
  await chat.say(`Tell me about ${WORDS.said} and ${WORDS.chinese}`)
  await chat.say(`记住：${WORDS.remembered}`)
  await chat.say(`private: ${WORDS.privately}`)
  await session.ask('settings.set', { patch: { chat: { persona: WORDS.persona } } })
  const [newest] = await session.ask('conversations.list', {})
  await session.ask('conversations.rename', { conversationId: newest?.conversationId ?? '', title: WORDS.title })
  await page.keyboard.press('Control+f')
  await page.keyboard.type(WORDS.searched)
  await page.getByText('Nothing found.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: /^Temporary conversation/ }).click()
  await page.getByText('A temporary conversation: it adds nothing to memory').waitFor()
  await chat.say(WORDS.temporary)
  await chat.fresh()
  await chat.field.fill(`${WORDS.draft} is long enough to be kept`)
  await page.waitForTimeout(900)
  await page.reload()
  await page.getByRole('navigation').getByRole('button', { name: 'What left this machine' }).click()
  await page.getByRole('list', { name: 'Receipts by day' }).getByRole('button').first().click()
  await page.getByRole('dialog').waitFor()
  expect(session.takeProblems()).toEqual([])

  const words = [...Object.values(WORDS), PASSPHRASE]
  const folders = [profile.dir, session.app.home, temporary, ...dataFoldersOf(session.app.pid)]
  expect(filesUnder(profile.dir).length).toBeGreaterThan(2)
  expect(filesWith(folders, words)).toEqual([])
  expect(words.filter((word) => session.app.log().includes(word))).toEqual([])
  const home = filesUnder(session.app.home)
  await session.end()
  expect(home).toEqual([])
  expect(filesWith([profile.dir, temporary], words)).toEqual([])
  expect(filesUnder(temporary)).toEqual([])

  writeFileSync(join(profile.dir, 'planted'), Buffer.from(`x${WORDS.chinese}`, 'utf16le'))
  expect(filesWith([profile.dir], words)).toHaveLength(1)
})
