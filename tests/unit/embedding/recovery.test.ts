import { afterEach, describe, expect, it } from 'vitest'
import type { Embedder } from '../../../src/core/memory/embedding/embedder.ts'
import { dot, embedderOn, kill, MORTAL_WORKER, pause, watchedHost, type WatchedHost } from './setup.ts'

const DYING = new URL('dying-worker.ts', import.meta.url)
const many = Array.from({ length: 400 }, (_, i) => `fact number ${i} about the garden`)

let embedder: Embedder | undefined
afterEach(() => embedder?.close())

function start(host: WatchedHost): Embedder {
  embedder = embedderOn(host)
  return embedder
}

describe('an embedding worker that dies', () => {
  it('in the middle of a call: the call is done by a fresh worker', async () => {
    const host = watchedHost(MORTAL_WORKER)
    const subject = start(host)
    const [before] = await subject.embed(['fact number 7 about the garden'], 'passage')
    const call = subject.embed(many, 'passage')
    const query = subject.embed(['the garden'], 'query')
    await pause(40)
    await kill(host.workers[0])
    const vectors = await call
    expect(host.workers).toHaveLength(2)
    expect(vectors).toHaveLength(many.length)
    expect(dot(before ?? new Float32Array(), vectors[7] ?? new Float32Array())).toBeGreaterThan(0.9999)
    expect(await query).toHaveLength(1)
    expect(subject.state()).toBe('ready')
  })

  it('twice under one call: the call is refused with INTERNAL, and the next one starts a new worker', async () => {
    const host = watchedHost(MORTAL_WORKER)
    const subject = start(host)
    await subject.embed(['warm'], 'query')
    const call = subject.embed(many, 'passage')
    const refused = expect(call).rejects.toMatchObject({ code: 'INTERNAL' })
    await kill(host.workers[0])
    await kill(host.workers[1])
    await refused
    expect(await subject.embed(['once more'], 'query')).toHaveLength(1)
    expect(host.workers).toHaveLength(3)
  })

  it('while nothing is asked: the next call starts a new one', async () => {
    const host = watchedHost(MORTAL_WORKER)
    const subject = start(host)
    await subject.embed(['warm'], 'query')
    await kill(host.workers[0])
    expect(subject.state()).toBe('idle')
    expect(await subject.embed(['again'], 'query')).toHaveLength(1)
  })

  it('three times in a row: failed, and no worker is started for a while', async () => {
    const host = watchedHost(DYING)
    const subject = start(host)
    await expect(subject.embed(['a'], 'query')).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(host.workers).toHaveLength(2)
    await expect(subject.embed(['b'], 'query')).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(subject.state()).toBe('failed')
    expect(host.workers).toHaveLength(3)
    await expect(subject.embed(['c'], 'query')).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(host.workers).toHaveLength(3)
    await pause(1_050)
    await expect(subject.embed(['d'], 'query')).rejects.toMatchObject({ code: 'INTERNAL' })
    expect(host.workers).toHaveLength(4)
  })
})

describe('a closed embedder', () => {
  it('refuses what waits and what comes', async () => {
    const subject = start(watchedHost())
    const refused = expect(subject.embed(many, 'passage')).rejects.toMatchObject({ code: 'INTERNAL' })
    await subject.close()
    await refused
    await expect(subject.embed(['late'], 'query')).rejects.toMatchObject({ code: 'INTERNAL' })
  })
})

describe('the state', () => {
  it('goes from idle over loading to ready', async () => {
    const subject = start(watchedHost())
    expect(subject.state()).toBe('idle')
    subject.warm()
    expect(subject.state()).toBe('loading')
    await subject.embed(['hello'], 'query')
    expect(subject.state()).toBe('ready')
  })
})
