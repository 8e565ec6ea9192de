import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { downloadModel } from '../../../src/core/memory/embedding/download-model.ts'
import { hubFiles, hubModel, startHub, type Hub } from './hub.ts'
import { openTestGate } from '../privacy/support.ts'

let hub: Hub
let dir: string
let stop: AbortController
beforeEach(async () => {
  hub = await startHub()
  dir = mkdtempSync(join(tmpdir(), 'hearth-download-'))
  stop = new AbortController()
})
afterEach(async () => {
  await hub.close()
  rmSync(dir, { recursive: true })
})

const folder = (): string => join(dir, 'models', hubModel.id)
const weights = 'onnx/model_quantized.onnx'
const partOf = (path: string): string => join(`${folder()}.part`, `${path}.part`)
const context = { purpose: 'download', conversationId: null, turnId: null, factIds: [], declared: null, runtimeText: [] } as const

function open(hubUrl = hub.url, network: { offline?: boolean } = {}) {
  const { gate, receipts } = openTestGate({ network })
  const progress: number[] = []
  const source = hubModel.source
  if (source === null) throw new Error('no source')
  const run = (): Promise<void> =>
    downloadModel({
      source,
      hub: hubUrl,
      folder: folder(),
      fetch: gate.fetchFor(context),
      signal: stop.signal,
      idleMs: 300,
      onProgress: (bytes) => progress.push(bytes)
    })
  return { run, receipts, progress }
}

function expectWhole(): void {
  for (const [path, file] of hubFiles) expect(readFileSync(join(folder(), path)).equals(file)).toBe(true)
  expect(existsSync(`${folder()}.part`)).toBe(false)
}

/** Sends the first bytes of the weights and then `then`. */
function cutWeights(bytes: number, then: 'break' | 'silence'): void {
  let cut = false
  hub.faults = (path, _request, response) => {
    if (path !== weights || cut) return false
    cut = true
    const file = hubFiles.get(weights) ?? Buffer.alloc(0)
    response.writeHead(200, { 'content-length': file.byteLength })
    response.write(file.subarray(0, bytes), () => {
      if (then === 'break') setTimeout(() => response.destroy(), 50)
    })
    return true
  }
}

describe('a download', () => {
  it('brings all files in place, tells how far it is, and leaves a receipt of each request', async () => {
    const { run, receipts, progress } = open()
    await run()
    expectWhole()
    expect(progress.at(-1)).toBe(hubModel.bytes)
    expect(progress).toEqual(progress.toSorted((a, b) => a - b))
    expect(receipts.list()).toHaveLength(4)
    expect(receipts.list()[0]).toMatchObject({ purpose: 'download', method: 'GET', body: '', factIds: [] })
  })

  it('that is cut goes on where it stopped', async () => {
    cutWeights(100_000, 'break')
    const { run } = open()
    await expect(run()).rejects.toMatchObject({ code: 'PROVIDER_DOWN' })
    expect(existsSync(folder())).toBe(false)
    expect(statSync(partOf(weights)).size).toBe(100_000)
    hub.seen.length = 0
    await run()
    expectWhole()
    expect(hub.seen).toEqual([{ path: weights, range: 'bytes=100000-' }])
  })

  it('starts a file anew when the hub does not go on', async () => {
    cutWeights(100_000, 'break')
    const { run } = open()
    await expect(run()).rejects.toMatchObject({ code: 'PROVIDER_DOWN' })
    hub.faults = (path, _request, response) => {
      if (path === weights) response.end(hubFiles.get(weights))
      return path === weights
    }
    await run()
    expectWhole()
  })

  it('gives up when the hub goes silent', async () => {
    cutWeights(1_000, 'silence')
    await expect(open().run()).rejects.toMatchObject({ code: 'PROVIDER_DOWN', data: { reason: 'timeout' } })
  })

  it('stops at once when it is cancelled, and keeps what it has', async () => {
    cutWeights(100_000, 'silence')
    const running = open().run()
    setTimeout(() => stop.abort(), 150)
    await expect(running).rejects.toMatchObject({ name: 'AbortError' })
    expect(statSync(partOf(weights)).size).toBe(100_000)
  })

  it.each<[string, Buffer]>([
    ['with one other byte', Buffer.concat([Buffer.from('X'), Buffer.alloc(299_999, 'weights ')])],
    ['that is longer', Buffer.alloc(300_001, 'weights ')]
  ])('of a file %s than was published brings nothing in place', async (_name, other) => {
    hub.faults = (path, _request, response) => {
      if (path === weights) response.end(other)
      return path === weights
    }
    const { run } = open()
    await expect(run()).rejects.toMatchObject({ code: 'PROVIDER_BAD_REPLY', data: { file: weights } })
    expect(existsSync(folder())).toBe(false)
    hub.faults = () => false
    await run()
    expectWhole()
  })

  it.each([
    [404, 'PROVIDER_BAD_REPLY'],
    [401, 'PROVIDER_AUTH'],
    [429, 'PROVIDER_RATE'],
    [503, 'PROVIDER_DOWN']
  ])('that is answered with %i fails with %s', async (status, code) => {
    hub.faults = (_path, _request, response) => {
      response.writeHead(status).end('no')
      return true
    }
    await expect(open().run()).rejects.toMatchObject({ code, data: { status } })
  })

  it('follows redirects by requests of their own', async () => {
    hub.faults = (path, _request, response) => {
      if (path.startsWith('/elsewhere/')) return false
      response.writeHead(302, { location: `/elsewhere/${path}` }).end()
      return true
    }
    const { run, receipts } = open()
    await run()
    expectWhole()
    expect(receipts.list()).toHaveLength(8)
  })

  it.each(['ftp://127.0.0.1/x', 'http://[', ''])('does not follow a redirect to "%s"', async (location) => {
    hub.faults = (_path, _request, response) => {
      response.writeHead(302, location === '' ? {} : { location }).end()
      return true
    }
    await expect(open().run()).rejects.toMatchObject({ code: 'PROVIDER_BAD_REPLY', data: { reason: 'redirect' } })
  })

  it('does not go round in a circle', async () => {
    hub.faults = (path, _request, response) => {
      response.writeHead(302, { location: path.startsWith('/') ? path : `/${path}` }).end()
      return true
    }
    await expect(open().run()).rejects.toMatchObject({ code: 'PROVIDER_BAD_REPLY', data: { reason: 'redirect' } })
    expect(hub.seen.length).toBeLessThan(8)
  })

  it('is refused when the offline switch is on, before any byte leaves', async () => {
    const { run, receipts } = open('https://hub.example', { offline: true })
    await expect(run()).rejects.toMatchObject({ code: 'OFFLINE' })
    expect(receipts.list()).toMatchObject([{ outcome: 'blocked', host: 'hub.example' }])
  })

  it('replaces a folder that is damaged', async () => {
    const { run } = open()
    await run()
    rmSync(join(folder(), weights))
    await run()
    expectWhole()
  })
})
