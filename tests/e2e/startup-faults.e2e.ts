import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openProfileDatabase } from '../../src/core/db/database.ts'
import { openKey } from '../../src/core/db/keyring.ts'
import { migrations } from '../../src/core/db/migrations/index.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { startHeadless, type Headless } from '../support/headless.ts'
import { chatOf } from './support/chat.ts'
import { openSession, PASSPHRASE, profileFolder, type Session, type SessionOptions } from './support/session.ts'

let profile: ReturnType<typeof profileFolder>
const sessions: Session[] = []
const peers: Headless[] = []

beforeEach(() => {
  profile = profileFolder()
})
afterEach(async () => {
  const problems = sessions.flatMap((session) => session.takeProblems())
  for (const session of sessions.splice(0)) await session.app.kill()
  for (const peer of peers.splice(0)) await peer.kill()
  profile.remove()
  expect(problems).toEqual([])
})

async function open(options: SessionOptions = {}): Promise<Session> {
  const session = await openSession(profile.dir, { unlock: false, ...options })
  sessions.push(session)
  return session
}

/** A second process of the product, on the same profile. */
function headless(): Headless {
  const peer = startHeadless({ profileDir: profile.dir, env: { HEARTH_PASSPHRASE: PASSPHRASE } })
  peers.push(peer)
  return peer
}

async function typePassphrase({ page }: Session, label: 'Passphrase' | '口令' = 'Passphrase'): Promise<void> {
  const field = page.getByLabel(label, { exact: true })
  await field.fill(PASSPHRASE)
  await field.press('Enter')
}

async function filledProfile(): Promise<void> {
  const peer = headless()
  await peer.call('memory.addMany', { items: Array.from({ length: 200 }, (_, index) => ({ text: `Fact number ${index} of many` })) })
  await peer.close()
}

describe('a first start where the keystore is weak', () => {
  test('asks for a passphrase, greets, answers from memory alone, and is locked the next time', async () => {
    const first = await open()
    const { page } = first
    await page.getByRole('heading', { name: 'Choose a passphrase' }).waitFor()
    const create = page.getByRole('button', { name: 'Create' })
    await create.click()
    await page.getByText('Type a passphrase first.').waitFor()
    await page.getByLabel('New passphrase').fill(PASSPHRASE)
    await page.getByLabel('Once more').fill('something else')
    await create.click()
    await page.getByText('The two are not the same.').waitFor()
    await page.getByLabel('Once more').fill(PASSPHRASE)
    await create.click()

    await page.getByRole('heading', { name: 'Hello', exact: true }).waitFor()
    await page.getByRole('button', { name: 'Go on with memory only' }).click()
    await page.getByText('No model is connected yet.').waitFor()
    expect(await page.getByRole('button', { name: /^Destination: On this machine/ }).count()).toBe(1)
    const chat = chatOf(page)
    await chat.say('remember: my bicycle is called Heron')
    const answer = await chat.say('What is my bicycle called?')
    expect(await answer.textContent()).toContain('Heron')
    expect((await first.ask('privacy.receipts', {})).filter((receipt) => receipt.destination === 'remote')).toEqual([])
    await first.end()

    const second = await open({ locale: 'zh-CN' })
    const passphrase = second.page.getByLabel('口令', { exact: true })
    await passphrase.fill('not this one')
    await second.page.getByRole('button', { name: '打开', exact: true }).click()
    await second.page.getByText('这个口令打不开数据。数据没有变化，请再试一次。').waitFor()
    await passphrase.fill(PASSPHRASE)
    await passphrase.press('Enter')
    await second.page
      .getByRole('button', { name: /bicycle|自行车|remember/ })
      .first()
      .waitFor()
    expect(await second.ask('memory.list', {})).toMatchObject([{ text: 'my bicycle is called Heron' }])
  })
})

describe('data that cannot be opened', () => {
  test('is set aside when it is damaged, after a second question, and the app goes on empty', async () => {
    await filledProfile()
    const file = join(profile.dir, 'hearth.db')
    const bytes = readFileSync(file)
    bytes.fill(0x5a, 40_960, 45_056)
    writeFileSync(file, bytes)

    const session = await open()
    const { page, ask } = session
    await typePassphrase(session)
    await page.getByRole('heading', { name: 'The data file is damaged' }).waitFor()
    await page.getByText('this one cannot be read as a whole').waitFor()
    await page.getByRole('button', { name: 'Set it aside and begin anew' }).click()
    expect(readFileSync(file).equals(bytes)).toBe(true)
    await page.getByRole('button', { name: 'Yes, begin anew' }).click()
    await typePassphrase(session)
    await page.getByRole('button', { name: 'Go on with memory only' }).click()
    await chatOf(page).say('remember: a new beginning')
    expect(await ask('memory.list', {})).toMatchObject([{ text: 'a new beginning' }])
  })

  test('of a newer program is left alone, and both versions are named', async () => {
    await filledProfile()
    const paths = profilePaths(profile.dir)
    const newer = [...migrations, 'create table future (x integer) strict']
    const key = await openKey(paths, { kind: 'passphrase', passphrase: PASSPHRASE })
    openProfileDatabase({ paths, key, logger: silentLogger, now: () => Date.now(), migrations: newer }).close()

    const session = await open({ locale: 'zh-CN' })
    const { page } = session
    await typePassphrase(session, '口令')
    await page.getByRole('heading', { name: '这份数据来自更新的 Hearth' }).waitFor()
    await page.getByText(`数据的版本是 ${newer.length}，这个 Hearth 最多认得版本 ${migrations.length}。`).waitFor()
    expect(await page.getByRole('button', { name: '移到一边，重新开始' }).count()).toBe(0)
  })

  test('by another Hearth can be opened once that one has gone', async () => {
    const peer = headless()
    await peer.call('memory.add', { text: 'the other one wrote this' })
    const session = await open()
    const { page } = session
    await typePassphrase(session)
    await page.getByRole('heading', { name: 'Hearth is already open' }).waitFor()
    expect(await page.getByRole('button', { name: 'Set it aside and begin anew' }).count()).toBe(0)
    await page.getByRole('button', { name: 'Try again' }).click()
    await typePassphrase(session)
    await page.getByRole('heading', { name: 'Hearth is already open' }).waitFor()
    await peer.close()
    await page.getByRole('button', { name: 'Try again' }).click()
    await typePassphrase(session)
    await page.getByRole('navigation', { name: 'Navigation' }).getByRole('button', { name: 'Memory' }).click()
    await page.getByText('the other one wrote this').first().waitFor()
  })
})
