import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { extractionModel } from '../../../src/core/llm/extraction-model.ts'
import type { OutgoingContext } from '../../../src/core/privacy/gate.ts'
import { failure, startScriptedServer, text, type ScriptedServer } from '../../support/scripted-server/index.ts'
import { never, openGate, portTo } from './support.ts'

let server: ScriptedServer
beforeAll(async () => void (server = await startScriptedServer()))
beforeEach(() => server.reset())
afterAll(() => server.close())

const prompt = { instruction: 'find facts', data: 'user (id m1): I like tea', again: 'JSON please' }
const run = { conversationId: 'c1', factIds: ['fact_1'], unread: null }

test('a call says what it is for, of which conversation, and which facts it shows', async () => {
  const seen: OutgoingContext[] = []
  server.enqueue(text('[]'))
  const model = extractionModel(portTo(server, { gate: openGate(seen) }))
  expect(await model.propose(prompt, run, never)).toEqual({ ok: true, value: '[]' })
  expect(seen).toMatchObject([{ purpose: 'extraction', conversationId: 'c1', turnId: null, factIds: ['fact_1'] }])
})

test('a server that refuses the form of an answer is asked once more without it', async () => {
  server.enqueue(failure(400, 'response_format is not supported'), text('[]'))
  const model = extractionModel(portTo(server, { preset: 'openai' }))
  expect(await model.propose(prompt, run, never)).toEqual({ ok: true, value: '[]' })
  expect(server.chats.map(({ raw }) => raw.includes('json_schema'))).toEqual([true, false])
})

test('after an answer that could not be read the model sees it and what was wrong', async () => {
  server.enqueue(text('[]'))
  await extractionModel(portTo(server)).propose(prompt, { ...run, unread: 'tea, I think' }, never)
  expect(server.lastChat().body.messages.map(({ role, content }) => [role, content])).toEqual([
    ['system', 'find facts'],
    ['user', 'user (id m1): I like tea'],
    ['assistant', 'tea, I think'],
    ['user', 'JSON please']
  ])
})

test('a small model is given less at once', () => {
  const room = (contextWindow: number): number => extractionModel(portTo(server, { contextWindow })).inputTokens
  expect(room(4_096)).toBeLessThan(2_000)
  expect(room(1_000_000)).toBe(12_000)
})
