import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import '../../../src/core/host/silence-telemetry.ts'
import { createCoreHost } from '../../../src/core/host/core-host.ts'
import type { CoreHost } from '../../../src/core/host/host-port.ts'
import { createNodeWorkerHost } from '../../../src/core/host/node-worker-host.ts'
import { lineLogger } from '../../../src/core/kernel/logger.ts'
import type { WorkerHandle } from '../../../src/core/kernel/worker-host.ts'
import type { ShellState } from '../../../src/shared/ipc/contract.ts'

let dir: string
let started: WorkerHandle[]
let states: ShellState[]
let log: string[]
let host: CoreHost

const embed = new URL('../../../src/core/memory/embedding/embed-worker.ts', import.meta.url)

/** The real host and the real worker; the test keeps the handles, to end one as a crash would. */
function openHost(more: Partial<Parameters<typeof createCoreHost>[0]> = {}): CoreHost {
  const workers = createNodeWorkerHost({ core: new URL('../../../src/core/host/core-worker.ts', import.meta.url), embed })
  const made = createCoreHost({
    profileDir: join(dir, 'profile'),
    shell: 'headless',
    appRoot: dir,
    modelsDir: join(dir, 'no-models'),
    version: '0.0.0',
    locale: 'en',
    workers: {
      start: (entry, data) => {
        const handle = workers.start(entry, data)
        started.push(handle)
        return handle
      }
    },
    embedEntry: embed.href,
    keystore: null,
    desktop: null,
    logger: lineLogger((line) => void log.push(line)),
    env: {},
    ...more
  })
  made.onEvent((name, data) => {
    if (name === 'shell.state') states.push(data as ShellState)
  })
  return made
}

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'hearth-host-'))
  started = []
  states = []
  log = []
  host = openHost()
})

afterEach(async () => {
  await host.close()
  rmSync(dir, { recursive: true, force: true })
})

describe('the host of the core', () => {
  test('answers before the start is done, and tells its states', async () => {
    void host.start()
    expect(await host.call('shell.state', {})).toMatchObject({ ok: true, value: { state: 'starting' } })
    expect(await host.call('app.status', {})).toMatchObject({ ok: true, value: { shell: 'headless' } })
    expect(states.map(({ state }) => state)).toEqual(['starting', 'ready'])
  })

  test('a core that dies fails what it was asked, says so, and can be started again with everything acknowledged there', async () => {
    await host.start()
    await host.call('memory.add', { text: 'Acknowledged' })
    const waiting = host.call('memory.recall', { query: 'x'.repeat(100_000) })
    await started[0]?.terminate()
    const answer = await waiting
    expect(answer.ok || answer.error.code).toBe(answer.ok ? true : 'INTERNAL')
    await expect.poll(() => states.at(-1)?.state, { timeout: 15_000 }).toBe('failed')
    expect(await host.call('app.status', {})).toMatchObject({ ok: false, error: { code: 'INTERNAL' } })
    expect(await host.call('shell.state', {})).toMatchObject({ ok: true, value: { state: 'failed', error: { code: 'INTERNAL' } } })
    expect(await host.call('shell.retry', {})).toMatchObject({ ok: true, value: { state: 'ready', error: null } })
    expect(await host.call('memory.list', {})).toMatchObject({ ok: true, value: [{ text: 'Acknowledged' }] })
  })

  test('a value that is no JSON is refused, and nothing comes after the close', async () => {
    await host.start()
    expect(await host.call('app.status', { run: () => 1 })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    await host.close()
    expect(await host.call('app.status', {})).toMatchObject({ ok: false })
    await host.close()
  })

  test('closing while it starts gives the profile back', async () => {
    void host.start()
    await host.close()
    host = openHost()
    await host.start()
    expect(await host.call('app.status', {})).toMatchObject({ ok: true })
  })

  test('several starts at once make one core', async () => {
    void host.start()
    const answers = await Promise.all([
      host.call('shell.unlock', { passphrase: 'one' }),
      host.call('shell.retry', {}),
      host.call('shell.unlock', { passphrase: 'two' })
    ])
    for (const answer of answers) expect(answer).toMatchObject({ ok: true, value: { state: 'ready', error: null } })
    expect(started).toHaveLength(1)
  })

  test('a weak keystore asks for a passphrase: new, then locked, then open; a wrong one asks again', async () => {
    const refuse = (): never => {
      throw new Error('a weak keystore is never asked')
    }
    const weak = { id: 'weak', weak: true, wrap: refuse, unwrap: refuse }
    const options = { shell: 'stand-in', keystore: weak } as const
    await host.close()
    host = openHost(options)
    await host.start()
    expect(await host.call('shell.state', {})).toMatchObject({ ok: true, value: { state: 'new', weakKeystore: true, error: null } })
    expect(await host.call('app.status', {})).toMatchObject({ ok: false, error: { code: 'PROFILE_KEY' } })
    expect(await host.call('shell.unlock', { passphrase: 'first one' })).toMatchObject({ ok: true, value: { state: 'ready' } })
    await host.close()
    host = openHost(options)
    await host.start()
    expect(await host.call('shell.state', {})).toMatchObject({ ok: true, value: { state: 'locked', error: null } })
    expect(await host.call('shell.unlock', { passphrase: 'not it' })).toMatchObject({
      ok: true,
      value: { state: 'locked', error: { code: 'PROFILE_KEY' } }
    })
    expect(await host.call('shell.unlock', { passphrase: 'first one' })).toMatchObject({ ok: true, value: { state: 'ready', error: null } })
    expect(log.join('\n')).not.toMatch(/first one|not it/)
  })
})
