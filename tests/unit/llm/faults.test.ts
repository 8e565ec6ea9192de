import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { faults, startScriptedServer } from '../../support/scripted-server/index.ts'
import type { ScriptedServer } from '../../support/scripted-server/index.ts'
import { ask, gather, never, portTo } from './support.ts'

let server: ScriptedServer
beforeAll(async () => void (server = await startScriptedServer()))
beforeEach(() => server.reset())
afterAll(() => server.close())

describe('what a misbehaving server sends', () => {
  test.each(faults)('$name', async ({ replies, expected }) => {
    server.enqueue(...replies)
    const answer = await gather(portTo(server).chatStream(ask(), never))
    expect(answer.end).toBe(expected.end)
    expect(answer.hint).toBe(expected.hint)
    expect(answer.text).toBe(expected.text ?? '')
    expect(answer.reasoning).toBe(expected.reasoning ?? '')
    expect(answer.usage).toEqual(expected.usage)
    expect(answer.calls.map(({ name, args }) => ({ name, args }))).toEqual((expected.calls ?? []).map(({ name, args }) => ({ name, args })))
    for (const [place, { id }] of (expected.calls ?? []).entries()) if (id !== undefined) expect(answer.calls[place]?.id).toBe(id)
    const ids = answer.calls.map(({ id }) => id)
    expect(ids).not.toContain('')
    expect(new Set(ids).size).toBe(ids.length)
    expect(server.chats).toHaveLength(expected.requests ?? 1)
    expect(server.pending()).toBe(0)
    const ends = answer.events.filter((event) => event.type === 'finish' || event.type === 'error')
    expect(ends).toHaveLength(1)
    expect(answer.events.at(-1)).toBe(ends[0])
    expect(JSON.stringify(answer.events)).not.toContain('sk-marked-key')
    for (const event of answer.events) if (event.type === 'text' || event.type === 'reasoning') expect(event.text.isWellFormed()).toBe(true)
  })
})
