// `npm run shots -- [folder] [--readme] [--only=name]`: pictures of each page of the real app, in both languages, light and dark, wide and narrow, from a profile that
// is made for it. `--readme` also writes the pictures that the README shows.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { launchApp } from '../tests/e2e/support/launch-app.ts'
import { startHeadless } from '../tests/support/headless.ts'
import { ensureBuild } from './ensure-build.mjs'
import { VIEWS } from './shots/pages.mjs'
import { PASSPHRASE, seed } from './shots/seed.mjs'
import { STORIES } from './shots/story.mjs'

const root = join(import.meta.dirname, '..')
const args = process.argv.slice(2)
const folder = resolve(args.find((arg) => !arg.startsWith('--')) ?? join(root, 'out/shots'))
const only = args.find((arg) => arg.startsWith('--only='))?.slice('--only='.length)
const forReadme = args.includes('--readme')

const SIZES = [
  { width: 1280, height: 800 },
  { width: 700, height: 900 }
]
const THEMES = ['light', 'dark']
const README = {
  'chat.en.light.1280': 'chat-en-light.png',
  'memory-open.en.light.1280': 'memory-en-light.png',
  'receipt.zh.dark.1280': 'receipt-zh-dark.png'
}
const SETTLE_MS = 450

let taken = 0

async function picture(page, name) {
  await page.waitForTimeout(SETTLE_MS)
  await page.screenshot({ path: join(folder, `${name}.png`) })
  const shown = README[name]
  if (forReadme && shown !== undefined) await page.screenshot({ path: join(root, 'docs/images', shown) })
  taken += 1
}

/** All themes and sizes of what is open. @param setTheme how the theme is changed here. */
async function pictures(app, name, language, setTheme) {
  for (const size of SIZES) {
    await app.resize(size.width, size.height)
    for (const theme of THEMES) {
      await setTheme(theme)
      await picture(app.page, `${name}.${language}.${theme}.${size.width}`)
    }
  }
  await app.resize(SIZES[0].width, SIZES[0].height)
}

const wanted = (name) => only === undefined || name.startsWith(only)
const bySystem = (app) => (colorScheme) => app.page.emulateMedia({ colorScheme })

async function valueOf(result) {
  const { ok, value, error } = await result
  if (!ok) throw new Error(`${error.code}: ${error.message}`)
  return value
}

/** The screens before the app: a first passphrase, the welcome, the passphrase again, a profile that is in use. */
async function startScreens(profileDir, emptyDir, language, { locale }) {
  const fresh = await launchApp({ profileDir: emptyDir, locale, size: SIZES[0] })
  await pictures(fresh, 'start-new', language, bySystem(fresh))
  await valueOf(fresh.call('shell.unlock', { passphrase: PASSPHRASE }))
  await fresh.page.waitForTimeout(1_000)
  await pictures(fresh, 'start-welcome', language, bySystem(fresh))
  await fresh.close()

  const holder = startHeadless({ profileDir, env: { HEARTH_PASSPHRASE: PASSPHRASE } })
  await holder.call('app.status', {})
  const second = await launchApp({ profileDir, locale, size: SIZES[0] })
  await valueOf(second.call('shell.unlock', { passphrase: PASSPHRASE }))
  await pictures(second, 'start-failed', language, bySystem(second))
  await second.close()
  await holder.close()
}

async function appPages(profileDir, language, story) {
  const app = await launchApp({ profileDir, locale: story.locale, size: SIZES[0] })
  try {
    if (wanted('start')) await pictures(app, 'start-locked', language, bySystem(app))
    await valueOf(app.call('shell.unlock', { passphrase: PASSPHRASE }))
    await app.page.getByRole('navigation').waitFor()
    const setTheme = (theme) => valueOf(app.call('settings.set', { patch: { appearance: { theme } } }))
    for (const view of VIEWS.filter(({ name }) => wanted(name))) {
      const place = { page: app.page, language, story }
      await view.open(place)
      await pictures(app, view.name, language, setTheme)
      await view.close?.(place)
    }
  } finally {
    await app.close()
  }
}

async function shootIn(language) {
  const story = STORIES[language]
  const base = mkdtempSync(join(tmpdir(), 'hearth-shots-'))
  const profileDir = join(base, 'Hearth')
  try {
    await seed(profileDir, language, story)
    if (wanted('start')) await startScreens(profileDir, join(base, 'empty'), language, story)
    await appPages(profileDir, language, story)
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
}

if (!(await ensureBuild(root))) process.exit(1)
mkdirSync(folder, { recursive: true })
mkdirSync(join(root, 'docs/images'), { recursive: true })
for (const language of ['zh', 'en']) await shootIn(language)
console.log(`${taken} pictures in ${folder}`)
