import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { companion } from '../../support/scripted-server/companion.ts'
import { startScriptedServer, text, toolCall } from '../../support/scripted-server/index.ts'
import type { ScriptedServer } from '../../support/scripted-server/index.ts'
import { ask, gather, never, portTo } from './support.ts'

let server: ScriptedServer
beforeAll(async () => void (server = await startScriptedServer()))
beforeEach(() => server.reset())
afterAll(() => server.close())

async function post(body: unknown): Promise<Response> {
  return fetch(`${server.baseUrl}/chat/completions`, { method: 'POST', body: JSON.stringify(body) })
}

describe('the scripted server', () => {
  test('says so when nothing is scripted, and when a script throws', async () => {
    expect((await post({ messages: [] })).status).toBe(409)
    server.enqueue(() => {
      throw new Error('oh')
    })
    const response = await post({ messages: [] })
    expect(response.status).toBe(409)
    expect(await response.text()).toContain('oh')
  })

  test('answers whole when no stream is asked for', async () => {
    server.enqueue(text('hi'), toolCall('read', { n: 1 }))
    expect(await (await post({ messages: [] })).json()).toMatchObject({ choices: [{ message: { content: 'hi' } }] })
    expect(await (await post({ messages: [] })).json()).toMatchObject({
      choices: [{ message: { tool_calls: [{ function: { name: 'read' } }] } }]
    })
  })

  test('a script may look at the request, and requests can be waited for', async () => {
    server.enqueue(({ body }) => text(body.messages[0]?.content ?? ''))
    const second = server.chat(2)
    expect(await gather(portTo(server).chatStream(ask({ messages: [{ role: 'user', content: 'echo' }] }), never))).toMatchObject({
      text: 'echo'
    })
    void post({ messages: [{ role: 'user', content: 'later' }] })
    expect((await second).body.messages[0]?.content).toBe('later')
  })
})

describe('the companion', () => {
  const tools = [{ name: 'save_preference', description: '', parameters: {} }]
  const say = (content: string, ...before: readonly string[]): ReturnType<typeof gather> => {
    server.otherwise(companion)
    const messages = [...before, content].map((said) => ({ role: 'user' as const, content: said }))
    return gather(portTo(server).chatStream(ask({ messages, tools }), never))
  }

  test('saves what someone says about themselves', async () => {
    const { calls } = await say('我叫小明，喜欢打篮球')
    expect(calls.map(({ name, args }) => [name, JSON.parse(args)])).toEqual([['save_preference', { fact: '我叫小明，喜欢打篮球' }]])
  })

  test('quotes the memory block, and nothing else, when asked', async () => {
    expect((await say('我叫什么？', 'facts:\n- 用户叫小明')).text).toContain('小明')
    expect((await say('我叫什么？')).text).not.toContain('小明')
  })

  test('repeats anything else', async () => expect((await say('good morning')).text).toBe('You said: good morning'))
})
