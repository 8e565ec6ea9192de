// Must stay the first import: it silences telemetry of native libraries before any of them is loaded.
import '../../src/core/host/silence-telemetry.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHeadlessHost } from '../../src/cli/start-host.ts'
import { openProfileDatabase } from '../../src/core/db/database.ts'
import { openKey } from '../../src/core/db/keyring.ts'
import type { CoreHost } from '../../src/core/host/host-port.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import type { Route, RouteInput, RouteOutput } from '../../src/shared/ipc/contract.ts'
import { timed, type Measure } from './measure.ts'
import { copyOfProfile, factDrafts } from './profiles.ts'
import { question } from './sentences.ts'

const IMPORT = 10_000
const RECALLS = 300

async function call<R extends Route>(host: CoreHost, route: R, input: RouteInput<R>): Promise<RouteOutput<R>> {
  const result = await host.call(route, input)
  if (!result.ok) throw new Error(`${route}: ${result.error.code}`)
  return result.value as RouteOutput<R>
}

/** Longest stall of this thread, which is the host's, while something goes on; in ms. */
async function stallDuring(work: () => Promise<unknown>): Promise<{ stall: number; ms: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const began = performance.now()
  await work()
  const ms = performance.now() - began
  delay.disable()
  return { stall: delay.max / 1e6, ms }
}

/** Longest time for which another route waits while one goes on; in ms. */
async function waitDuring(host: CoreHost, work: () => Promise<unknown>): Promise<number> {
  let over = false
  const working = work().finally(() => (over = true))
  let longest = 0
  while (!over) {
    longest = Math.max(longest, await timed(() => call(host, 'conversations.list', {})))
    await sleep(5)
  }
  await working
  return longest
}

async function settled(host: CoreHost): Promise<void> {
  while ((await call(host, 'app.status', {})).embedder.pending > 0) await sleep(50)
}

async function withHost<T>(profileDir: string, work: (host: CoreHost) => Promise<T>): Promise<T> {
  const host = createHeadlessHost(profileDir)
  await host.start()
  try {
    return await work(host)
  } finally {
    await host.close()
  }
}

/** As after a change of the embedding model: every vector is of another one. */
async function forgetModel(profileDir: string): Promise<void> {
  const paths = profilePaths(profileDir)
  const key = await openKey(paths, { kind: 'file' })
  const opened = openProfileDatabase({ paths, key, logger: silentLogger, now: Date.now })
  opened.db.prepare("update facts set embedded_model = 'another'").run()
  opened.close()
}

async function stallOfImport(profileDir: string): Promise<Measure[]> {
  return withHost(profileDir, async (host) => {
    while ((await call(host, 'app.status', {})).embedder.state !== 'ready') await sleep(20)
    // What the machine itself costs: other programs, the collector.
    const nothing = await stallDuring(() => sleep(3_000))
    const recall = await stallDuring(async () => {
      for (let number = 0; number < RECALLS; number += 1)
        await call(host, 'memory.recall', { query: question(number), destination: 'local' })
    })
    const items = factDrafts(20_000, IMPORT)
    let added = 0
    const imported = await stallDuring(async () => {
      const began = performance.now()
      for (let from = 0; from < IMPORT; from += 1_000) await call(host, 'memory.addMany', { items: items.slice(from, from + 1_000) })
      added = performance.now() - began
      await settled(host)
    })
    return [
      { name: 'stall.nothing', value: nothing.stall, unit: 'ms' },
      { name: 'stall.recall', value: recall.stall, unit: 'ms' },
      { name: 'stall.import', value: imported.stall, unit: 'ms' },
      { name: 'import.10000', value: added / 1_000, unit: 's' },
      { name: 'import.10000.embedded', value: imported.ms / 1_000, unit: 's' }
    ]
  })
}

/** The same memory as a file, out of one profile and into an empty one. */
async function stallOfFile(profileDir: string): Promise<Measure[]> {
  const { text } = await withHost(profileDir, (host) => call(host, 'memory.export', { format: 'json' }))
  const empty = mkdtempSync(join(tmpdir(), 'hearth-bench-'))
  try {
    let waited = 0
    const imported = await withHost(empty, (host) =>
      stallDuring(async () => {
        waited = await waitDuring(host, () => call(host, 'memory.import', { format: 'json', text }))
      })
    )
    return [
      { name: 'stall.file', value: imported.stall, unit: 'ms' },
      { name: 'wait.file', value: waited, unit: 'ms' },
      { name: 'file.10000', value: imported.ms / 1_000, unit: 's' }
    ]
  } finally {
    rmSync(empty, { recursive: true, force: true })
  }
}

/** Ten thousand facts in one call. */
async function waitOfList(profileDir: string): Promise<Measure[]> {
  const items = factDrafts(20_000, IMPORT)
  const waited = await withHost(profileDir, (host) => waitDuring(host, () => call(host, 'memory.addMany', { items })))
  return [{ name: 'wait.list', value: waited, unit: 'ms' }]
}

async function stallOfReEmbedding(profileDir: string): Promise<Measure[]> {
  await forgetModel(profileDir)
  const again = await withHost(profileDir, (host) => stallDuring(() => settled(host)))
  return [
    { name: 'stall.re-embedding', value: again.stall, unit: 'ms' },
    { name: 're-embedding', value: (10_000 * 1_000) / again.ms, unit: '1/s' }
  ]
}

/** The host in this process, with its core and embedder in their workers, as headless runs it; 10,000 facts. */
export async function benchStall(): Promise<Measure[]> {
  const measures: Measure[] = []
  for (const measure of [stallOfImport, stallOfFile, waitOfList, stallOfReEmbedding]) {
    const profile = copyOfProfile(10_000)
    try {
      measures.push(...(await measure(profile.dir)))
    } finally {
      profile.remove()
    }
  }
  return measures
}
