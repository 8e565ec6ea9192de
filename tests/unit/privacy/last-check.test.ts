import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/core/kernel/app-error.ts'
import { chatInit, localChat, openTestGate, remoteChat, startServer } from './support.ts'
import type { OutgoingContext } from '../../../src/core/privacy/gate.ts'

const secret = '我对青霉素过敏'
const phone = '13800138000'
const privateTexts = [secret, `my number is ${phone}`, 'the door code is 4711']

async function attempt(path: string, init: RequestInit, context: OutgoingContext = remoteChat) {
  const server = await startServer()
  const { gate, receipts, db } = openTestGate({ privateTexts })
  const outcome = await gate
    .fetchFor(context)(`${server.url}${path}`, init)
    .then(
      () => 'sent',
      (cause: unknown) => (cause instanceof AppError ? cause.code : 'another failure')
    )
  return { outcome, seen: server.seen, receipts: receipts.list(), stored: JSON.stringify(db.prepare('select * from receipts').all()) }
}

const tool: OutgoingContext = { ...remoteChat, purpose: 'tool' }
const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({ method: 'POST', headers, body: JSON.stringify(body) })

describe('a protected value in a remote request', () => {
  const places: readonly (readonly [string, string, RequestInit, OutgoingContext])[] = [
    ['a message', '/', chatInit(`你知道${secret}吗`), remoteChat],
    [
      'an earlier message',
      '/',
      post({
        messages: [
          { role: 'system', content: secret },
          { role: 'user', content: 'x' }
        ]
      }),
      remoteChat
    ],
    ['a message in parts', '/', post({ messages: [{ role: 'user', content: [{ type: 'text', text: secret }] }] }), remoteChat],
    [
      'tool call arguments',
      '/',
      chatInit('x', { messages: [{ tool_calls: [{ function: { arguments: JSON.stringify({ fact: secret }) } }] }] }),
      remoteChat
    ],
    ['a tool description', '/', chatInit('x', { tools: [{ function: { description: secret } }] }), remoteChat],
    ['a key', '/', post({ a: { [secret]: 1 } }), tool],
    ['a number', '/', post({ a: Number(phone) }), tool],
    ['the path', `/say/${encodeURIComponent(secret)}`, {}, tool],
    ['the query', `/?q=${encodeURIComponent(secret)}`, {}, tool],
    ['a query with plus signs', '/?q=my+number+is+138+0013+8000', {}, tool],
    ['the path of a chat', `/${encodeURIComponent(secret)}`, chatInit('x'), remoteChat],
    ['a form', '/', { method: 'POST', body: new URLSearchParams({ q: secret }) }, tool],
    ['the authorization header', '/', { headers: { authorization: `Bearer ${phone}` } }, tool],
    ['the accept header', '/', { headers: { accept: `text/${phone}` } }, tool],
    ['a summary request', '/', chatInit(secret), { ...remoteChat, purpose: 'summary' }],
    ['a short number', '/', chatInit('try 4711.'), remoteChat],
    ['a short number with spaces', '/', chatInit('try 4 7 1 1.'), remoteChat]
  ]

  test.each(places)('in %s is refused, and nothing is sent', async (_place, path, init, context) => {
    const { outcome, seen, receipts, stored } = await attempt(path, init, context)
    expect(outcome).toBe('PRIVATE_BLOCKED')
    expect(seen).toHaveLength(0)
    expect(receipts).toMatchObject([{ outcome: 'blocked', body: '', bytes: 0, factIds: [], headers: {}, status: null }])
    for (const value of [secret, phone, '0013', encodeURIComponent(secret)]) expect(stored).not.toContain(value)
  })

  test('says how many and where, and not what', async () => {
    const server = await startServer()
    const { gate } = openTestGate({ privateTexts })
    const cause: unknown = await gate
      .fetchFor(remoteChat)(server.url, chatInit(`${secret} ${phone}`))
      .catch((error: unknown) => error)
    expect(cause).toBeInstanceOf(AppError)
    const data = (cause as AppError).toData()
    expect(data).toMatchObject({ code: 'PRIVATE_BLOCKED', data: { host: `127.0.0.1:${server.port}`, count: 2 } })
    expect(JSON.stringify(data)).not.toMatch(/青霉素|138/)
  })

  test('in the name of the host is refused, also as punycode', async () => {
    const { gate, receipts } = openTestGate({ privateTexts })
    const send = gate.fetchFor({ ...tool, declared: null })
    await expect(send(`http://${phone}.evil.example/`)).rejects.toMatchObject({ code: 'PRIVATE_BLOCKED' })
    await expect(send(`http://${secret}.evil.example/`)).rejects.toMatchObject({ code: 'PRIVATE_BLOCKED' })
    expect(receipts.list().map(({ host }) => host)).not.toContain(`${phone}.evil.example`)
  })

  test('goes to a local destination', async () => {
    const { outcome, seen } = await attempt('/', chatInit(secret), localChat)
    expect(outcome).toBe('sent')
    expect(seen[0]?.body).toContain(secret)
  })
})

describe('what is let through', () => {
  test('a text without a value', async () => {
    expect((await attempt('/', chatInit('青霉素是什么？ I have 471 books and 47112 pages, id a4711b'))).outcome).toBe('sent')
  })

  test('text that our own code made', async () => {
    const context = { ...remoteChat, runtimeText: ['Today is the 4711th day.'] }
    expect((await attempt('/', chatInit('Today is the 4711th day. hello'), context)).outcome).toBe('sent')
    expect((await attempt('/', chatInit('Today is the 4711th day. 4711'), context)).outcome).toBe('PRIVATE_BLOCKED')
    expect((await attempt('/', chatInit('4711'), context)).outcome).toBe('PRIVATE_BLOCKED')
  })

  test('runtime text does not glue its neighbours together or hide them', async () => {
    const context = { ...remoteChat, runtimeText: ['[now]', ''] }
    expect((await attempt('/', chatInit('47[now]11'), context)).outcome).toBe('sent')
    expect((await attempt('/', chatInit(`[now]${secret}[now]`), context)).outcome).toBe('PRIVATE_BLOCKED')
  })
})
