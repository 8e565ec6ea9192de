import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LlmEvent } from '../../../src/core/llm/llm-port.ts'
import { cut, delta, failure, rateLimited, startScriptedServer, status, stream, text } from '../../support/scripted-server/index.ts'
import type { ScriptedServer } from '../../support/scripted-server/index.ts'
import { ask, gather, never, portTo } from './support.ts'

async function realSleep(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal })
}

let server: ScriptedServer
beforeAll(async () => void (server = await startScriptedServer()))
beforeEach(() => server.reset())
afterAll(() => server.close())

/** A port that notes its waits instead of waiting. */
function noting(waits: number[]): ReturnType<typeof portTo> {
  return portTo(server, { sleep: async (ms) => void waits.push(ms), random: () => 0 })
}

describe('429', () => {
  test.each<[string | undefined, number, number]>([
    ['3', 3_000, 3],
    ['999999', 30_000, 30],
    ['0', 0, 0],
    ['-1', 500, 1],
    ['later', 500, 1],
    [undefined, 500, 1]
  ])('with Retry-After %j waits %d ms and says so', async (header, ms, seconds) => {
    const waits: number[] = []
    server.enqueue(rateLimited(header), text('hi'))
    const answer = await gather(noting(waits).chatStream(ask(), never))
    expect(waits).toEqual([ms])
    expect(answer.events[0]).toEqual({ type: 'waiting', seconds })
    expect(answer).toMatchObject({ text: 'hi', end: 'stop' })
  })

  test('three times gives up', async () => {
    server.otherwise(rateLimited('1'))
    const answer = await gather(noting([]).chatStream(ask(), never))
    expect(answer.end).toBe('PROVIDER_RATE')
    expect(server.chats).toHaveLength(3)
  })

  test('waiting ends at once when it is cancelled', async () => {
    server.otherwise(rateLimited('999999'))
    const stop = new AbortController()
    const patient = portTo(server, { sleep: realSleep })
    const events: LlmEvent[] = []
    const started = performance.now()
    for await (const event of patient.chatStream(ask(), stop.signal)) {
      events.push(event)
      if (event.type === 'waiting') setTimeout(() => stop.abort(), 20)
    }
    expect(events).toEqual([
      { type: 'waiting', seconds: 30 },
      { type: 'finish', reason: 'cut' }
    ])
    expect(performance.now() - started).toBeLessThan(2_000)
    expect(server.chats).toHaveLength(1)
  })
})

describe('a request is not repeated', () => {
  test.each([400, 401, 402, 403, 404, 409, 413, 422])('after %d', async (code) => {
    server.otherwise(failure(code, 'no', {}, { 'x-should-retry': 'true' }))
    await gather(portTo(server).chatStream(ask(), never))
    expect(server.chats).toHaveLength(1)
  })

  test('once a token has come', async () => {
    server.enqueue(stream(delta({ content: 'a' }), cut), text('again'))
    const answer = await gather(portTo(server).chatStream(ask(), never))
    expect(answer).toMatchObject({ text: 'a', end: 'cut' })
    expect(server.chats).toHaveLength(1)
  })

  test('once a piece of a tool call has come', async () => {
    server.enqueue(stream(delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{' } }] }), cut), text('again'))
    const answer = await gather(portTo(server).chatStream(ask(), never))
    expect(answer.end).toBe('cut')
    expect(server.chats).toHaveLength(1)
  })
})

test('5xx waits longer each time and says nothing', async () => {
  const waits: number[] = []
  server.otherwise(status(503))
  const answer = await gather(noting(waits).chatStream(ask(), never))
  expect(waits).toEqual([500, 1_000])
  expect(answer.events.map((event) => event.type)).toEqual(['error'])
})
