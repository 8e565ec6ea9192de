import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../support/headless.ts'
import { text, toolCall, type ChatRequest } from '../support/scripted-server/index.ts'
import { notices, openStage, said, sent, type Stage } from './support.ts'

// DESIGN §1.1 turn by turn: what is private is in no request to another machine, raw bytes, and is used when the model runs here.

const PASSPORT = 'QX-8834412'
const GATE_CODE = '774129'
const ASK = 'Wanda has asthma'
const SECRETS = ['8834412', 'QX-88', GATE_CODE, 'garden gate', 'asthma', 'Wanda']

let stage: Stage
let conversationId: string

beforeAll(async () => {
  stage = await openStage({ destination: 'local' })
  await stage.app.call('memory.add', { text: `My passport number is ${PASSPORT}`, privacy: 'private' })
  await stage.app.call('memory.add', { text: ASK, privacy: 'ask' })
})

beforeEach(async () => {
  stage.server.reset()
  conversationId = await stage.conversation()
})

afterAll(() => stage.close())

const use = (destination: 'local' | 'remote'): Promise<void> => useServer(stage.app, stage.server.baseUrl, destination)

/** No request so far carried any of these. */
function expectNothingPrivate(secrets: readonly string[] = SECRETS): void {
  const all = sent(stage.server)
  for (const secret of secrets) expect(all, secret).not.toContain(secret)
}

const isSummary = (request: ChatRequest): boolean => /^(Condense|请把)/.test(request.body.messages[0]?.content ?? '')

describe('a model on this machine', () => {
  test('is given private and ask facts and private messages, and its answer takes the strictest label', async () => {
    await use('local')
    stage.server.otherwise(text(`It is ${PASSPORT}.`))
    await stage.app.turn({ conversationId, text: 'What is my passport number?' })
    expect(stage.server.lastChat().raw).toContain(PASSPORT)
    const locked = await stage.app.turn({ conversationId, text: `The garden gate code is ${GATE_CODE}`, privacy: 'private' })
    expect(locked.end.reason).toBe('done')
    await stage.app.turn({ conversationId, text: 'Who has asthma?' })
    expect(stage.server.lastChat().raw).toContain(GATE_CODE)
    expect(stage.server.lastChat().raw).toContain(ASK)
    const list = await stage.app.call('messages.list', { conversationId })
    expect(list.map((message) => message.privacy)).toEqual(['open', 'private', 'private', 'private', 'open', 'private'])
    const receipts = await stage.app.call('privacy.receipts', { conversationId })
    expect(receipts.map((receipt) => receipt.destination)).toEqual(['local', 'local', 'local'])
  })

  test('labels what a tool read, also in the round after it', async () => {
    await use('local')
    stage.server.enqueue(toolCall('recall_memory', { query: 'passport number' }), text('I looked it up.'))
    await stage.app.turn({ conversationId, text: 'Qwfp zxcv?' })
    expect(stage.server.lastChat().raw).toContain(PASSPORT)
    const list = await stage.app.call('messages.list', { conversationId })
    expect(list.map((message) => [message.role, message.privacy])).toEqual([
      ['user', 'open'],
      ['assistant', 'private'],
      ['tool', 'private'],
      ['assistant', 'private']
    ])
    await use('remote')
    stage.server.reset()
    stage.server.otherwise(text('ok'))
    const turn = await stage.app.turn({ conversationId, text: 'Something else.' })
    expect(notices(turn)).toEqual(['private-left-out'])
    expect(said(stage.server.lastChat()).map((message) => message.content)).toEqual(['Qwfp zxcv?', 'Something else.'])
    expectNothingPrivate()
  })
})

describe('a model elsewhere', () => {
  test('gets nothing of it after local turns: not by following turns, regenerate, edit, summaries, a restart, or switching back', async () => {
    await use('local')
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: 200, keep: 2 } } })
    stage.server.otherwise((request) => text(isSummary(request) ? `They spoke of ${PASSPORT} and ${GATE_CODE}` : `Yes, ${PASSPORT}`))
    const first = await stage.app.turn({ conversationId, text: 'What is my passport number?' })
    await stage.app.turn({ conversationId, text: `The garden gate code is ${GATE_CODE}`, privacy: 'private' })
    for (const words of ['one open remark', 'another open remark', 'a third open remark'])
      await stage.app.turn({ conversationId, text: `${words} ${'and more words '.repeat(12)}` })
    expect(stage.server.chats.some(isSummary)).toBe(true)
    expect(sent(stage.server)).toContain(GATE_CODE)

    await use('remote')
    stage.server.reset()
    stage.server.otherwise((request) => text(isSummary(request) ? 'They spoke of this and that' : 'ok'))
    expect(notices(await stage.app.turn({ conversationId, text: 'Hello out there.' }))).toContain('private-left-out')
    expect(sent(stage.server)).toContain('a third open remark')
    const second = await stage.app.call('turn.regenerate', { conversationId, messageId: first.userMessageId })
    await stage.app.finish(second.turnId)
    await stage.app.turn({ conversationId, text: 'What was my passport number again?', editOf: first.userMessageId })
    for (let index = 0; index < 4; index += 1)
      await stage.app.turn({ conversationId, text: `remote remark ${index} ${'and more words '.repeat(8)}` })
    expect(stage.server.chats.some(isSummary)).toBe(true)
    const kept = await stage.app.turn({ conversationId, text: 'A secret: my locker is 559911', privacy: 'private' })
    expect(kept.text).toBe('Saved on this machine. Nothing was sent.')
    const asked = await stage.app.turn({ conversationId, text: 'What is my passport number?', privacy: 'private' })
    expect(asked.text).toContain(PASSPORT)
    await stage.app.turn({ conversationId, text: 'Back to open things.' })
    await stage.restart()
    await stage.app.turn({ conversationId, text: 'And after a restart.' })
    await stage.app.turn({ conversationId, text: 'Who has asthma?' })
    expectNothingPrivate([...SECRETS.filter((secret) => secret !== 'asthma'), '559911', ASK, 'has asthma (', 'locker'])

    await use('local')
    stage.server.reset()
    stage.server.otherwise(text('ok'))
    await stage.app.turn({ conversationId, text: 'What is my passport number, you who live here?' })
    expect(stage.server.lastChat().raw).toContain(PASSPORT)
    await use('remote')
    stage.server.reset()
    stage.server.otherwise(text('ok'))
    await stage.app.turn({ conversationId, text: 'Out again.' })
    // The question itself was said openly.
    expectNothingPrivate(SECRETS.filter((secret) => secret !== 'asthma'))
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: null, keep: 6 } } })
  })

  test('gets no private fact by its recall tool, and none by the recall route', async () => {
    await use('remote')
    stage.server.enqueue(
      toolCall('recall_memory', { query: 'passport number' }),
      toolCall('recall_memory', { query: 'who has asthma' }),
      text('Nothing found.')
    )
    await stage.app.turn({ conversationId, text: 'Look it up in my papers, please.' })
    expectNothingPrivate(['8834412', ASK])
    for (const query of ['passport number', 'Who has asthma?']) {
      expect(await stage.app.call('memory.recall', { query, destination: 'remote', abstain: false })).not.toContainEqual(
        expect.objectContaining({ privacy: expect.stringMatching(/private|ask/) })
      )
    }
  })

  test('a value that became private later: older open messages and facts that hold it are left out, and the conversation goes on', async () => {
    await use('remote')
    stage.server.otherwise(text('ok'))
    await stage.app.turn({ conversationId, text: 'My membership number is 66120934, by the way.' })
    await stage.app.call('memory.add', { text: 'The gym knows me as member 66120934' })
    expect(sent(stage.server)).toContain('66120934')
    await stage.app.call('memory.add', { text: 'Membership 66120934', privacy: 'private' })
    stage.server.reset()
    stage.server.enqueue(toolCall('recall_memory', { query: 'gym member' }), text('ok'))
    const turn = await stage.app.turn({ conversationId, text: 'Which gym member am I?' })
    expect(turn.end.reason).toBe('done')
    expect(notices(turn)).toEqual(['private-left-out'])
    // What stays here is left out of the results, and not a word says so.
    expect(turn.events).toContainEqual(expect.objectContaining({ type: 'tool-end', outcome: 'ok', preview: '（没有找到相关记忆）' }))
    expectNothingPrivate(['66120934'])
    const list = await stage.app.call('messages.list', { conversationId })
    expect(list.filter((message) => message.role === 'user').map((message) => message.status)).toEqual(['complete', 'complete'])
    const wanted = { conversationId, text: 'It is 66120934, is it not?' }
    const refused = { destination: 'remote', factIds: [], bytes: 0, body: '', refused: { code: 'PRIVATE_BLOCKED' } }
    expect(await stage.app.call('turn.preview', wanted)).toMatchObject(refused)
    const typed = await stage.app.turn(wanted)
    expect(typed.end).toMatchObject({ error: { code: 'PRIVATE_BLOCKED' } })
    expect((await stage.app.call('messages.list', { conversationId })).findLast((message) => message.role === 'user')).toMatchObject({
      privacy: 'private',
      status: 'blocked'
    })
    stage.server.otherwise(text('ok'))
    expect((await stage.app.turn({ conversationId, text: 'Never mind.' })).end.reason).toBe('done')
    expectNothingPrivate(['66120934'])
  })

  test("a private fact that equals one of the product's own examples blocks nothing", async () => {
    await use('remote')
    stage.server.otherwise(text('ok'))
    await stage.app.call('memory.add', { text: '周五晚上七点跟李雷在老地方吃饭', privacy: 'private' })
    const turn = await stage.app.turn({ conversationId, text: '请提取：明天开会', mode: 'few_shot' })
    expect(turn.end.reason).toBe('done')
    expect(stage.server.lastChat().body.messages.length).toBeGreaterThan(2)
  })

  test('a value in the persona is refused, and the message that had nothing to do with it stays open', async () => {
    await use('remote')
    stage.server.otherwise(text('ok'))
    await stage.app.call('settings.set', { patch: { chat: { persona: `I hold passport ${PASSPORT}.` } } })
    expect(await stage.app.call('turn.preview', { conversationId, text: 'Good morning.' })).toMatchObject({
      body: '',
      refused: { code: 'PRIVATE_BLOCKED' }
    })
    const turn = await stage.app.turn({ conversationId, text: 'Good morning.' })
    await stage.app.call('settings.set', { patch: { chat: { persona: '' } } })
    expect((await stage.app.call('turn.preview', { conversationId, text: 'Good morning.' })).refused).toBeUndefined()
    await stage.app.call('settings.set', { patch: { network: { offline: true } } })
    expect(await stage.app.call('turn.preview', { conversationId, text: 'Good morning.' })).toMatchObject({
      body: '',
      refused: { code: 'OFFLINE' }
    })
    await stage.app.call('settings.set', { patch: { network: { offline: false } } })
    expect(turn.end).toMatchObject({ reason: 'error', error: { code: 'PRIVATE_BLOCKED' } })
    expect(stage.server.chats).toEqual([])
    expect((await stage.app.call('messages.list', { conversationId }))[0]).toMatchObject({ privacy: 'open', status: 'complete' })
    expect((await stage.app.turn({ conversationId, text: 'And now?' })).end.reason).toBe('done')
    expect(said(stage.server.lastChat()).map((message) => message.content)).toEqual(['Good morning.', 'And now?'])
  })

  test('every request has its receipt with the very bytes, a blocked one has none of them', async () => {
    await use('remote')
    stage.server.enqueue(toolCall('calculator', { expr: '1+1' }), text('two'))
    const turn = await stage.app.turn({ conversationId, text: 'One and one?' })
    await stage.app.turn({ conversationId, text: `Is ${PASSPORT} mine?` })
    const receipts = (await stage.app.call('privacy.receipts', { conversationId })).toReversed()
    expect(receipts.map((receipt) => receipt.outcome)).toEqual(['sent', 'sent', 'blocked'])
    stage.server.chats.forEach((request, index) => {
      expect(receipts[index]).toMatchObject({
        body: request.raw,
        bytes: Buffer.byteLength(request.raw),
        host: stage.server.host,
        path: '/v1/chat/completions',
        method: 'POST',
        purpose: 'chat',
        destination: 'remote',
        status: 200,
        turnId: turn.turnId
      })
    })
    expect(receipts[2]).toMatchObject({ body: '', bytes: 0, factIds: [], headers: {} })
    expect(await stage.app.call('privacy.receipts', { turnId: turn.turnId })).toHaveLength(2)
  })
})
