import type { CoreHost } from '../core/host/host-port.ts'
import { fail } from '../core/kernel/app-error.ts'
import { AppError } from '../core/kernel/app-error.ts'
import type { Result } from '../shared/model/errors.ts'
import { profileFrom } from './arguments.ts'
import { lineOf, linesOf, type Line } from './json-lines.ts'
import { createHeadlessHost } from './start-host.ts'

// The contract as JSON lines: requests on stdin, replies and events on stdout, logs on stderr.

type Id = string | number | null

interface Request {
  readonly id: Id
  readonly route: string
  readonly input: unknown
}

function write(value: unknown): void {
  process.stdout.write(lineOf(value))
}

function reply(id: Id, result: Result<unknown>): void {
  if (result.ok) write({ id, ok: true, value: result.value })
  else write({ id, ok: false, error: result.error })
}

interface Refused {
  readonly id: Id
  readonly error: AppError
}

const refused = (id: Id, message: string): Refused => ({ id, error: new AppError('INVALID_INPUT', message) })

function readRequest(line: Line): Request | Refused {
  if ('problem' in line) return refused(null, line.problem)
  let value: unknown
  try {
    value = JSON.parse(line.text)
  } catch {
    return refused(null, 'The line is not JSON')
  }
  const fields = typeof value === 'object' && value !== null ? value : {}
  const named: unknown = 'id' in fields ? fields.id : null
  if (named !== null && typeof named !== 'number' && typeof named !== 'string') return refused(null, 'An id is a number or a string')
  const id: Id = named
  if (!('route' in fields) || typeof fields.route !== 'string') return refused(id, 'A request is {"id":…,"route":"…","input":{…}}')
  return { id, route: fields.route, input: 'input' in fields ? fields.input : {} }
}

async function serve(host: CoreHost): Promise<void> {
  const open = new Set<Promise<void>>()
  for await (const line of linesOf(process.stdin)) {
    if ('text' in line && line.text.trim() === '') continue
    const request = readRequest(line)
    if ('error' in request) {
      reply(request.id, fail(request.error))
      continue
    }
    const answered = host.call(request.route, request.input).then((result) => reply(request.id, result))
    open.add(answered)
    void answered.finally(() => open.delete(answered))
  }
  await Promise.all(open)
}

/** Serves until the input ends or the process is asked to end, and then ends the process. */
export async function serveLines(): Promise<void> {
  const profileDir = profileFrom(process.argv.slice(2), process.env)
  if (profileDir === null) {
    process.stderr.write('usage: npm run headless -- [--profile DIR]\n')
    process.exit(2)
  }
  // A reader that went away is the end, not a crash.
  process.stdout.on('error', () => process.exit(0))
  const host = createHeadlessHost(profileDir)
  let ending: Promise<void> | null = null
  const end = (code: number): void => {
    // What was written last must be out before the process ends, also where a pipe is asynchronous.
    ending ??= host.close().then(() => void process.stdout.write('', () => process.exit(code)))
  }
  process.on('SIGTERM', () => end(0))
  process.on('SIGINT', () => end(0))
  host.onEvent((event, data) => write({ event, data }))
  void host.start()
  await serve(host)
  const state = await host.call('shell.state', {})
  const started =
    state.ok && typeof state.value === 'object' && state.value !== null && 'state' in state.value && state.value.state === 'ready'
  end(started ? 0 : 1)
}
