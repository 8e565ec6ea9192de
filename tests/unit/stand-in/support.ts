import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { FromStandIn, ToStandIn } from '../../../tools/electron-stand-in/control.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const REGISTER = pathToFileURL(at('../../../tools/electron-stand-in/register.mjs')).href

type FixtureMessage = { readonly fixture: Record<string, unknown> & { answer?: number; value?: unknown; error?: string } }

export interface Fixture {
  readonly pid: number
  readonly child: ChildProcess
  /** Everything that the fixture app or the stand-in said without being asked. */
  readonly said: Record<string, unknown>[]
  ask(command: string, input?: unknown): Promise<unknown>
  run(code: string, window?: number): Promise<unknown>
  answer(id: number, value: unknown): void
  readonly exit: Promise<number | null>
}

/** Starts the small app in `fixture/` through the stand-in and waits for `until`. */
export async function startFixture(
  dir: string,
  options: { until: 'started' | 'refused'; env?: Record<string, string>; args?: string[] }
): Promise<Fixture> {
  const child = spawn(process.execPath, ['--import', REGISTER, at('./fixture/main.mjs'), ...(options.args ?? [])], {
    env: { ...process.env, FIXTURE_DIR: dir, HEARTH_STANDIN_HEADLESS: '1', HEARTH_STANDIN_CONTROL: '1', ...options.env },
    stdio: ['ignore', 'inherit', 'pipe', 'ipc']
  })
  const said: Record<string, unknown>[] = []
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const errors: string[] = []
  child.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString()))
  const exit = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  let nextId = 0

  child.on('message', (message: FixtureMessage | FromStandIn) => {
    const content = 'fixture' in message ? message.fixture : { ...message }
    if (!('answer' in content) || typeof content.answer !== 'number') {
      said.push(content)
      if (options.until in content) begin()
      return
    }
    const entry = waiting.get(content.answer)
    if (typeof content.error === 'string') entry?.reject(new Error(content.error))
    else entry?.resolve(content.value)
  })
  const ask = (command: string, input?: unknown) =>
    new Promise<unknown>((resolve, reject) => {
      const id = ++nextId
      waiting.set(id, { resolve, reject })
      child.send({ ask: command, id, input })
    })
  const ended = exit.then((code) => {
    throw new Error(`The fixture ended with code ${code}: ${errors.join('')}`)
  })
  ended.catch(() => {})
  await Promise.race([begun, ended])
  return {
    pid: child.pid ?? 0,
    child,
    said,
    ask,
    run: (code, window = 0) => ask('run', [window, code]),
    answer: (id, value) => void child.send({ standIn: 'answer', id, value } satisfies ToStandIn),
    exit
  }
}
