import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openProfileDatabase } from '../../src/core/db/database.ts'
import { openKey } from '../../src/core/db/keyring.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { startHeadless } from '../support/headless.ts'
import {
  data,
  delta,
  failure,
  hang,
  html,
  rateLimited,
  refused,
  status,
  stream,
  text,
  type Reply
} from '../support/scripted-server/index.ts'
import { expectStoredAsShown, notices, openStage, type Stage } from './support.ts'

// What a provider can answer, and what becomes of keys, through the headless contract.

const KEY = 'sk-MARKED-4417-abcdefghijkl'
const ENVIRONMENT = {
  OPENAI_API_KEY: 'sk-from-environment-openai',
  OPENAI_BASE_URL: 'http://127.0.0.1:1/elsewhere',
  OPENAI_ORG_ID: 'org-environment',
  OPENAI_PROJECT_ID: 'proj-environment',
  OPENAI_CUSTOM_HEADERS: 'x-environment: yes',
  OPENAI_LOG: 'debug',
  OPENAI_WEBHOOK_SECRET: 'whsec-environment',
  MOONSHOT_API_KEY: ' sk-from-environment-moonshot ',
  HEARTH_PASSPHRASE: undefined
}

let stage: Stage
let conversationId: string

beforeAll(async () => {
  stage = await openStage({ env: ENVIRONMENT })
  await stage.app.call('settings.set', { patch: { network: { retryAfterMaxMs: 200 } } })
  await stage.app.call('providers.setKey', { id: 'scripted', key: KEY })
})

beforeEach(async () => {
  stage.server.reset()
  conversationId = await stage.conversation()
})

afterAll(() => stage.close())

describe('a failing provider', () => {
  const cases: [string, Reply, string, Record<string, unknown>][] = [
    ['401', failure(401, `Incorrect API key provided: ${KEY}`), 'PROVIDER_AUTH', { status: 401 }],
    ['403', failure(403, 'forbidden'), 'PROVIDER_AUTH', { status: 403 }],
    ['402', failure(402, 'Insufficient Balance'), 'PROVIDER_QUOTA', { status: 402 }],
    ['429 for credit', failure(429, 'You exceeded your current quota', { code: 'insufficient_quota' }), 'PROVIDER_QUOTA', {}],
    ['429', rateLimited('999999'), 'PROVIDER_RATE', { status: 429 }],
    ['404 of a model', failure(404, 'The model `x` does not exist'), 'PROVIDER_BAD_REPLY', { hint: 'model' }],
    ['404 of a page', html(404), 'PROVIDER_BAD_REPLY', { hint: 'address' }],
    ['500', failure(500, 'oops'), 'PROVIDER_DOWN', { status: 500 }],
    ['503', status(503, 'busy'), 'PROVIDER_DOWN', { status: 503 }],
    ['a page of HTML with 200', html(200), 'PROVIDER_BAD_REPLY', { hint: 'html' }],
    ['a redirect', status(302, '', { location: 'https://example.org/' }), 'PROVIDER_BAD_REPLY', {}],
    ['a reset', refused(), 'PROVIDER_DOWN', {}],
    [
      'a request too long',
      failure(400, "This model's maximum context length is 8 tokens", { code: 'context_length_exceeded' }),
      'CONTEXT_TOO_LARGE',
      {}
    ]
  ]

  test.each(cases)(
    '%s gives its code in the end of the turn and in the stored message, and the next turn works',
    async (_name, reply, code, more) => {
      stage.server.otherwise(reply)
      const turn = await stage.app.turn({ conversationId, text: 'hello' })
      expect(turn.end).toMatchObject({ reason: 'error', error: { code, data: { host: stage.server.host, ...more } } })
      await expectStoredAsShown(stage.app, conversationId, turn)
      const stored = await stage.app.call('messages.list', { conversationId })
      expect(stored.at(-1)).toMatchObject({ role: 'assistant', status: 'failed', errorCode: code, content: '' })
      stage.server.otherwise(text('fine now'))
      expect((await stage.app.turn({ conversationId, text: 'again' })).text).toBe('fine now')
      expect(stage.server.lastChat().body.messages.map((message) => message.role)).toEqual(['system', 'user', 'user'])
    }
  )

  test('an error inside the stream keeps the text and marks the message failed', async () => {
    stage.server.enqueue(
      stream(delta({ content: 'Half an ' }), delta({ content: 'answer' }), data({ error: { message: 'overloaded', code: 500 } }))
    )
    const turn = await stage.app.turn({ conversationId, text: 'hello' })
    expect(turn.end).toMatchObject({ reason: 'error', error: { code: 'PROVIDER_DOWN' } })
    await expectStoredAsShown(stage.app, conversationId, turn)
    expect((await stage.app.call('messages.list', { conversationId })).at(-1)).toMatchObject({
      status: 'failed',
      content: 'Half an answer'
    })
  })

  test('a wait that the provider asks for is capped and told, and can be stopped', async () => {
    stage.server.enqueue(rateLimited('999999'), text('after the wait'))
    const turn = await stage.app.turn({ conversationId, text: 'hello' })
    expect(turn.events).toContainEqual({ type: 'notice', code: 'waiting', seconds: 1 })
    expect(turn.text).toBe('after the wait')
    await stage.app.call('settings.set', { patch: { network: { retryAfterMaxMs: 60_000 } } })
    stage.server.otherwise(rateLimited('30'))
    const { turnId } = await stage.app.call('turn.start', { conversationId, text: 'again' })
    const began = performance.now()
    await expect
      .poll(async () => notices({ events: (await stage.app.call('turn.attach', { turnId })).events }), { timeout: 15_000 })
      .toEqual(['waiting'])
    await stage.app.call('turn.stop', { turnId })
    expect((await stage.app.finish(turnId)).at(-1)).toEqual({ type: 'turn-end', reason: 'stopped' })
    expect(performance.now() - began).toBeLessThan(5_000)
    await stage.app.call('settings.set', { patch: { network: { retryAfterMaxMs: 200 } } })
  })

  test('silence ends by the payload limit', async () => {
    await stage.app.call('settings.set', { patch: { network: { firstPayloadRemoteMs: 200 } } })
    stage.server.otherwise(stream(hang))
    const turn = await stage.app.turn({ conversationId, text: 'hello' })
    await stage.app.call('settings.set', { patch: { network: { firstPayloadRemoteMs: 60_000 } } })
    expect(turn.end).toMatchObject({ error: { code: 'PROVIDER_DOWN', data: { hint: 'timeout' } } })
  })

  test('no key, no model, no connection and the offline switch: each has its code, and the message is stored', async () => {
    await stage.app.call('providers.save', { id: 'keyless', preset: 'qwen', baseUrl: stage.server.baseUrl, destination: 'remote' })
    await stage.app.call('providers.save', { id: 'modelless', preset: 'custom', baseUrl: stage.server.baseUrl, destination: 'remote' })
    await stage.app.call('providers.save', {
      id: 'nobody',
      preset: 'custom',
      baseUrl: 'http://127.0.0.1:9/v1',
      model: 'm',
      destination: 'remote'
    })
    for (const [id, code] of [
      ['keyless', 'PROVIDER_AUTH'],
      ['modelless', 'MODEL_MISSING'],
      ['nobody', 'PROVIDER_DOWN']
    ] as const) {
      await stage.app.call('providers.select', { id })
      const turn = await stage.app.turn({ conversationId, text: `to ${id}` })
      expect(turn.end, id).toMatchObject({ reason: 'error', error: { code } })
      await expectStoredAsShown(stage.app, conversationId, turn)
    }
    await stage.app.call('providers.select', { id: 'scripted', model: 'scripted-model' })
    await stage.app.call('settings.set', { patch: { network: { offline: true } } })
    const turn = await stage.app.turn({ conversationId, text: '记住：我喜欢绿色' })
    await stage.app.call('settings.set', { patch: { network: { offline: false } } })
    expect(turn.end).toMatchObject({ error: { code: 'OFFLINE' } })
    expect(notices(turn)).toContain('remembered')
    expect(stage.server.requests).toEqual([])
    expect((await stage.app.call('messages.list', { conversationId })).filter((message) => message.role === 'user')).toHaveLength(4)
  })
})

describe('testing and finding providers', () => {
  test('providers.test lists models or gives the code', async () => {
    stage.server.models(['b', 'a'])
    expect(await stage.app.call('providers.test', { id: 'scripted' })).toEqual({ models: ['a', 'b'] })
    expect(stage.server.requests.at(-1)?.headers.authorization).toBe(`Bearer ${KEY}`)
    for (const [reply, code] of [
      [failure(401, `bad key ${KEY}`), 'PROVIDER_AUTH'],
      [html(200), 'PROVIDER_BAD_REPLY'],
      [failure(500, 'x'), 'PROVIDER_DOWN'],
      [failure(404, 'x'), 'PROVIDER_BAD_REPLY']
    ] as const) {
      stage.server.route('GET', '/v1/models', reply)
      expect(await stage.app.ask('providers.test', { id: 'scripted' })).toMatchObject({ ok: false, error: { code } })
    }
    expect(await stage.app.ask('providers.test', { id: 'nobody-knows' })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  })

  test('providers.discover answers, whatever runs on this machine', async () => {
    expect(await stage.app.ask('providers.discover')).toMatchObject({ ok: true, value: { found: expect.any(Array) } })
  })

  test('removing the chosen provider leaves memory alone to answer', async () => {
    await stage.app.call('providers.save', { id: 'gone', preset: 'custom', baseUrl: stage.server.baseUrl, model: 'm' })
    await stage.app.call('providers.select', { id: 'gone' })
    await stage.app.call('providers.delete', { id: 'gone' })
    expect(await stage.app.call('app.status', {})).toMatchObject({ provider: null, model: null, destination: 'local' })
    expect(notices(await stage.app.turn({ conversationId, text: 'hello?' }))).toEqual(['memory-only'])
    await stage.app.call('providers.select', { id: 'scripted', model: 'scripted-model' })
  })
})

describe('keys', () => {
  test('the environment wins over the keystore, variables of the OpenAI client change nothing', async () => {
    await stage.app.call('providers.save', { id: 'oa', preset: 'openai', baseUrl: stage.server.baseUrl, destination: 'remote' })
    await stage.app.call('providers.setKey', { id: 'oa', key: 'sk-in-the-keystore' })
    await stage.app.call('providers.select', { id: 'oa' })
    stage.server.otherwise(text('ok'))
    await stage.app.turn({ conversationId, text: 'hello' })
    const request = stage.server.lastChat()
    expect(request.headers.authorization).toBe('Bearer sk-from-environment-openai')
    expect(Object.keys(request.headers).filter((name) => /openai|x-|stainless|environment/i.test(name))).toEqual([])
    expect(JSON.stringify(request.headers)).not.toMatch(/org-environment|proj-environment/)
    const { providers } = await stage.app.call('providers.list', {})
    expect(providers.find((provider) => provider.id === 'oa')).toMatchObject({ key: 'environment', keyEnv: 'OPENAI_API_KEY' })
    expect(providers.find((provider) => provider.id === 'scripted')).toMatchObject({ key: 'keystore' })

    await stage.app.call('providers.select', { id: 'scripted', model: 'scripted-model' })
    await stage.app.turn({ conversationId, text: 'hello' })
    expect(stage.server.lastChat().headers.authorization).toBe(`Bearer ${KEY}`)
    await stage.app.call('providers.save', {
      id: 'plain',
      preset: 'custom',
      baseUrl: stage.server.baseUrl,
      model: 'm',
      destination: 'remote'
    })
    await stage.app.call('providers.select', { id: 'plain' })
    await stage.app.turn({ conversationId, text: 'hello' })
    expect(stage.server.lastChat().headers.authorization).toBeUndefined()
    await stage.app.call('providers.select', { id: 'scripted', model: 'scripted-model' })
  })

  test('are in no file in the clear, not in the database, and in no output or log, also after a refused key', async () => {
    stage.server.otherwise(failure(401, `Incorrect API key provided: ${KEY}`))
    await stage.app.turn({ conversationId, text: 'hello' })
    await stage.app.call('privacy.receipts', {})
    await stage.app.call('settings.get', {})
    await stage.app.call('app.diagnostics', {})
    await stage.app.call('providers.list', {})
    const { lines, stderr } = stage.app
    await stage.restart()
    const spoken = lines.join('\n') + stderr()
    for (const secret of [KEY, 'sk-from-environment', 'sk-in-the-keystore']) expect(spoken, secret).not.toContain(secret)
    await stage.app.close()
    for (const name of readdirSync(stage.profileDir, { recursive: true, encoding: 'utf8' })) {
      const file = join(stage.profileDir, name)
      if (statSync(file).isFile()) expect(readFileSync(file).includes(KEY), name).toBe(false)
    }
    const paths = profilePaths(stage.profileDir)
    const opened = openProfileDatabase({ paths, key: await openKey(paths, { kind: 'file' }), logger: silentLogger, now: () => Date.now() })
    const image = opened.db.serialize()
    opened.close()
    expect(image.includes('scripted-model')).toBe(true)
    for (const secret of [KEY, 'sk-from-environment', 'sk-in-the-keystore']) expect(image.includes(secret), secret).toBe(false)
    stage.app = startHeadless({ profileDir: stage.profileDir })
    // It is still there, in the keystore's file.
    stage.server.otherwise(text('ok'))
    await stage.app.turn({ conversationId, text: 'hello' })
    expect(stage.server.lastChat().headers.authorization).toBe(`Bearer ${KEY}`)
    await stage.app.call('providers.setKey', { id: 'scripted', key: '' })
    await stage.app.turn({ conversationId, text: 'hello' })
    expect(stage.server.lastChat().headers.authorization).toBeUndefined()
  })
})
