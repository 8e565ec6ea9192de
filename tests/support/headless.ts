import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EventData, EventName, Route, RouteInput, RouteOutput } from '../../src/shared/ipc/contract.ts'
import type { ErrorData, Result } from '../../src/shared/model/errors.ts'
import type { TurnEvent } from '../../src/shared/model/turn-event.ts'

const root = join(import.meta.dirname, '..', '..')

export interface HeadlessOptions {
  readonly profileDir: string
  readonly env?: Readonly<Record<string, string | undefined>>
}

export interface FinishedTurn {
  readonly turnId: string
  readonly userMessageId: string
  readonly events: readonly TurnEvent[]
  readonly text: string
  readonly end: Extract<TurnEvent, { type: 'turn-end' }>
}

export class RouteError extends Error {
  readonly error: ErrorData

  constructor(route: string, error: ErrorData) {
    super(`${route}: ${error.code} ${error.message}`)
    this.error = error
  }
}

/** A running `headless` process and its JSON lines. The real product, spoken to as a script would. */
export interface Headless {
  readonly child: ChildProcess
  readonly lines: readonly string[]
  readonly stderr: () => string
  /** Resolves with the reply, error or not. */
  ask(route: string, input?: unknown): Promise<Result<unknown>>
  /** Resolves with the value; rejects with `RouteError`. */
  call<R extends Route>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>>
  raw(line: string): void
  /** Starts a turn and waits for its end. */
  turn(input: RouteInput<'turn.start'>): Promise<FinishedTurn>
  /** Waits for the end of a turn that runs. */
  finish(turnId: string): Promise<readonly TurnEvent[]>
  onEvent(listener: <E extends EventName>(name: E, data: EventData<E>) => void): void
  close(): Promise<number | null>
  kill(): Promise<void>
}

interface Line {
  readonly id?: number | string | null
  readonly ok?: boolean
  readonly value?: unknown
  readonly error?: ErrorData
  readonly event?: EventName
  readonly data?: unknown
}

export function startHeadless(options: HeadlessOptions): Headless {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'src/cli/headless.ts'), '--profile', options.profileDir],
    { env: { ...process.env, HEARTH_PASSPHRASE: undefined, ...options.env }, stdio: ['pipe', 'pipe', 'pipe'] }
  )
  const lines: string[] = []
  let stderr = ''
  const pending = new Map<number, (result: Result<unknown>) => void>()
  const listeners: ((name: EventName, data: never) => void)[] = []
  const turns = new Map<string, { events: TurnEvent[]; waiting: (() => void)[] }>()
  const exited = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  let nextId = 1

  const turnOf = (turnId: string): { events: TurnEvent[]; waiting: (() => void)[] } => {
    const known = turns.get(turnId) ?? { events: [], waiting: [] }
    turns.set(turnId, known)
    return known
  }

  child.stderr.on('data', (chunk: Buffer) => {
    stderr += chunk.toString('utf8')
  })
  child.stdin.on('error', () => {})
  createInterface({ input: child.stdout }).on('line', (text) => {
    lines.push(text)
    const line = JSON.parse(text) as Line
    if (line.event !== undefined) {
      if (line.event === 'turn.event') {
        const batch = line.data as EventData<'turn.event'>
        const turn = turnOf(batch.turnId)
        turn.events.push(...batch.events)
        if (batch.events.some((event) => event.type === 'turn-end')) for (const wake of turn.waiting.splice(0)) wake()
      }
      for (const listener of listeners) listener(line.event, line.data as never)
      return
    }
    if (typeof line.id !== 'number') return
    const settle = pending.get(line.id)
    pending.delete(line.id)
    if (line.ok === true) settle?.({ ok: true, value: line.value })
    else settle?.({ ok: false, error: line.error ?? { code: 'INTERNAL', message: 'no error' } })
  })
  void exited.then((code) => {
    for (const settle of pending.values())
      settle({ ok: false, error: { code: 'INTERNAL', message: `headless ended with ${code}: ${stderr}` } })
    for (const turn of turns.values()) for (const wake of turn.waiting.splice(0)) wake()
  })

  const headless: Headless = {
    child,
    lines,
    stderr: () => stderr,
    ask: (route, input = {}) =>
      new Promise((resolve) => {
        const id = nextId++
        pending.set(id, resolve)
        child.stdin.write(`${JSON.stringify({ id, route, input })}\n`)
      }),
    call: async (route, input) => {
      const result = await headless.ask(route, input)
      if (!result.ok) throw new RouteError(route, result.error)
      return result.value as RouteOutput<typeof route>
    },
    raw: (line) => void child.stdin.write(`${line}\n`),
    finish: async (turnId) => {
      const turn = turnOf(turnId)
      if (!turn.events.some((event) => event.type === 'turn-end')) await new Promise<void>((resolve) => turn.waiting.push(resolve))
      return turn.events
    },
    turn: async (input) => {
      const { turnId, userMessageId } = await headless.call('turn.start', input)
      const events = await headless.finish(turnId)
      const end = events.findLast((event) => event.type === 'turn-end')
      if (end === undefined) throw new Error(`the turn never ended: ${stderr}`)
      const text = events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')
      return { turnId, userMessageId, events, text, end }
    },
    onEvent: (listener) => void listeners.push(listener),
    close: async () => {
      child.stdin.end()
      return exited
    },
    kill: async () => {
      child.kill('SIGKILL')
      await exited
    }
  }
  return headless
}

/** A fresh folder for a profile, and how to remove it. */
export function temporaryProfile(): { readonly dir: string; remove(): void } {
  const dir = mkdtempSync(join(tmpdir(), 'hearth-test-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

/** Makes the scripted server the chosen provider. `remote` declares the loopback address as a proxy to a cloud. */
export async function useServer(
  headless: Headless,
  baseUrl: string,
  destination: 'local' | 'remote' = 'remote',
  contextWindow?: number
): Promise<void> {
  await headless.call('providers.save', {
    id: 'scripted',
    preset: 'custom',
    baseUrl,
    model: 'scripted-model',
    destination,
    ...(contextWindow === undefined ? {} : { contextWindow })
  })
  await headless.call('providers.select', { id: 'scripted', model: 'scripted-model' })
}
