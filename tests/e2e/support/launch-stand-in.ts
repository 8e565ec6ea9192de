import { spawn, type ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import type { FromStandIn, ToStandIn } from '../../../tools/electron-stand-in/control.ts'
import { callThroughPage } from './bridge-call.ts'
import { cleanEnv } from './clean-env.ts'
import type { App, LaunchOptions, SeenDialog } from './launch-app.ts'
import { waitForSize } from './wait-for-size.ts'

const ORIGIN = 'https://main.app.localhost/'
const START_LIMIT_MS = 30_000
const END_LIMIT_MS = 20_000

/** The command that runs the built bundles through the stand-in. */
export function standInCommand(root: string, options: LaunchOptions): string[] {
  const register = pathToFileURL(join(root, 'tools', 'electron-stand-in', 'register.mjs')).href
  return ['--import', register, join(root, 'out', 'main', 'index.js'), '--profile', options.profileDir, ...(options.args ?? [])]
}

/** What the stand-in tells over its control channel, and the answers that the test gives. */
function follow(child: ChildProcess) {
  const endpoint = Promise.withResolvers<string>()
  const externals: string[] = []
  const seen: SeenDialog[] = []
  const open: number[] = []
  const answers: (number | string | null)[] = []
  const send = (message: ToStandIn) => void (child.connected && child.send(message))
  const match = () => {
    for (let id = open[0]; id !== undefined && answers.length > 0; id = open[0]) {
      open.shift()
      send({ standIn: 'answer', id, value: answers.shift() })
    }
  }
  child.on('message', (message: FromStandIn) => {
    if (message.standIn === 'endpoint') endpoint.resolve(message.url)
    else if (message.standIn === 'external') externals.push(message.url)
    else if (message.standIn === 'dialog') {
      const { message: text = '', detail = '' } = message.options as { message?: string; detail?: string }
      seen.push({ kind: message.kind, message: text, detail })
      open.push(message.id)
      match()
    }
  })
  const answer = (value: number | string | null) => {
    answers.push(value)
    match()
  }
  return { endpoint, externals, seen, answer, send }
}

async function firstPage(browser: Browser): Promise<Page> {
  const deadline = Date.now() + START_LIMIT_MS
  while (Date.now() < deadline) {
    const page = pagesOf(browser).find((candidate) => candidate.url().startsWith(ORIGIN))
    if (page) {
      await page.waitForLoadState()
      return page
    }
    await sleep(20)
  }
  throw new Error('The app opened no window')
}

function pagesOf(browser: Browser): Page[] {
  return browser.contexts().flatMap((context) => context.pages())
}

export async function launchStandIn(options: LaunchOptions, root: string): Promise<App> {
  const env = cleanEnv(options)
  const child = spawn(process.execPath, standInCommand(root, options), {
    cwd: root,
    env: { ...env, HEARTH_STANDIN_CONTROL: '1', HEARTH_STANDIN_HEADLESS: '1', HEARTH_STANDIN_PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
  const output: Buffer[] = []
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk))
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  const log = () => Buffer.concat(output).toString('utf8')
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ended = exited.finally(() => rmSync(env['HOME'] ?? '', { recursive: true, force: true }))
  const control = follow(child)

  const failed = exited.then((code) => {
    throw new Error(`The app ended with code ${code} before its window was there:\n${log()}`)
  })
  const start = async () => {
    const browser = await chromium.connectOverCDP(await control.endpoint.promise)
    return { browser, page: await firstPage(browser) }
  }
  const { browser, page } = await Promise.race([start(), failed])
  failed.catch(() => {})

  return {
    kind: 'stand-in',
    pid: child.pid ?? 0,
    home: env['HOME'] ?? '',
    page,
    windows: () => pagesOf(browser),
    address: (path) => `${ORIGIN}${path}`,
    call: (route, input) => callThroughPage(page, route, input),
    answerDialog: control.answer,
    dialogs: () => control.seen,
    openedExternals: () => control.externals,
    resize: async (width, height) => {
      control.send({ standIn: 'resize', width, height })
      await waitForSize(page, width, height)
    },
    log,
    close: async () => {
      child.kill('SIGTERM')
      const limit = setTimeout(() => child.kill('SIGKILL'), END_LIMIT_MS)
      const code = await ended
      clearTimeout(limit)
      return code
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    }
  }
}
