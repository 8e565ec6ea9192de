import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import '../../../src/core/host/silence-telemetry.ts'
import { createCore, type Core } from '../../../src/core/create-core.ts'
import { createKey } from '../../../src/core/db/keyring.ts'
import { createNodeWorkerHost } from '../../../src/core/host/node-worker-host.ts'
import { silentLogger, type Logger } from '../../../src/core/kernel/logger.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'
import type { EventData, EventName, Route, RouteInput, RouteOutput } from '../../../src/shared/ipc/contract.ts'
import type { TurnEvent } from '../../../src/shared/model/turn-event.ts'

const cleanups: (() => void | Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup()
})

export function atEnd(cleanup: () => void | Promise<void>): void {
  cleanups.push(cleanup)
}

export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'hearth-api-'))
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** The whole core in this process: all real, but without a model for embeddings, since text search is enough here. */
export interface TestCore {
  readonly core: Core
  call<R extends Route>(route: R, input: RouteInput<R>): Promise<RouteOutput<R>>
  turn(input: RouteInput<'turn.start'>): Promise<readonly TurnEvent[]>
  conversation(): Promise<string>
}

export interface TestCoreOptions {
  readonly dir?: string
  readonly appRoot?: string
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly logger?: Logger
}

export async function openCore(options: TestCoreOptions = {}): Promise<TestCore> {
  const dir = options.dir ?? temporaryFolder()
  const paths = profilePaths(join(dir, 'profile'))
  const models = join(dir, 'no-models')
  mkdirSync(models, { recursive: true })
  const listeners: ((name: EventName, data: unknown) => void)[] = []
  const core = createCore(
    {
      profileDir: paths.dir,
      key: await createKey(paths, { kind: 'file' }),
      appRoot: options.appRoot ?? dir,
      modelsDir: models,
      version: '0.0.0',
      locale: 'en-US',
      shell: 'headless',
      env: options.env ?? {}
    },
    {
      workers: createNodeWorkerHost({
        core: new URL('../../../src/core/host/core-worker.ts', import.meta.url),
        embed: new URL('../../../src/core/memory/embedding/embed-worker.ts', import.meta.url)
      }),
      logger: options.logger ?? silentLogger,
      emit: (name, data) => {
        for (const listener of listeners) listener(name, data)
      }
    }
  )
  atEnd(() => core.close())
  const call: TestCore['call'] = async (route, input) => {
    const result = await core.call(route, input)
    if (!result.ok) throw new Error(`${route}: ${result.error.code}`)
    return result.value as RouteOutput<typeof route>
  }
  return {
    core,
    call,
    conversation: async () => (await call('conversations.create', {})).conversationId,
    turn: async (input) => {
      const events = new Map<string, TurnEvent[]>()
      let wake = (): void => {}
      listeners.push((name, data) => {
        if (name !== 'turn.event') return
        const batch = data as EventData<'turn.event'>
        events.set(batch.turnId, [...(events.get(batch.turnId) ?? []), ...batch.events])
        wake()
      })
      const { turnId } = await call('turn.start', input)
      while (events.get(turnId)?.at(-1)?.type !== 'turn-end') await new Promise<void>((resolve) => (wake = resolve))
      return events.get(turnId) ?? []
    }
  }
}
