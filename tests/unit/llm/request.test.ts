import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LlmMessage, LlmRequest } from '../../../src/core/llm/llm-port.ts'
import type { EchoMemory } from '../../../src/core/llm/openai-compatible.ts'
import type { OutgoingContext } from '../../../src/core/privacy/gate.ts'
import { failure, startScriptedServer, stream, delta, finish, text, toolCall } from '../../support/scripted-server/index.ts'
import type { ChatRequest, Reply, ScriptedServer } from '../../support/scripted-server/index.ts'
import { ask, gather, never, openGate, portTo } from './support.ts'

let server: ScriptedServer
beforeAll(async () => void (server = await startScriptedServer()))
beforeEach(() => server.reset())
afterAll(() => server.close())

const TOOLS: LlmRequest['tools'] = [{ name: 'read', description: 'Reads', parameters: { type: 'object', properties: {} } }]

const THOUGHT: readonly LlmMessage[] = [
  { role: 'system', content: 'be kind' },
  { role: 'user', content: 'read it' },
  { role: 'assistant', content: '', reasoning: 'thinking', toolCalls: [{ id: 'c1', name: 'read', args: '{"n":1}' }] },
  { role: 'tool', content: 'ok', toolCallId: 'c1' },
  { role: 'assistant', content: 'done', reasoning: 'thought' },
  { role: 'user', content: 'and?' }
]

describe('what is sent', () => {
  test('is what the preview shows, byte for byte', async () => {
    const request = ask({ messages: THOUGHT, temperature: 0.5, maxTokens: 100, ...(TOOLS === undefined ? {} : { tools: TOOLS }) })
    const port = portTo(server)
    server.enqueue(text('hi'))
    await gather(port.chatStream(request, never))
    expect(server.lastChat().raw).toBe(port.requestBody(request))
    expect(server.lastChat().body).toEqual({
      model: 'scripted',
      messages: [
        { role: 'system', content: 'be kind' },
        { role: 'user', content: 'read it' },
        {
          role: 'assistant',
          content: '',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{"n":1}' } }]
        },
        { role: 'tool', tool_call_id: 'c1', content: 'ok' },
        { role: 'assistant', content: 'done' },
        { role: 'user', content: 'and?' }
      ],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.5,
      max_tokens: 100,
      tools: [{ type: 'function', function: { name: 'read', description: 'Reads', parameters: { type: 'object', properties: {} } } }]
    })
  })

  test('tells the gate what it must know', async () => {
    const seen: OutgoingContext[] = []
    server.enqueue(text('hi'))
    const port = portTo(server, { gate: openGate(seen), destination: 'remote' })
    await gather(port.chatStream(ask({ factIds: ['f1'], runtimeText: ['today'], purpose: 'summary' }), never))
    expect(seen).toEqual([
      { purpose: 'summary', conversationId: 'c1', turnId: 't1', factIds: ['f1'], declared: 'remote', runtimeText: ['today'] }
    ])
  })

  test('holds no header but its own, whatever the environment says', async () => {
    vi.stubEnv('OPENAI_ORG_ID', 'org-env')
    vi.stubEnv('OPENAI_PROJECT_ID', 'proj-env')
    vi.stubEnv('OPENAI_CUSTOM_HEADERS', 'X-Marked: env\nnot a header: env')
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/env')
    vi.stubEnv('OPENAI_API_KEY', 'sk-env')
    vi.stubEnv('OPENAI_ADMIN_KEY', 'sk-admin-env')
    vi.stubEnv('OPENAI_LOG', 'debug')
    const printed = (['log', 'debug', 'info', 'warn', 'error'] as const).map((name) => vi.spyOn(console, name))
    server.enqueue(text('hi'), failure(401, 'no'))
    await gather(portTo(server).chatStream(ask(), never))
    await gather(portTo(server, { apiKey: null }).chatStream(ask(), never))
    const [first, second] = server.chats
    expect(first?.headers['authorization']).toBe('Bearer sk-marked-key')
    expect(second?.headers).not.toHaveProperty('authorization')
    for (const { headers, raw } of server.chats) {
      const ours = ['accept', 'authorization', 'content-type']
      const transport = ['accept-encoding', 'accept-language', 'connection', 'content-length', 'host', 'sec-fetch-mode', 'user-agent']
      expect([...ours, ...transport]).toEqual(expect.arrayContaining(Object.keys(headers)))
      expect(JSON.stringify(headers) + raw).not.toMatch(/env|stainless|openai/i)
    }
    expect(process.env['OPENAI_CUSTOM_HEADERS']).toContain('X-Marked')
    for (const print of printed) expect(print).not.toHaveBeenCalled()
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
  })

  test('a key that no header can carry is refused before anything is sent', async () => {
    const answer = await gather(portTo(server, { apiKey: 'sk-密钥' }).chatStream(ask(), never))
    expect(answer).toMatchObject({ end: 'PROVIDER_AUTH', hint: 'key-format' })
    expect(JSON.stringify(answer.events)).not.toContain('密钥')
    expect(server.requests).toHaveLength(0)
  })

  test('a call without arguments, or with broken ones, goes back as an object that every server can parse', () => {
    const call = (id: string, args: string): LlmMessage => ({ role: 'assistant', content: '', toolCalls: [{ id, name: 'f', args }] })
    const body = portTo(server).requestBody(
      ask({ messages: [call('a', ''), call('b', '{"path":"a'), call('c', '[1]'), call('d', '{"x": 1}')] })
    )
    expect(body.match(/"arguments":"(?:[^"\\]|\\.)*"/g)).toEqual(['{}', '{}', '{}', '{\\"x\\": 1}'].map((args) => `"arguments":"${args}"`))
  })

  test('the limit of tokens has the name that the provider wants', () => {
    expect(portTo(server, { preset: 'openai' }).requestBody(ask({ maxTokens: 5 }))).toContain('"max_completion_tokens":5')
    expect(portTo(server, { preset: 'deepseek' }).requestBody(ask({ maxTokens: 5 }))).toContain('"max_tokens":5')
  })
})

describe('ids that we make', () => {
  const nameless: Reply = stream(delta({ tool_calls: [{ function: { name: 'read', arguments: '{}' } }] }), finish('tool_calls'))

  test('are the same for the same request and differ along a conversation', async () => {
    server.otherwise(nameless)
    const port = portTo(server)
    const ids = async (messages: readonly LlmMessage[]): Promise<string[]> =>
      (await gather(port.chatStream(ask({ messages }), never))).calls.map(({ id }) => id)
    const first = await ids([{ role: 'user', content: 'go' }])
    expect(await ids([{ role: 'user', content: 'other words' }])).toEqual(first)
    expect(await ids(THOUGHT)).not.toEqual(first)
  })

  test('go back to the server unchanged', async () => {
    server.enqueue(nameless, text('done'))
    const port = portTo(server)
    const { calls } = await gather(port.chatStream(ask(), never))
    const results = calls.map(({ id }): LlmMessage => ({ role: 'tool', content: 'x', toolCallId: id }))
    await gather(
      port.chatStream(
        ask({ messages: [{ role: 'user', content: 'go' }, { role: 'assistant', content: '', toolCalls: calls }, ...results] }),
        never
      )
    )
    const [, message, result] = server.lastChat().body.messages
    expect(message?.tool_calls?.[0]?.id).toBe(calls[0]?.id)
    expect(result?.tool_call_id).toBe(calls[0]?.id)
  })
})

describe('reasoning of earlier answers', () => {
  const echoes = (request: ChatRequest | undefined): (string | undefined)[] =>
    (request?.body.messages ?? []).flatMap((message) => (message.role === 'assistant' ? [message.reasoning_content] : []))
  const refuse = failure(400, 'reasoning_content')
  const wants = (request: ChatRequest): Reply =>
    request.body.messages.every((message) => message.tool_calls === undefined || message.reasoning_content !== undefined)
      ? text('ok')
      : refuse
  const forbids = (request: ChatRequest): Reply =>
    request.body.messages.some((message) => message.reasoning_content !== undefined) ? refuse : text('ok')

  test.each([
    ['custom', [undefined, undefined]],
    ['deepseek', ['thinking', undefined]],
    ['moonshot', ['thinking', undefined]]
  ] as const)('%s is sent back as its preset says', async (preset, expected) => {
    server.enqueue(text('ok'))
    await gather(portTo(server, { preset }).chatStream(ask({ messages: THOUGHT }), never))
    expect(echoes(server.lastChat())).toEqual(expected)
  })

  test.each([
    ['wants it and the preset leaves it out', 'custom', wants],
    ['forbids it and the preset sends it', 'deepseek', forbids]
  ] as const)('a server that %s is asked once more, and the lesson is kept', async (_name, preset, script) => {
    server.otherwise(script)
    const echoMemory: EchoMemory = new Map()
    const port = portTo(server, { preset, echoMemory })
    expect(await gather(port.chatStream(ask({ messages: THOUGHT }), never))).toMatchObject({ text: 'ok', end: 'stop' })
    expect(server.chats).toHaveLength(2)
    expect(await gather(port.chatStream(ask({ messages: THOUGHT }), never))).toMatchObject({ text: 'ok' })
    expect(server.chats).toHaveLength(3)
    expect(await gather(portTo(server, { preset, echoMemory }).chatStream(ask({ messages: THOUGHT }), never))).toMatchObject({ text: 'ok' })
    expect(server.chats).toHaveLength(4)
    expect(port.requestBody(ask({ messages: THOUGHT }))).toBe(server.lastChat().raw)
  })

  test('a call that another model made without thinking satisfies a server that wants the field', async () => {
    server.otherwise(wants)
    const messages = THOUGHT.map((message) => {
      if (message.role !== 'assistant') return message
      const { reasoning: _left, ...rest } = message
      return rest
    })
    expect(await gather(portTo(server).chatStream(ask({ messages }), never))).toMatchObject({ text: 'ok' })
    expect(echoes(server.lastChat())).toEqual(['', undefined])
  })

  test('a 400 for another reason is reported after that one more try, and nothing is learnt from it', async () => {
    server.otherwise(failure(400, 'no'))
    const port = portTo(server)
    const before = port.requestBody(ask({ messages: THOUGHT }))
    expect(await gather(port.chatStream(ask({ messages: THOUGHT }), never))).toMatchObject({ end: 'PROVIDER_BAD_REPLY', hint: 'rejected' })
    expect(server.chats).toHaveLength(2)
    expect(port.requestBody(ask({ messages: THOUGHT }))).toBe(before)
  })

  test('without reasoning in the conversation a 400 is final', async () => {
    server.enqueue(failure(400, 'no'), toolCall('read', {}))
    expect(await gather(portTo(server).chatStream(ask(), never))).toMatchObject({ end: 'PROVIDER_BAD_REPLY' })
    expect(server.chats).toHaveLength(1)
  })
})
