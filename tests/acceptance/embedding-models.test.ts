import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHeadless, type Headless } from '../support/headless.ts'
import { temporaryFolder } from '../support/memory.ts'

const profile = temporaryFolder()
const box = join(import.meta.dirname, '..', '..', 'resources', 'models')
let app: Headless
let hub: Server
beforeAll(async () => {
  app = startHeadless({ profileDir: profile.dir })
  hub = createServer((_request, response) => response.writeHead(404).end('no'))
  await new Promise<void>((resolve) => hub.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  await app.close()
  hub.close()
  profile.remove()
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + 30_000
  while (!(await holds())) {
    if (performance.now() > end) throw new Error('never')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const embedder = async () => (await app.call('app.status', {})).embedder
const modelOf = async (id: string) => (await app.call('embedding.models', {})).find((model) => model.id === id)

describe('embedding models', () => {
  test('are listed with where they come from, and which one answers', async () => {
    const { id } = await embedder()
    expect(await app.call('embedding.models', {})).toMatchObject([
      { id: 'all-MiniLM-L6-v2', origin: 'box', installed: true, multilingual: false, active: id === 'all-MiniLM-L6-v2' },
      { id: 'multilingual-e5-small-zh-en', origin: 'box', installed: true, multilingual: true, licence: 'MIT' },
      { id: 'paraphrase-multilingual-MiniLM-L12-v2', origin: 'download', installed: false, dimensions: 384, downloaded: null },
      { id: 'bge-small-zh-v1.5', origin: 'download', installed: false, dimensions: 512 }
    ])
  })

  test('another one answers when all facts have its vectors; recall goes on, also after a kill in the middle', async () => {
    await app.call('embedding.select', { id: 'all-MiniLM-L6-v2' })
    const items = Array.from({ length: 120 }, (_, i) => ({ text: `第${i}天我记下了一件关于${i * 3}号仓库的小事` }))
    await app.call('memory.addMany', { items: [...items, { text: '我平时最爱弹钢琴' }, { text: '我家的猫叫年糕' }] })
    await until(async () => (await embedder()).pending === 0 && (await embedder()).id === 'all-MiniLM-L6-v2')

    await app.call('embedding.select', { id: 'multilingual-e5-small-zh-en' })
    expect((await embedder()).pending).toBeGreaterThan(0)
    expect(await modelOf('multilingual-e5-small-zh-en')).toMatchObject({ wanted: true, active: false })
    expect((await app.call('memory.recall', { query: '年糕是谁', limit: 3 }))[0]?.text).toBe('我家的猫叫年糕')
    await app.kill()
    app = startHeadless({ profileDir: profile.dir })
    await until(async () => (await embedder()).id === 'multilingual-e5-small-zh-en')
    expect(await modelOf('multilingual-e5-small-zh-en')).toMatchObject({ wanted: true, active: true })
    // No word in common: only the vectors find it.
    const hits = await app.call('memory.recall', { query: '哪种乐器是我擅长的？', limit: 3, abstain: false })
    expect(hits.map((hit) => hit.text)).toContain('我平时最爱弹钢琴')
  })

  test('a model that is not here cannot be chosen; wanted from elsewhere it changes nothing, and is seen', async () => {
    const id = 'bge-small-zh-v1.5'
    expect(await app.ask('embedding.select', { id })).toMatchObject({ ok: false, error: { code: 'MODEL_MISSING', data: { model: id } } })
    await app.call('settings.set', { patch: { memory: { embeddingModel: id } } })
    expect(await modelOf(id)).toMatchObject({ wanted: true, active: false, installed: false })
    expect((await embedder()).id).toBe('multilingual-e5-small-zh-en')
    await app.call('embedding.select', { id: 'multilingual-e5-small-zh-en' })
  })

  test('a download fails as a value, with a receipt; offline it is refused', async () => {
    const { port } = hub.address() as AddressInfo
    await app.call('settings.set', { patch: { memory: { modelHub: `http://127.0.0.1:${port}` } } })
    expect(await app.ask('embedding.download', { id: 'bge-small-zh-v1.5' })).toMatchObject({
      ok: false,
      error: { code: 'PROVIDER_BAD_REPLY', data: { status: 404 } }
    })
    expect((await app.call('privacy.receipts', { limit: 1 }))[0]).toMatchObject({ purpose: 'download', host: `127.0.0.1:${port}` })
    await app.call('settings.set', { patch: { memory: { modelHub: 'https://hub.example' }, network: { offline: true } } })
    expect(await app.ask('embedding.download', { id: 'bge-small-zh-v1.5' })).toMatchObject({ ok: false, error: { code: 'OFFLINE' } })
    expect(await app.ask('embedding.download', { id: 'all-MiniLM-L6-v2' })).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
  })

  test('a folder becomes one, in place, and can be chosen', async () => {
    const path = join(box, 'all-MiniLM-L6-v2')
    const { id } = await app.call('embedding.addFolder', { path })
    expect(await app.call('embedding.addFolder', { path })).toEqual({ id })
    expect(await modelOf(id)).toMatchObject({
      name: 'all-MiniLM-L6-v2',
      origin: 'folder',
      installed: true,
      dimensions: 384,
      multilingual: false
    })
    await app.call('embedding.select', { id })
    await until(async () => (await embedder()).id === id)
    expect(await app.ask('embedding.addFolder', { path: profile.dir })).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', data: { reason: 'absent' } }
    })
  })
})
