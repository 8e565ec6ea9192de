import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findElectron } from '../../scripts/electron-binary.mjs'
import { ROOT } from './support/launch-app.ts'

let dir: string
let started: ChildProcess[] = []

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hearth-start-'))
})
afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started = []
  rmSync(dir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
})

/** `npm start` without npm, and without a try to fetch Electron. */
function start(args: string[], env: Record<string, string>) {
  const clean: Record<string, string> = { PATH: process.env['PATH'] ?? '', HOME: dir, ELECTRON_SKIP_BINARY_DOWNLOAD: '1', ...env }
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'start.mjs'), ...args], { cwd: ROOT, env: clean })
  started.push(child)
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  return { child, exit, output: () => output }
}

/** Process of the app that uses this profile, below any process. */
function appsWith(profileDir: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`--profile\0${profileDir}`)
      } catch {
        return false
      }
    })
    .map(Number)
}

const canRun = process.platform === 'linux' && findElectron(ROOT) === null

describe.skipIf(!canRun)('starting without Electron’s binary', () => {
  test('without a display it says in one line what to do, and ends', async () => {
    const { exit, output } = start([], {})
    expect(await exit).toBe(1)
    const lines = output().trim().split('\n')
    expect(lines.at(-1)).toContain('xvfb-run -a npm start')
    expect(lines.at(-1)).toContain('npm run chat')
    expect(output()).not.toContain('    at ')
  })

  test('without Chromium it names the package, and ends', async () => {
    const { exit, output } = start([], { PATH: dir, DISPLAY: ':0' })
    expect(await exit).toBe(1)
    expect(output().trim().split('\n').at(-1)).toContain('apt install chromium')
    expect(output()).not.toContain('    at ')
  })

  test('runs the built app, takes a relative profile from where the person stands, and ends when asked', async () => {
    const { child, exit, output } = start(['--profile', 'mine'], { INIT_CWD: dir, HEARTH_STANDIN_HEADLESS: '1' })
    await expect.poll(() => existsSync(join(dir, 'mine', 'shell', 'stand-in-instance', 'lock')), { timeout: 20_000 }).toBe(true)
    expect(output()).toContain('development stand-in')
    child.kill('SIGTERM')
    expect(await exit).toBe(0)
    expect(appsWith(join(dir, 'mine'))).toEqual([])
  })

  test('takes the app along when it is killed', async () => {
    const profileDir = join(dir, 'mine')
    const { child, exit } = start(['--profile', profileDir], { HEARTH_STANDIN_HEADLESS: '1' })
    await expect.poll(() => existsSync(join(profileDir, 'shell', 'stand-in-instance', 'lock')), { timeout: 20_000 }).toBe(true)
    child.kill('SIGKILL')
    await exit
    await expect.poll(() => appsWith(profileDir), { timeout: 15_000 }).toEqual([])
  })
})
