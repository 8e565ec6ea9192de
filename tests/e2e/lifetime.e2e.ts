import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chromiumLeftOf, chromiumOf, dataFoldersOf } from './support/chromium-processes.ts'
import { launchApp, type App, type LaunchOptions } from './support/launch-app.ts'
import { startSecondInstance } from './support/second-instance.ts'

let profileDir: string
let running: App[] = []

beforeEach(() => {
  profileDir = mkdtempSync(join(tmpdir(), 'hearth-e2e-'))
})
afterEach(async () => {
  for (const app of running) await app.kill()
  running = []
  rmSync(profileDir, { recursive: true, force: true })
})

async function launch(options: Partial<LaunchOptions> = {}): Promise<App> {
  const app = await launchApp({ profileDir, ...options })
  running.push(app)
  return app
}

test('a new profile on a weak keystore asks for a passphrase, and only that one opens it again', async () => {
  const first = await launch()
  expect(await first.call('shell.state', {})).toMatchObject({ value: { state: 'new', weakKeystore: true, shell: first.kind } })
  expect(await first.call('app.status', {})).toMatchObject({ ok: false, error: { code: 'PROFILE_KEY' } })
  expect(await first.call('shell.unlock', { passphrase: 'the first passphrase' })).toMatchObject({ value: { state: 'ready' } })
  expect(await first.call('app.status', {})).toMatchObject({ value: { shell: first.kind, profile: profileDir } })
  expect(await first.close()).toBe(0)

  const second = await launch()
  expect(await second.call('shell.state', {})).toMatchObject({ value: { state: 'locked' } })
  expect(await second.call('shell.unlock', { passphrase: 'another passphrase' })).toMatchObject({
    value: { state: 'locked', error: { code: 'PROFILE_KEY' } }
  })
  expect(await second.call('shell.unlock', { passphrase: 'the first passphrase' })).toMatchObject({ value: { state: 'ready' } })
})

test('what was added is there after kill -9, and no browser is left behind', async () => {
  const first = await launch()
  await first.call('shell.unlock', { passphrase: 'the first passphrase' })
  const added = await first.call('memory.add', { text: 'likes blue' })
  expect(added.ok).toBe(true)
  if (first.kind === 'stand-in') expect(chromiumOf(first.pid).length).toBeGreaterThan(0)
  await first.kill()
  expect(await chromiumLeftOf(first.pid)).toEqual([])

  const second = await launch()
  await second.call('shell.unlock', { passphrase: 'the first passphrase' })
  expect(await second.call('memory.list', {})).toMatchObject({ value: [{ text: 'likes blue' }] })
  expect(dataFoldersOf(first.pid)).toEqual([])
})

test('a clean end leaves no browser and no folder of its own', async () => {
  const app = await launch()
  expect(await app.close()).toBe(0)
  expect(await chromiumLeftOf(app.pid)).toEqual([])
  expect(dataFoldersOf(app.pid)).toEqual([])
})

test('closing the window ends the app', async () => {
  const app = await launch()
  await app.page.close()
  await expect.poll(() => chromiumOf(app.pid), { timeout: 10_000 }).toEqual([])
  await expect.poll(() => isRunning(app.pid), { timeout: 10_000 }).toBe(false)
})

test('a page that crashed comes back by itself', async () => {
  const app = await launch()
  await app.page.goto('chrome://crash').catch(() => {})
  // The driver gives up on a page that crashed, so the app itself has to say that its window is back.
  await expect.poll(() => app.log(), { timeout: 15_000 }).toContain('window.back')
})

test('a second start brings the first window to the front and ends by itself', async () => {
  const app = await launch()
  const second = await startSecondInstance({ profileDir })
  expect(second.code).toBe(0)
  expect(await chromiumLeftOf(second.pid)).toEqual([])
  await expect.poll(() => app.log()).toContain('second-instance')
  expect(app.windows()).toHaveLength(1)
})

test('two profiles run side by side', async () => {
  const other = mkdtempSync(join(tmpdir(), 'hearth-e2e-'))
  try {
    const [first, second] = [await launch(), await launch({ profileDir: other })]
    expect([await first.call('shell.state', {}), await second.call('shell.state', {})]).toMatchObject([
      { value: { profile: profileDir } },
      { value: { profile: other } }
    ])
    await second.close()
  } finally {
    rmSync(other, { recursive: true, force: true })
  }
})

test('the window comes back in the size it had', async () => {
  const first = await launch({ size: { width: 910, height: 640 } })
  await expect.poll(() => existsSync(join(profileDir, 'window.json')), { timeout: 5_000 }).toBe(true)
  await first.close()
  const second = await launch()
  expect(await second.page.evaluate('[innerWidth, innerHeight]')).toEqual([910, 640])
})

test('the window speaks the language of the system', async () => {
  const app = await launch({ locale: 'zh-CN' })
  expect(await app.page.evaluate('navigator.language')).toBe('zh-CN')
  expect(await app.call('shell.state', {})).toMatchObject({ value: { locale: 'zh-CN' } })
})

test('what is typed into the page reaches no file outside the profile', async () => {
  const app = await launch()
  const mark = `marker-${process.pid}-eagle`
  await app.page.evaluate("document.body.append(Object.assign(document.createElement('textarea'), { id: 'probe' }))")
  await app.page.fill('#probe', mark)
  // A browser with a profile on disk writes the form's content down when the page goes, some seconds later.
  await app.page.goto('about:blank')
  await app.page.waitForTimeout(4_000)
  const folders = dataFoldersOf(app.pid)
  if (app.kind === 'stand-in') expect(folders).toHaveLength(1)
  expect(filesWith([...folders, profileDir], mark)).toEqual([])
  expect(filesUnder(app.home)).toEqual([])
})

function filesUnder(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return names.map((name) => join(folder, name)).filter((file) => existsSync(file) && statSync(file).isFile())
}

function filesWith(folders: readonly string[], mark: string): string[] {
  const needles = [Buffer.from(mark, 'utf8'), Buffer.from(mark, 'utf16le')]
  return folders.flatMap(filesUnder).filter((file) => {
    const bytes = readFileSync(file)
    return needles.some((needle) => bytes.includes(needle))
  })
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
