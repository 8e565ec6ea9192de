import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { delta, faults, hang, startScriptedServer, stream, text } from '../../support/scripted-server/index.ts'
import type { ScriptedServer } from '../../support/scripted-server/index.ts'
import { openTestGate } from '../privacy/support.ts'
import { ask, gather, never, portTo } from './support.ts'

let server: ScriptedServer
beforeAll(async () => void (server = await startScriptedServer()))
beforeEach(() => server.reset())
afterAll(() => server.close())

describe('through the real gate', () => {
  test('an answer streams, and the receipt holds the body that the preview shows', async () => {
    const { gate, receipts } = openTestGate()
    server.enqueue(text('你好🎉', { size: 1 }))
    const port = portTo(server, { gate })
    expect(await gather(port.chatStream(ask(), never))).toMatchObject({ text: '你好🎉', end: 'stop' })
    const [receipt] = receipts.list()
    expect(receipt).toMatchObject({ purpose: 'chat', destination: 'local', outcome: 'sent', status: 200, host: server.host })
    expect(receipt?.body).toBe(port.requestBody(ask()))
    expect(JSON.stringify(receipt)).not.toContain('sk-marked-key')
    expect(server.lastChat().headers['user-agent']).toBe('Hearth')
  })

  test('every misbehaving server is met in the same way', async () => {
    const { gate } = openTestGate()
    for (const { name, replies, expected } of faults) {
      server.reset()
      server.enqueue(...replies)
      const answer = await gather(portTo(server, { gate }).chatStream(ask(), never))
      expect({ name, end: answer.end, text: answer.text }).toEqual({ name, end: expected.end, text: expected.text ?? '' })
      expect(server.chats).toHaveLength(expected.requests ?? 1)
    }
  })

  test('Stop closes the connection', async () => {
    server.enqueue(stream(delta({ content: 'one' }), hang))
    const stop = new AbortController()
    const port = portTo(server, { gate: openTestGate().gate })
    for await (const event of port.chatStream(ask(), stop.signal)) if (event.type === 'text') stop.abort()
    expect(await server.lastChat().closed).toBe('by-client')
  })

  test('a private value for a remote model is refused with the code of the gate, and nothing is sent', async () => {
    const { gate } = openTestGate({ privateTexts: ['我的护照号是 E12345678'] })
    const request = ask({ messages: [{ role: 'user', content: 'E12345678' }] })
    expect(await gather(portTo(server, { gate, destination: 'remote' }).chatStream(request, never))).toMatchObject({
      end: 'PRIVATE_BLOCKED'
    })
    expect(server.requests).toHaveLength(0)
  })

  test('the offline switch is told as it is', async () => {
    const { gate } = openTestGate({ network: { offline: true } })
    expect(await gather(portTo(server, { gate, destination: 'remote' }).chatStream(ask(), never))).toMatchObject({ end: 'OFFLINE' })
    expect(server.requests).toHaveLength(0)
  })
})
