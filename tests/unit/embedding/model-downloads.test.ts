import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSettingsStore } from '../../../src/core/db/settings-store.ts'
import { createModelDownloads, type ModelDownloads } from '../../../src/core/memory/embedding/model-downloads.ts'
import { createModelLibrary, type ModelLibrary } from '../../../src/core/memory/embedding/model-library.ts'
import type { DownloadFetch } from '../../../src/core/memory/embedding/download-model.ts'
import { openTestDatabase, openTestGate } from '../privacy/support.ts'
import { hubFiles, hubModel, startHub, type Hub } from './hub.ts'

let hub: Hub
let dir: string
let library: ModelLibrary
let changes: number
beforeEach(async () => {
  hub = await startHub()
  dir = mkdtempSync(join(tmpdir(), 'hearth-downloads-'))
  changes = 0
  library = createModelLibrary({
    boxDir: join(dir, 'box'),
    profileModels: join(dir, 'models'),
    store: createSettingsStore(openTestDatabase()),
    known: [hubModel]
  })
})
afterEach(async () => {
  await hub.close()
  rmSync(dir, { recursive: true })
})

function open(hubUrl = hub.url, fetch?: DownloadFetch): ModelDownloads {
  const context = { purpose: 'download', conversationId: null, turnId: null, factIds: [], declared: null, runtimeText: [] } as const
  return createModelDownloads({
    library,
    hub: () => hubUrl,
    idleMs: () => 2_000,
    fetch: fetch ?? openTestGate().gate.fetchFor(context),
    onChange: () => (changes += 1)
  })
}

const isInstalled = (): boolean => {
  const listed = library.find(hubModel.id)
  return listed !== null && library.isInstalled(listed)
}

/** The hub sends some of the weights and then waits. */
function holdWeights(): { release: () => void } {
  const held = { release: () => {} }
  hub.faults = (path, _request, response) => {
    if (path !== 'onnx/model_quantized.onnx') return false
    const file = hubFiles.get(path) ?? Buffer.alloc(0)
    response.writeHead(200, { 'content-length': file.byteLength })
    response.write(file.subarray(0, 90_000))
    held.release = () => response.end(file.subarray(90_000))
    return true
  }
  return held
}

async function untilLoaded(downloads: ModelDownloads, bytes: number): Promise<void> {
  const end = performance.now() + 5_000
  while ((downloads.loaded(hubModel.id) ?? 0) < bytes) {
    if (performance.now() > end) throw new Error('never')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

it('of one model that is asked for twice is one, which tells how far it is', async () => {
  const held = holdWeights()
  const downloads = open()
  const both = [downloads.start(hubModel.id), downloads.start(hubModel.id)]
  await untilLoaded(downloads, 100_000)
  expect(isInstalled()).toBe(false)
  held.release()
  await Promise.all(both)
  expect(hub.seen).toHaveLength(hubFiles.size)
  expect(isInstalled()).toBe(true)
  expect(downloads.loaded(hubModel.id)).toBeNull()
  expect(changes).toBeGreaterThan(0)
})

it('that is cancelled ends without an error and goes on the next time', async () => {
  holdWeights()
  const downloads = open()
  const running = downloads.start(hubModel.id)
  await untilLoaded(downloads, 100_000)
  downloads.cancel(hubModel.id)
  await running
  expect(isInstalled()).toBe(false)
  hub.faults = () => false
  hub.seen.length = 0
  await downloads.start(hubModel.id)
  expect(isInstalled()).toBe(true)
  expect(hub.seen).toEqual([{ path: 'onnx/model_quantized.onnx', range: 'bytes=90000-' }])
})

it('ends when the app does', async () => {
  holdWeights()
  const downloads = open()
  const running = downloads.start(hubModel.id)
  await untilLoaded(downloads, 100_000)
  await downloads.close()
  await running
  expect(existsSync(library.downloadFolder(hubModel))).toBe(false)
})

it('that failed can be started again', async () => {
  hub.faults = (_path, _request, response) => {
    response.writeHead(500).end()
    return true
  }
  const downloads = open()
  await expect(downloads.start(hubModel.id)).rejects.toMatchObject({ code: 'PROVIDER_DOWN' })
  hub.faults = () => false
  await downloads.start(hubModel.id)
  expect(isInstalled()).toBe(true)
})

it('over https is never led to http', async () => {
  const led = (): Promise<Response> =>
    Promise.resolve(new Response(null, { status: 302, headers: { location: 'http://hub.example/file' } }))
  await expect(open('https://hub.example', led).start(hubModel.id)).rejects.toMatchObject({
    code: 'PROVIDER_BAD_REPLY',
    data: { reason: 'redirect' }
  })
})
