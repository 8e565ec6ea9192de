import { describe, expect, test } from 'vitest'
import OpenAI from 'openai'
import { chatInit, localChat, openTestGate, remoteChat, startServer } from './support.ts'
import type { LogFields } from '../../../src/core/kernel/logger.ts'

const planted = {
  OPENAI_ORG_ID: 'org-planted',
  OPENAI_PROJECT_ID: 'proj-planted',
  OPENAI_CUSTOM_HEADERS: 'X-Planted: header-planted'
}

const answer = JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices: [] })

describe('headers', () => {
  test.each([remoteChat, localChat])('only those of the list leave (declared $declared)', async (context) => {
    const server = await startServer()
    const { gate, receipts } = openTestGate()
    const init = chatInit('hello')
    const headers = {
      ...init.headers,
      accept: 'text/event-stream',
      'user-agent': 'someone/1.0',
      'x-stainless-os': 'Linux',
      'openai-organization': 'org',
      'openai-project': 'proj',
      cookie: 'a=b',
      referer: 'https://a.example/',
      'accept-language': 'zh',
      'x-anything': 'else'
    }
    await gate.fetchFor(context)(server.url, { ...init, headers })
    const { host: _host, connection: _connection, 'content-length': length, ...sent } = server.seen[0]?.headers ?? {}
    expect(sent).toEqual({
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'user-agent': 'Hearth',
      authorization: 'Bearer test-key'
    })
    expect(Number(length)).toBe(Buffer.byteLength(String(init.body)))
    expect(receipts.list()[0]?.headers).toEqual({
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'user-agent': 'Hearth'
    })
  })

  test('an accept header that carries anything but media types is replaced', async () => {
    const server = await startServer()
    const { gate } = openTestGate()
    await gate.fetchFor(localChat)(server.url, { headers: { accept: 'secret: "value"' } })
    expect(server.seen[0]?.headers.accept).toBe('application/json')
  })

  test.each([
    ['download', 'bytes=17-', 'bytes=17-'],
    ['download', 'bytes=0-5, 8-', undefined],
    ['download', 'secret', undefined],
    ['chat', 'bytes=17-', undefined]
  ] as const)('of a range, a %s that asks for %s sends %s', async (purpose, range, sent) => {
    const server = await startServer()
    const { gate } = openTestGate()
    await gate.fetchFor({ ...localChat, purpose })(server.url, { headers: { range } })
    expect(server.seen[0]?.headers.range).toBe(sent)
  })

  test('the key is in no receipt', async () => {
    const server = await startServer()
    const { gate, db } = openTestGate()
    await gate.fetchFor(remoteChat)(server.url, chatInit('hello'))
    expect(server.seen[0]?.headers.authorization).toBe('Bearer test-key')
    expect(JSON.stringify(db.prepare('select * from receipts').all())).not.toContain('test-key')
  })

  test('the OpenAI client, with its variables set, adds nothing', async () => {
    Object.assign(process.env, planted)
    try {
      const server = await startServer((_request, response) => response.setHeader('content-type', 'application/json').end(answer))
      const { gate } = openTestGate()
      const client = new OpenAI({ apiKey: 'k', baseURL: `${server.url}/v1`, maxRetries: 0, fetch: gate.fetchFor(remoteChat) })
      await client.chat.completions.create({
        model: 'm',
        messages: [{ role: 'user', content: 'hello' }],
        store: true,
        user: 'someone',
        metadata: { a: 'b' }
      })
      const seen = JSON.stringify(server.seen)
      expect(server.seen).toHaveLength(1)
      for (const word of ['planted', 'stainless', 'OpenAI/JS', 'someone', 'metadata', 'store']) expect(seen).not.toContain(word)
    } finally {
      for (const name of Object.keys(planted)) delete process.env[name]
    }
  })
})

describe('body', () => {
  test('unknown keys of a chat are dropped and counted in the log, known ones stay', async () => {
    const server = await startServer()
    const lines: { event: string; fields: LogFields | undefined }[] = []
    const note = (event: string, fields?: LogFields) => void lines.push({ event, fields })
    const { gate, receipts } = openTestGate({ logger: { info: note, warn: note, error: note } })
    const known = {
      tools: [],
      tool_choice: 'auto',
      parallel_tool_calls: true,
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.5,
      max_tokens: 5,
      max_completion_tokens: 5,
      response_format: { type: 'json_object' }
    }
    const unknown = { store: true, user: 'someone', metadata: { a: 'b' }, safety_identifier: 'x', prompt_cache_key: 'y', __proto__x: 1 }
    await gate.fetchFor(remoteChat)(server.url, chatInit('hello', { ...known, ...unknown }))
    const sent = server.seen[0]?.body ?? ''
    expect(JSON.parse(sent)).toEqual(JSON.parse(String(chatInit('hello', known).body)))
    expect(receipts.list()[0]?.body).toBe(sent)
    expect(lines).toContainEqual({ event: 'gate.dropped-keys', fields: { purpose: 'chat', count: 6 } })
    expect(JSON.stringify(lines)).not.toContain('someone')
  })

  test.each(['summary', 'models', 'probe'] as const)('the list holds for %s too', async (purpose) => {
    const server = await startServer()
    const { gate } = openTestGate()
    await gate.fetchFor({ ...localChat, purpose })(server.url, chatInit('hello', { user: 'someone' }))
    expect(server.seen[0]?.body).not.toContain('someone')
  })

  test('a tool may send other keys', async () => {
    const server = await startServer()
    const { gate } = openTestGate()
    const body = '{"jsonrpc":"2.0"}'
    await gate.fetchFor({ ...localChat, purpose: 'tool' })(server.url, { method: 'POST', body })
    expect(server.seen[0]?.body).toBe(body)
  })

  test('a value hidden behind a second key of the same name does not leave', async () => {
    const server = await startServer()
    const { gate } = openTestGate({ privateTexts: ['我对青霉素过敏'] })
    const body = '{"model":"m","messages":"我对青霉素过敏","messages":[]}'
    await gate.fetchFor(remoteChat)(server.url, { method: 'POST', body })
    expect(server.seen[0]?.body).toBe('{"model":"m","messages":[]}')
  })

  test.each(['not json', '[1]', '"text"', 'null'])('%s is refused as a chat', async (body) => {
    const server = await startServer()
    const { gate } = openTestGate()
    await expect(gate.fetchFor(remoteChat)(server.url, { method: 'POST', body })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    expect(server.seen).toHaveLength(0)
  })
})
