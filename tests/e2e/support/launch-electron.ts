import { rmSync } from 'node:fs'
import { _electron } from 'playwright-core'
import { callThroughPage } from './bridge-call.ts'
import { cleanEnv } from './clean-env.ts'
import type { App, LaunchOptions, SeenDialog } from './launch-app.ts'
import { waitForSize } from './wait-for-size.ts'

/** What the main process of a real Electron keeps for the test; its dialogs and `openExternal` are replaced there. */
interface Kept {
  seen: SeenDialog[]
  externals: string[]
  answers: (number | string | null)[]
  waiting: ((answer: number | string | null) => void)[]
}
type WithKept = typeof globalThis & { hearthTest: Kept }

/** Never run on the machines that have no Electron binary; see the README. */
export async function launchElectron(options: LaunchOptions, executablePath: string, root: string): Promise<App> {
  const env = cleanEnv(options)
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const electron = await _electron.launch({
    executablePath,
    args: [...asRoot, root, '--profile', options.profileDir, ...(options.args ?? [])],
    env,
    cwd: root
  })
  const output: Buffer[] = []
  const child = electron.process()
  child.stderr?.on('data', (chunk: Buffer) => output.push(chunk))
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ended = exited.finally(() => rmSync(env['HOME'] ?? '', { recursive: true, force: true }))
  await electron.evaluate(({ dialog, shell }) => {
    const kept: Kept = { seen: [], externals: [], answers: [], waiting: [] }
    Object.assign(globalThis, { hearthTest: kept })
    const ask = (seen: SeenDialog) => {
      kept.seen.push(seen)
      const ready = kept.answers.shift()
      return ready === undefined ? new Promise<number | string | null>((resolve) => kept.waiting.push(resolve)) : ready
    }
    const last = (args: unknown[]) => args.at(-1) as { message?: string; detail?: string; title?: string }
    Object.assign(dialog, {
      showMessageBox: async (...args: unknown[]) => {
        const { message = '', detail = '' } = last(args)
        return { response: Number(await ask({ kind: 'message', message, detail })), checkboxChecked: false }
      },
      showOpenDialog: async (...args: unknown[]) => {
        const path = await ask({ kind: 'open', message: last(args).title ?? '', detail: '' })
        return { canceled: typeof path !== 'string', filePaths: typeof path === 'string' ? [path] : [] }
      },
      showSaveDialog: async (...args: unknown[]) => {
        const path = await ask({ kind: 'save', message: last(args).title ?? '', detail: '' })
        return { canceled: typeof path !== 'string', filePath: typeof path === 'string' ? path : '' }
      }
    })
    shell.openExternal = async (url) => void kept.externals.push(url)
  })
  const page = await electron.firstWindow()
  await page.waitForLoadState()
  const mirror: Kept = { seen: [], externals: [], answers: [], waiting: [] }
  const refresh = setInterval(() => {
    electron
      .evaluate(() => {
        const { seen, externals } = (globalThis as WithKept).hearthTest
        return { seen, externals }
      })
      .then((now) => Object.assign(mirror, now))
      .catch(() => {})
  }, 50)
  void ended.then(() => clearInterval(refresh))

  return {
    kind: 'electron',
    pid: child.pid ?? 0,
    home: env['HOME'] ?? '',
    page,
    windows: () => electron.windows(),
    address: (path) => `app://main/${path}`,
    call: (route, input) => callThroughPage(page, route, input),
    answerDialog: (answer) =>
      void electron.evaluate((_modules, value) => {
        const { waiting, answers } = (globalThis as WithKept).hearthTest
        const first = waiting.shift()
        if (first) first(value)
        else answers.push(value)
      }, answer),
    dialogs: () => mirror.seen,
    openedExternals: () => mirror.externals,
    resize: async (width, height) => {
      await electron.evaluate(
        ({ BrowserWindow }, size) => BrowserWindow.getAllWindows().forEach((window) => window.setContentSize(size.width, size.height)),
        { width, height }
      )
      await waitForSize(page, width, height)
    },
    log: () => Buffer.concat(output).toString('utf8'),
    close: async () => {
      await electron.close()
      return ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    }
  }
}
