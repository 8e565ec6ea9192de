import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { findElectron } from '../../scripts/electron-binary.mjs'
import { findChromium } from '../../tools/electron-stand-in/chromium.ts'
import { launchApp, ROOT } from '../e2e/support/launch-app.ts'
import { startScriptedServer, text } from '../support/scripted-server/index.ts'
import type { Measure } from './measure.ts'

const ANSWER = 'A formula $e^{i\\pi} + 1 = 0$ and code:\n\n```typescript\nconst answer: number = 42\n```\n'
const KILOBYTE = 1_000

/**
 * Script and style that the window has loaded once a conversation with one formula and one coloured block of code is shown, gzipped, from
 * the built files. Nothing without a browser.
 */
export async function benchBundle(): Promise<Measure[]> {
  if (findElectron(ROOT) === null && findChromium() === null) return []
  const folder = mkdtempSync(join(tmpdir(), 'hearth-bench-bundle-'))
  const server = await startScriptedServer()
  server.otherwise(text(ANSWER))
  const app = await launchApp({ profileDir: join(folder, 'profile') })
  try {
    const { page } = app
    await app.call('shell.unlock', { passphrase: 'a passphrase for the bench' })
    await app.call('providers.save', { id: 'scripted', preset: 'custom', baseUrl: server.baseUrl, model: 'scripted' })
    await app.call('providers.select', { id: 'scripted' })
    const created = await app.call('conversations.create', { title: 'Bench' })
    if (!created.ok) throw new Error(created.error.message)
    await app.call('turn.start', { conversationId: created.value.conversationId, text: 'Show both' })
    const loaded = new Set<string>()
    page.on('request', (request) => loaded.add(request.url()))
    await page.reload()
    await page.getByRole('button', { name: 'Bench', exact: true }).click()
    await page.locator('article math').waitFor()
    await page.locator('article pre span').first().waitFor()
    const files = [...loaded].filter((url) => /\.(?:js|css)$/u.test(url)).map((url) => url.slice(app.address('').length))
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(ROOT, 'out', 'renderer', file))).length, 0)
    return [
      { name: 'bundle.conversation', value: bytes / KILOBYTE, unit: 'kB' },
      { name: 'bundle.files', value: files.length, unit: 'files' }
    ]
  } finally {
    await app.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
