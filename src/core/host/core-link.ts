import type { EventData, EventName } from '../../shared/ipc/contract.ts'
import type { ErrorData, Result } from '../../shared/model/errors.ts'
import { AppError, fail } from '../kernel/app-error.ts'
import type { WorkerHost } from '../kernel/worker-host.ts'
import type { CoreWorkerData, FromCore, ToCore } from './core-protocol.ts'

export interface CoreLink {
  call(route: string, input: unknown): Promise<Result<unknown>>
  close(): Promise<void>
}

export interface LinkPorts {
  readonly workers: WorkerHost
  readonly onEvent: <E extends EventName>(name: E, data: EventData<E>) => void
  readonly onLog: (log: Extract<FromCore, { type: 'log' }>) => void
  /** The worker ended without being asked. */
  readonly onDeath: () => void
}

const lost = (): ErrorData => new AppError('INTERNAL', 'The core has stopped').toData()

/** Starts the core's worker and speaks to it. Resolves when it is ready, or with why it is not. */
export function startCoreLink(data: CoreWorkerData, ports: LinkPorts): Promise<Result<CoreLink>> {
  const worker = ports.workers.start('core', data)
  const pending = new Map<number, (result: Result<unknown>) => void>()
  let nextId = 1
  let closing: (() => void) | null = null
  let alive = true
  let ready = false
  const post = (message: ToCore): void => worker.post(message)

  const link: CoreLink = {
    call: (route, input) =>
      new Promise((resolve) => {
        if (!alive) return resolve({ ok: false, error: lost() })
        const id = nextId++
        pending.set(id, resolve)
        try {
          post({ type: 'call', id, route, input })
        } catch (cause) {
          // A value that cannot be cloned, such as a function.
          pending.delete(id)
          resolve(fail(new AppError('INVALID_INPUT', 'The input is not JSON', undefined, { cause })))
        }
      }),
    close: () =>
      new Promise((resolve) => {
        if (!alive) return resolve()
        closing = resolve
        post({ type: 'close' })
      })
  }

  return new Promise((resolve) => {
    worker.onMessage((message) => {
      const from = message as FromCore
      switch (from.type) {
        case 'ready':
          ready = true
          resolve({ ok: true, value: link })
          break
        case 'failed':
          resolve({ ok: false, error: from.error })
          break
        case 'reply':
          pending.get(from.id)?.(from.result)
          pending.delete(from.id)
          break
        case 'event':
          ports.onEvent(from.name, from.data)
          break
        case 'log':
          ports.onLog(from)
          break
        case 'closed':
          break
      }
    })
    worker.onExit(() => {
      alive = false
      for (const settle of pending.values()) settle({ ok: false, error: lost() })
      pending.clear()
      resolve({ ok: false, error: lost() })
      if (closing !== null) closing()
      // A worker that never came up has said so already; the next one may be running by now.
      else if (ready) ports.onDeath()
    })
  })
}
