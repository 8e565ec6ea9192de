import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/kernel/app-error.ts'
import { discoverLocal } from '../../../src/core/llm/discover.ts'
import { cloudModels, hasCloudTag, listModels } from '../../../src/core/llm/list-models.ts'
import type { ProviderServer } from '../../../src/core/llm/get-json.ts'
import type { OutgoingContext } from '../../../src/core/privacy/gate.ts'
import { failure, html, json, silent, startScriptedServer, status } from '../../support/scripted-server/index.ts'
import type { Reply, ScriptedServer } from '../../support/scripted-server/index.ts'
import { openGate } from './support.ts'

let server: ScriptedServer
beforeAll(async () => void (server = await startScriptedServer()))
beforeEach(() => server.reset())
afterAll(() => server.close())

function at(fields: Partial<ProviderServer> = {}): ProviderServer {
  return { baseUrl: server.baseUrl, apiKey: 'sk-marked-key', declared: null, gate: openGate(), ...fields }
}

describe('the list of models', () => {
  test('is sorted, each once, asked for with the key', async () => {
    const seen: OutgoingContext[] = []
    server.models(['b', 'a', 'c', 'a'])
    expect(await listModels(at({ gate: openGate(seen), declared: 'remote' }))).toEqual(['a', 'b', 'c'])
    expect(server.requests[0]?.headers['authorization']).toBe('Bearer sk-marked-key')
    expect(seen).toEqual([{ purpose: 'models', conversationId: null, turnId: null, factIds: [], declared: 'remote', runtimeText: [] }])
  })

  test.each([
    ['a slash at the end of the address', '/v1/'],
    ['no path', ''],
    ['a query in the address', '/v1?api-version=2']
  ])('is found below an address with %s', async (_name, path) => {
    server.route('GET', '/models', json({ data: [{ id: 'root' }] }))
    server.models(['v1'])
    expect(await listModels(at({ baseUrl: server.origin + path }))).toEqual([path === '' ? 'root' : 'v1'])
    expect(server.requests[0]?.query.get('api-version')).toBe(path.includes('?') ? '2' : null)
  })

  test.each([
    ['a bare array', json([{ id: 'a' }, 'b'])],
    ['names instead of ids', json({ data: [{ name: 'a' }, { name: 'b' }, { other: 1 }, null] })]
  ])('may be %s', async (_name, reply) => {
    server.route('GET', '/v1/models', reply)
    expect(await listModels(at())).toEqual(['a', 'b'])
  })

  test.each<[string, Reply, string, string | undefined]>([
    ['401', failure(401, 'no'), 'PROVIDER_AUTH', undefined],
    ['402', failure(402, 'no'), 'PROVIDER_QUOTA', undefined],
    ['404', html(404), 'PROVIDER_BAD_REPLY', 'address'],
    ['429', failure(429, 'no'), 'PROVIDER_RATE', undefined],
    ['503', status(503), 'PROVIDER_DOWN', 'provider'],
    ['HTML', html(), 'PROVIDER_BAD_REPLY', 'html'],
    ['broken JSON', status(200, '{"data":['), 'PROVIDER_BAD_REPLY', 'not-json'],
    ['JSON without a list', json({ ok: true }), 'PROVIDER_BAD_REPLY', 'address'],
    ['silence', silent(), 'PROVIDER_DOWN', 'timeout']
  ])('with %s is an error that a person can act on', async (_name, reply, code, hint) => {
    server.route('GET', '/v1/models', reply)
    const error: unknown = await listModels(at({ timeoutMs: 100 })).catch((cause: unknown) => cause)
    expect(error).toMatchObject({ code, data: { host: server.host } })
    expect(error instanceof AppError ? error.data?.['hint'] : 'not ours').toBe(hint)
    expect(JSON.stringify(error)).not.toContain('sk-marked-key')
    expect(server.requests).toHaveLength(1)
  })

  test("a caller's timeout is a timeout, a caller's stop is a stop", async () => {
    server.route('GET', '/v1/models', silent())
    await expect(listModels(at(), AbortSignal.timeout(50))).rejects.toMatchObject({ code: 'PROVIDER_DOWN' })
    await expect(listModels(at(), AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  })
})

describe('models of Ollama that run elsewhere', () => {
  test('are those with a remote host or model, or a cloud tag', async () => {
    server.tags([
      { name: 'llama3:latest' },
      { name: 'big:latest', remote_host: 'https://ollama.example' },
      { name: 'mine:latest', remote_model: 'theirs' },
      { name: 'gpt-oss:120b-cloud' },
      { name: 'cloudy:latest', remote_host: '' }
    ])
    expect(await cloudModels(at())).toEqual(['big:latest', 'gpt-oss:120b-cloud', 'mine:latest'])
  })

  test('a server that is not Ollama has none', async () => expect(await cloudModels(at())).toEqual([]))

  test('a server that cannot be asked is not taken for one that has none', async () => {
    server.route('GET', '/api/tags', status(503))
    await expect(cloudModels(at())).rejects.toMatchObject({ code: 'PROVIDER_DOWN' })
  })

  test.each([
    ['qwen3:cloud', true],
    ['qwen3:480B-CLOUD', true],
    ['qwen3:cloud-q4', true],
    ['cloud-model', false],
    ['cloud:7b', false],
    ['x:cloudy', false],
    ['registry.test:80/cloud', false]
  ])('%s: %s', (name, cloud) => expect(hasCloudTag(name)).toBe(cloud))
})

describe('servers on this machine', () => {
  test('are found with their models, what runs elsewhere apart', async () => {
    const seen: OutgoingContext[] = []
    const ollama = await startScriptedServer()
    ollama.tags([{ name: 'b:latest' }, { name: 'a:latest' }, { name: 'c:cloud' }])
    server.models(['local'])
    const found = await discoverLocal(openGate(seen), undefined, { ollamaUrl: ollama.baseUrl, lmStudioUrl: server.baseUrl })
    expect(found).toEqual([
      { preset: 'ollama', baseUrl: ollama.baseUrl, models: ['a:latest', 'b:latest'], cloud: ['c:cloud'] },
      { preset: 'lmstudio', baseUrl: server.baseUrl, models: ['local'], cloud: [] }
    ])
    expect(seen.map(({ purpose, declared }) => [purpose, declared])).toEqual([
      ['probe', null],
      ['probe', null]
    ])
    await ollama.close()
  })

  test('what does not answer in time, or answers something else, is not there', async () => {
    server.route('GET', '/api/tags', silent())
    server.route('GET', '/v1/models', html())
    const started = performance.now()
    expect(await discoverLocal(openGate(), undefined, { ollamaUrl: server.baseUrl, lmStudioUrl: server.baseUrl, timeoutMs: 100 })).toEqual(
      []
    )
    expect(performance.now() - started).toBeLessThan(1_000)
  })
})
