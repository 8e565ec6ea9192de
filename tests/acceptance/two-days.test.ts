import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startHeadless, temporaryProfile, useServer, type Headless } from '../support/headless.ts'
import { startScriptedServer, text, toolCall, type ScriptedServer } from '../support/scripted-server/index.ts'

// What the issue promises a person, through the headless contract: say it today, close, ask tomorrow in a new conversation.

let server: ScriptedServer
let profile: ReturnType<typeof temporaryProfile>
let app: Headless

beforeEach(async () => {
  server = await startScriptedServer()
  profile = temporaryProfile()
  app = startHeadless({ profileDir: profile.dir })
})

afterEach(async () => {
  await app.close()
  await server.close()
  profile.remove()
})

describe('two days with Hearth', () => {
  test('what the model saved and what was said with 记住 is given to the model the next day', async () => {
    await useServer(app, server.baseUrl)
    const { conversationId } = await app.call('conversations.create', {})
    server.enqueue(toolCall('save_preference', { fact: '我叫小明，喜欢打篮球' }), text('你好，小明！'))
    const first = await app.turn({ conversationId, text: '我叫小明，喜欢打篮球' })
    expect(first.end.reason).toBe('done')
    expect(first.text).toBe('你好，小明！')
    expect(first.events).toContainEqual(expect.objectContaining({ type: 'tool-end', outcome: 'ok' }))
    expect(first.events).toContainEqual(expect.objectContaining({ type: 'notice', code: 'remembered' }))

    server.enqueue(text('好的，记住了。'))
    const second = await app.turn({ conversationId, text: '记住：我喜欢蓝色' })
    expect(second.events).toContainEqual(expect.objectContaining({ type: 'notice', code: 'remembered' }))
    expect(server.lastChat().body.messages.at(-1)?.content).toBe('记住：我喜欢蓝色')
    const told = (await app.call('messages.list', { conversationId })).at(-1)?.notices
    const usedBesides = second.events.flatMap((event) => (event.type === 'memory-used' ? event.factIds : []))
    expect(usedBesides).not.toContain(told?.[0]?.factIds[0])
    expect(told).toEqual([{ code: 'remembered', factIds: [expect.stringMatching(/^fact_/)], seconds: null }])

    expect(await app.close()).toBe(0)
    app = startHeadless({ profileDir: profile.dir })
    const next = await app.call('conversations.create', {})
    server.otherwise(text('……'))
    const name = await app.turn({ conversationId: next.conversationId, text: '我叫什么？' })
    const nameRequest = JSON.stringify(server.lastChat().body.messages)
    expect(nameRequest).toContain('我叫小明')
    const used = name.events.find((event) => event.type === 'memory-used')
    expect((await app.call('memory.get', { factId: used?.factIds[0] ?? '' })).text).toBe('我叫小明，喜欢打篮球')
    expect(used?.factIds.length).toBeLessThanOrEqual(2)

    await app.turn({ conversationId: next.conversationId, text: '我喜欢什么颜色？' })
    expect(JSON.stringify(server.lastChat().body.messages)).toContain('我喜欢蓝色')

    const receipts = await app.call('privacy.receipts', { conversationId: next.conversationId })
    expect(receipts).toHaveLength(2)
    expect(receipts[1]).toMatchObject({
      host: server.host,
      purpose: 'chat',
      destination: 'remote',
      outcome: 'sent',
      factIds: used?.factIds
    })
    expect(receipts[1]?.body).toContain('我叫小明')
  })

  test('without a provider it remembers, recalls, calculates, and says that it answers from memory alone', async () => {
    const { conversationId } = await app.call('conversations.create', {})
    const stored = await app.turn({ conversationId, text: '记住：我喜欢蓝色' })
    expect(stored.text).toContain('我喜欢蓝色')
    expect(stored.events).toContainEqual(expect.objectContaining({ type: 'notice', code: 'memory-only' }))
    const asked = await app.turn({ conversationId, text: '我喜欢什么颜色？' })
    expect(asked.text).toContain('我喜欢蓝色')
    expect(asked.text).toContain('还没有设置模型')
    const computed = await app.turn({ conversationId, text: '12*(3+4)=' })
    expect(computed.text).toContain('84')
    const unknown = await app.turn({ conversationId, text: 'When did the Titanic sink?' })
    expect(unknown.text).toContain('I know nothing about this.')
    expect(await app.call('privacy.receipts', {})).toEqual([])
  })

  test('a private message sends nothing, is kept as a private fact, and stays out of later requests', async () => {
    await useServer(app, server.baseUrl)
    server.otherwise(text('ok'))
    const { conversationId } = await app.call('conversations.create', {})
    const kept = await app.turn({ conversationId, text: '私密：我的银行卡密码是 884422' })
    expect(kept.text).toBe('已记在本机，没有发送任何内容。')
    expect(kept.end.reason).toBe('done')
    const locked = await app.turn({ conversationId, text: '我对青霉素过敏', privacy: 'private' })
    expect(locked.text).toBe('已记在本机，没有发送任何内容。')
    expect(server.requests).toHaveLength(0)
    const asked = await app.turn({ conversationId, text: '我的银行卡密码是多少？', privacy: 'private' })
    expect(asked.text).toContain('884422')
    expect(server.requests).toHaveLength(0)

    await app.turn({ conversationId, text: '你好，今天聊点别的' })
    await app.turn({ conversationId, text: '我对什么过敏？' })
    const sent = server.requests.map((request) => request.raw).join('\n')
    expect(server.chats).toHaveLength(2)
    for (const secret of ['884422', '青霉素', '银行卡', '已记在本机']) expect(sent).not.toContain(secret)
    const facts = await app.call('memory.list', { privacy: 'private' })
    expect(facts.map((fact) => fact.text).sort()).toEqual(['我对青霉素过敏', '我的银行卡密码是 884422'])
  })

  test('a private fact is recalled for this machine and never for a remote destination', async () => {
    await app.call('memory.add', { text: 'My doctor is Anna Meier', privacy: 'private' })
    expect(await app.call('memory.recall', { query: 'Who is my doctor?', destination: 'remote' })).toEqual([])
    const here = await app.call('memory.recall', { query: 'Who is my doctor?', destination: 'local' })
    expect(here.map((fact) => fact.text)).toEqual(['My doctor is Anna Meier'])
  })

  test('typing a protected value to a remote model is refused, kept here, and does not block what follows', async () => {
    await useServer(app, server.baseUrl)
    server.otherwise(text('ok'))
    await app.call('memory.add', { text: 'Passport number X4471882', privacy: 'private' })
    const { conversationId } = await app.call('conversations.create', {})
    const blocked = await app.turn({ conversationId, text: 'My passport number is X4471882, is it valid?' })
    expect(blocked.end).toMatchObject({ reason: 'error', error: { code: 'PRIVATE_BLOCKED' } })
    expect(server.requests).toHaveLength(0)
    const after = await app.turn({ conversationId, text: 'Then tell me about passports in general.' })
    expect(after.end.reason).toBe('done')
    expect(server.requests.map((request) => request.raw).join('')).not.toContain('4471882')
    const receipts = await app.call('privacy.receipts', {})
    expect(receipts.map((receipt) => receipt.outcome)).toEqual(['sent', 'blocked'])
  })
})
