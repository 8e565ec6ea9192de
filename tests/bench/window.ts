import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'
import { findElectron } from '../../scripts/electron-binary.mjs'
import { findChromium } from '../../tools/electron-stand-in/chromium.ts'
import { launchApp, ROOT } from '../e2e/support/launch-app.ts'
import type { Measure } from './measure.ts'

const PASSPHRASE = 'a passphrase for the bench'

/** A browser of its own and a page that says nothing: what the machine takes for a window at all. */
async function emptyPage(executablePath: string): Promise<number> {
  const server = createServer((_request, response) => void response.end('<!doctype html><title>empty</title><p>here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const began = performance.now()
  let browser: Browser | null = null
  try {
    browser = await chromium.launch({ executablePath, headless: true, args: ['--no-sandbox'] })
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${port}/`)
    await page.getByText('here').waitFor()
    return performance.now() - began
  } finally {
    await browser?.close()
    server.close()
    server.closeAllConnections()
  }
}

async function openApp(profileDir: string, isReady: 'locked' | 'welcome'): Promise<number> {
  const began = performance.now()
  const app = await launchApp({ profileDir })
  try {
    await app.page.locator('#root > *').first().waitFor()
    if (isReady === 'locked') await app.page.locator('input[type=password]').first().waitFor()
    const ready = performance.now() - began
    if (isReady === 'welcome') await app.call('shell.unlock', { passphrase: PASSPHRASE })
    return ready
  } finally {
    await app.close()
  }
}

/** From the command to a window that can be used, against an empty page in the same browser. The bundles must be built. Nothing without a browser. */
export async function benchWindow(): Promise<Measure[]> {
  const executable = findChromium()
  if (findElectron(ROOT) === null && executable === null) return []
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-window-'))
  try {
    await openApp(join(folder, 'profile'), 'welcome')
    const ready = await openApp(join(folder, 'profile'), 'locked')
    const empty = executable === null ? Number.NaN : await emptyPage(executable)
    return [
      { name: 'window.ready', value: ready, unit: 'ms' },
      { name: 'window.empty', value: empty, unit: 'ms' },
      { name: 'window.over-empty', value: ready - empty, unit: 'ms' }
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
