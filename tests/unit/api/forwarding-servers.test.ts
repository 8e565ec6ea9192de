import { createServer } from 'node:net'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  failure,
  hang,
  html,
  refused,
  startScriptedServer,
  stream,
  text,
  type ScriptedServer
} from '../../support/scripted-server/index.ts'
import { atEnd, openCore, type TestCore } from './support.ts'

// Ollama answers on this machine and may run a model elsewhere. It is asked before every local turn; silence counts as elsewhere.

let server: ScriptedServer
let core: TestCore
let conversationId: string

beforeEach(async () => {
  server = await startScriptedServer()
  atEnd(() => server.close())
  server.otherwise(text('ok'))
  core = await openCore()
  await core.call('memory.add', { text: 'My blood type is ZETA-NEGATIVE', privacy: 'private' })
  conversationId = await core.conversation()
})

/** Where the turn went, and whether the private fact went with it. */
async function ask(): Promise<{ destination: unknown; told: boolean }> {
  const before = server.chats.length
  const events = await core.turn({ conversationId, text: 'What is my blood type?' })
  const start = events.find((event) => event.type === 'turn-start')
  return { destination: start?.destination, told: server.chats.slice(before).some((chat) => chat.raw.includes('ZETA')) }
}

const LOCAL = { destination: 'local', told: true }
const REMOTE = { destination: 'remote', told: false }

async function useOllama(model: string): Promise<void> {
  await core.call('providers.save', { id: 'o', preset: 'ollama', baseUrl: server.baseUrl, model })
  await core.call('providers.select', { id: 'o' })
}

describe('a model of Ollama', () => {
  test('that runs here is given what is private', async () => {
    server.tags([{ name: 'small:latest' }, { name: 'big:latest', remote_host: 'https://ollama.com' }])
    await useOllama('small')
    expect(await ask()).toEqual(LOCAL)
  })

  test.each(['big', 'big:latest', 'BIG', 'library/big'])('that runs elsewhere (%s) is not', async (model) => {
    server.tags([
      { name: 'big:latest', remote_host: 'https://ollama.com' },
      { name: 'library/big:latest', remote_model: 'big' }
    ])
    await useOllama(model)
    expect(await ask()).toEqual(REMOTE)
    expect((await core.call('app.status', {})).destination).toBe('remote')
    const events = await core.turn({ conversationId, text: 'My PIN is 9911', privacy: 'private' })
    expect(events).toContainEqual({ type: 'notice', code: 'kept-here' })
    expect(server.chats.some((chat) => chat.raw.includes('9911'))).toBe(false)
  })

  test('with a cloud tag counts as elsewhere without asking', async () => {
    await useOllama('gpt-oss:120b-cloud')
    expect(await ask()).toEqual(REMOTE)
    expect(server.requests.some((request) => request.path === '/api/tags')).toBe(false)
  })

  test.each([
    ['an error', failure(500, 'x')],
    ['a refused key', failure(401, 'x')],
    ['a reset', refused()],
    ['silence', stream(hang)]
  ])(
    'whose server answers the question with %s counts as elsewhere for this turn, and is asked again for the next',
    async (_name, reply) => {
      server.route('GET', '/api/tags', reply)
      await useOllama('small')
      expect(await ask()).toEqual(REMOTE)
      server.tags([{ name: 'small:latest' }])
      expect(await ask()).toEqual(LOCAL)
    }
  )

  test.each([
    ['no such page', failure(404, 'x')],
    ['a page of HTML', html(200)]
  ])('a server that says it is not Ollama (%s) runs its models here', async (_name, reply) => {
    server.route('GET', '/api/tags', reply)
    await useOllama('small')
    expect(await ask()).toEqual(LOCAL)
  })

  test('that moves elsewhere between two turns is noticed', async () => {
    server.tags([{ name: 'small:latest' }])
    await useOllama('small')
    expect(await ask()).toEqual(LOCAL)
    server.tags([{ name: 'small:latest', remote_host: 'https://ollama.com' }])
    expect(await ask()).toEqual(REMOTE)
  })
})

/** The port is fixed, so a real Ollama may have it. */
const free = await new Promise<boolean>((resolve) => {
  const probe = createServer()
  probe.once('error', () => resolve(false))
  probe.listen(11_434, '127.0.0.1', () => probe.close(() => resolve(true)))
})

test.skipIf(!free)('any server at port 11434 is asked, whatever its preset', async () => {
  const ollama = await startScriptedServer(11_434)
  atEnd(() => ollama.close())
  ollama.otherwise(text('ok'))
  ollama.tags([{ name: 'big:latest', remote_host: 'https://ollama.com' }])
  await core.call('providers.save', { id: 'c', preset: 'custom', baseUrl: 'http://localhost:11434/v1', model: 'big' })
  await core.call('providers.select', { id: 'c' })
  const events = await core.turn({ conversationId, text: 'What is my blood type?' })
  expect(events[0]).toMatchObject({ type: 'turn-start', destination: 'remote' })
  expect(ollama.chats.map((chat) => chat.raw).join('')).not.toContain('ZETA')
  expect((await core.call('providers.discover', {})).found).toContainEqual({
    preset: 'ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    models: []
  })
})

test('a custom server at another port is not asked, and one declared remote stays so', async () => {
  await core.call('providers.save', { id: 'c', preset: 'custom', baseUrl: server.baseUrl, model: 'm' })
  await core.call('providers.select', { id: 'c' })
  expect(await ask()).toEqual(LOCAL)
  expect(server.requests.some((request) => request.path === '/api/tags')).toBe(false)
  await core.call('providers.save', { id: 'c', preset: 'custom', baseUrl: server.baseUrl, model: 'm', destination: 'remote' })
  expect(await ask()).toEqual(REMOTE)
})
