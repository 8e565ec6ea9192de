import { createServer } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/kernel/app-error.ts'
import type { LlmEvent } from '../../../src/core/llm/llm-port.ts'
import type { LlmTimeouts } from '../../../src/core/llm/openai-compatible.ts'
import type { Gate } from '../../../src/core/privacy/gate.ts'
import {
  DONE,
  delta,
  finish,
  hang,
  keepAlive,
  silent,
  startScriptedServer,
  stream,
  text,
  wait
} from '../../support/scripted-server/index.ts'
import type { ScriptedServer } from '../../support/scripted-server/index.ts'
import { ask, gather, never, portTo } from './support.ts'

let server: ScriptedServer
beforeAll(async () => void (server = await startScriptedServer()))
beforeEach(() => server.reset())
afterAll(() => server.close())

function within(limits: Partial<LlmTimeouts>): { timeouts: () => LlmTimeouts } {
  return { timeouts: () => ({ firstPayloadMs: 5_000, idleMs: 5_000, retryAfterMaxMs: 1_000, ...limits }) }
}

describe('An answer that goes on for ever', () => {
  test('is cut at a million characters, and its connection is closed', async () => {
    server.enqueue(stream(...Array.from({ length: 1_500 }, () => delta({ content: '啊'.repeat(1_000) })), hang))
    let characters = 0
    let last: LlmEvent | null = null
    for await (const event of portTo(server).chatStream(ask(), never)) {
      if (event.type === 'text') characters += event.text.length
      last = event
    }
    expect(last).toEqual({ type: 'finish', reason: 'cut' })
    expect(characters).toBeGreaterThanOrEqual(1_000_000)
    expect(characters).toBeLessThan(1_010_000)
    expect(await server.lastChat().closed).toBe('by-client')
  })
})

describe('Stop', () => {
  test('while text streams closes the connection and keeps the text', async () => {
    server.enqueue(stream(delta({ content: 'one ' }), delta({ content: 'two' }), hang))
    const stop = new AbortController()
    const events: LlmEvent[] = []
    for await (const event of portTo(server).chatStream(ask(), stop.signal)) {
      events.push(event)
      if (event.type === 'text' && event.text === 'two') stop.abort()
    }
    expect(events).toEqual([
      { type: 'text', text: 'one ' },
      { type: 'text', text: 'two' },
      { type: 'finish', reason: 'cut' }
    ])
    expect(await server.lastChat().closed).toBe('by-client')
  })

  test('before the answer begins closes the connection', async () => {
    server.enqueue(silent())
    const stop = new AbortController()
    const answer = gather(portTo(server).chatStream(ask(), stop.signal))
    const request = await server.chat(1)
    stop.abort()
    expect((await answer).events).toEqual([{ type: 'finish', reason: 'cut' }])
    expect(await request.closed).toBe('by-client')
  })

  test('before the request sends nothing', async () => {
    const answer = await gather(portTo(server).chatStream(ask(), AbortSignal.abort()))
    expect(answer.events).toEqual([{ type: 'finish', reason: 'cut' }])
    expect(server.requests).toHaveLength(0)
  })

  test('after calls have come gives none of them out', async () => {
    const calls = delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } }] })
    server.enqueue(stream(delta({ content: 'x' }), calls, finish('tool_calls'), hang))
    const stop = new AbortController()
    const events: LlmEvent[] = []
    for await (const event of portTo(server).chatStream(ask(), stop.signal)) {
      events.push(event)
      if (event.type === 'text') setTimeout(() => stop.abort(), 50)
    }
    expect(events.map((event) => event.type)).toEqual(['text', 'finish'])
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'cut' })
  })

  test('a reader that walks away closes the connection', async () => {
    server.enqueue(stream(delta({ content: 'one' }), hang))
    for await (const event of portTo(server).chatStream(ask(), never)) if (event.type === 'text') break
    expect(await server.lastChat().closed).toBe('by-client')
  })
})

describe('time', () => {
  test('a server that never answers is given up, and its connection closed', async () => {
    server.enqueue(silent(), text('again'))
    const answer = await gather(portTo(server, within({ firstPayloadMs: 80 })).chatStream(ask(), never))
    expect(answer).toMatchObject({ end: 'PROVIDER_DOWN', hint: 'timeout', text: '' })
    expect(server.chats).toHaveLength(1)
    expect(await server.lastChat().closed).toBe('by-client')
  })

  test('keep-alive lines and empty deltas for ever do not stop the clock', async () => {
    const idle = [keepAlive(1), delta({ content: '' }), wait(10)]
    server.enqueue(stream(...Array.from({ length: 100 }, () => idle).flat()))
    const started = performance.now()
    const answer = await gather(portTo(server, within({ firstPayloadMs: 120 })).chatStream(ask(), never))
    expect(answer).toMatchObject({ end: 'PROVIDER_DOWN', hint: 'timeout' })
    expect(performance.now() - started).toBeLessThan(800)
  })

  test('silence after the first tokens is given up with the text kept', async () => {
    server.enqueue(stream(delta({ content: 'so far' }), keepAlive(3), hang))
    const answer = await gather(portTo(server, within({ idleMs: 80 })).chatStream(ask(), never))
    expect(answer).toMatchObject({ text: 'so far', end: 'PROVIDER_DOWN', hint: 'timeout' })
  })

  test('payload that comes slowly but surely is waited for', async () => {
    const steps = ['a', 'b', 'c', 'd'].flatMap((content) => [wait(40), delta({ content })])
    server.enqueue(stream(...steps, finish('stop'), DONE))
    const answer = await gather(portTo(server, within({ firstPayloadMs: 150, idleMs: 150 })).chatStream(ask(), never))
    expect(answer).toMatchObject({ text: 'abcd', end: 'stop' })
  })

  test('a reader that takes its time does not use the limit up', async () => {
    server.enqueue(stream(delta({ content: 'a' }), wait(5), delta({ content: 'b' }), finish('stop'), DONE))
    const seen: LlmEvent[] = []
    for await (const event of portTo(server, within({ idleMs: 60 })).chatStream(ask(), never)) {
      seen.push(event)
      if (event.type === 'text') await new Promise((resolve) => setTimeout(resolve, 120))
    }
    expect(seen.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  })

  test('a server that never closes after its last word is not waited for', async () => {
    server.enqueue(stream(delta({ content: 'whole' }), finish('stop'), hang))
    const answer = await gather(portTo(server, within({ idleMs: 100 })).chatStream(ask(), never))
    expect(answer).toMatchObject({ text: 'whole', end: 'stop' })
  })
})

describe('no connection', () => {
  test('a closed port is PROVIDER_DOWN with the host, asked once', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => closed.once('listening', resolve))
    const address = closed.address()
    const host = `127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
    await new Promise((resolve) => closed.close(resolve))
    const { events } = await gather(portTo({ baseUrl: `http://${host}/v1` }).chatStream(ask(), never))
    expect(events).toEqual([
      { type: 'error', error: { code: 'PROVIDER_DOWN', message: expect.any(String), data: { host, hint: 'connection' } } }
    ])
  })

  test.each(['OFFLINE', 'PRIVATE_BLOCKED', 'INVALID_INPUT'] as const)('%s of the gate passes unchanged, asked once', async (code) => {
    let asked = 0
    const gate: Gate = {
      fetchFor: () => () => {
        asked += 1
        return Promise.reject(new AppError(code, 'said the gate', { host: 'x.test', count: 2 }))
      },
      destinationOf: () => 'remote'
    }
    const { events } = await gather(portTo(server, { gate }).chatStream(ask(), never))
    expect(events).toEqual([{ type: 'error', error: { code, message: 'said the gate', data: { host: 'x.test', count: 2 } } }])
    expect(asked).toBe(1)
  })
})

test('a connection is used again for the next request', async () => {
  const fresh = await startScriptedServer()
  fresh.otherwise(stream(delta({ content: 'hi' }), finish('stop'), DONE, wait(10)))
  const port = portTo(fresh)
  for (let turn = 0; turn < 6; turn += 1) await gather(port.chatStream(ask(), never))
  expect(await Promise.all(fresh.chats.map((request) => request.closed))).toEqual(Array.from({ length: 6 }, () => 'finished'))
  // Two, since the platform may still be putting the first one back when the second request comes.
  expect(fresh.connections).toBeLessThanOrEqual(2)
  await fresh.close()
})
