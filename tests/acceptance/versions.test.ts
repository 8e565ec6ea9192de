import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { text, toolCalls } from '../support/scripted-server/index.ts'
import { openStage, said, type Stage } from './support.ts'

// Answering again and editing make versions beside the old ones; nothing is destroyed, and a request holds only its own path.

let stage: Stage
let conversationId: string

beforeAll(async () => {
  stage = await openStage()
})

beforeEach(async () => {
  stage.server.reset()
  let count = 0
  stage.server.otherwise((request) => text(`answer ${(count += 1)} to ${request.body.messages.at(-1)?.content ?? ''}`))
  conversationId = await stage.conversation()
})

afterAll(() => stage.close())

const list = async () => stage.app.call('messages.list', { conversationId })
const contents = async () => (await list()).map((message) => message.content)
const lastRequest = () => said(stage.server.lastChat()).map((message) => message.content)

async function regenerate(messageId: string): Promise<void> {
  const { turnId } = await stage.app.call('turn.regenerate', { conversationId, messageId })
  expect((await stage.app.finish(turnId)).at(-1)).toMatchObject({ type: 'turn-end', reason: 'done' })
}

describe('answering again', () => {
  test('puts a new answer beside the old one; both stay reachable with what came after them', async () => {
    await stage.app.turn({ conversationId, text: 'A' })
    await stage.app.turn({ conversationId, text: 'B' })
    const before = await list()
    const firstAnswer = before[1]?.messageId ?? ''
    await regenerate(firstAnswer)
    expect(lastRequest()).toEqual(['A'])
    const after = await list()
    expect(after.map((message) => message.content)).toEqual(['A', 'answer 3 to A'])
    expect(after[1]?.siblings).toEqual([firstAnswer, after[1]?.messageId])
    expect(after[0]?.siblings).toBeUndefined()

    await stage.app.turn({ conversationId, text: 'C' })
    expect(lastRequest()).toEqual(['A', 'answer 3 to A', 'C'])

    await stage.app.call('conversations.showVersion', { conversationId, messageId: firstAnswer })
    expect(await contents()).toEqual(['A', 'answer 1 to A', 'B', 'answer 2 to B'])
    await stage.app.turn({ conversationId, text: 'D' })
    expect(lastRequest()).toEqual(['A', 'answer 1 to A', 'B', 'answer 2 to B', 'D'])

    await stage.app.call('conversations.showVersion', { conversationId, messageId: after[1]?.messageId ?? '' })
    expect(await contents()).toEqual(['A', 'answer 3 to A', 'C', 'answer 4 to C'])
    await stage.restart()
    expect(await contents()).toEqual(['A', 'answer 3 to A', 'C', 'answer 4 to C'])
  })

  test('an answer with tools is one version, whichever of its messages is named', async () => {
    stage.server.enqueue(
      toolCalls([
        { name: 'calculator', args: { expr: '1+1' } },
        { name: 'calculator', args: { expr: '2+2' } }
      ]),
      text('done')
    )
    await stage.app.turn({ conversationId, text: 'A' })
    const before = await list()
    expect(before.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant'])
    await regenerate(before.at(-1)?.messageId ?? '')
    const after = await list()
    expect(after.map((message) => message.role)).toEqual(['user', 'assistant'])
    expect(after[1]?.siblings).toEqual([before[1]?.messageId, after[1]?.messageId])
    await stage.app.call('conversations.showVersion', { conversationId, messageId: before[1]?.messageId ?? '' })
    expect(await contents()).toEqual(before.map((message) => message.content))
  })

  test('remembers nothing twice, and keeps a private message here', async () => {
    const first = await stage.app.turn({ conversationId, text: 'remember: I juggle' })
    expect(first.events).toContainEqual(expect.objectContaining({ type: 'notice', code: 'remembered' }))
    const { turnId } = await stage.app.call('turn.regenerate', { conversationId, messageId: first.userMessageId })
    const events = await stage.app.finish(turnId)
    expect(events.filter((event) => event.type === 'notice')).toEqual([])
    const chats = stage.server.chats.length
    const locked = await stage.app.turn({ conversationId, text: 'My locker is 4711', privacy: 'private' })
    await regenerate(locked.userMessageId)
    expect(stage.server.chats).toHaveLength(chats)
  })

  test('of a message elsewhere, or with no message to answer, is refused', async () => {
    const other = await stage.conversation()
    const { userMessageId } = await stage.app.turn({ conversationId: other, text: 'X' })
    for (const messageId of [userMessageId, 'nobody']) {
      expect(await stage.app.ask('turn.regenerate', { conversationId, messageId })).toMatchObject({
        ok: false,
        error: { code: 'NOT_FOUND' }
      })
    }
  })
})

describe('editing', () => {
  test('puts a new message beside the old one, and what came after stays with the old one', async () => {
    const first = await stage.app.turn({ conversationId, text: 'A' })
    const second = await stage.app.turn({ conversationId, text: 'B' })
    await stage.app.turn({ conversationId, text: 'C' })
    const edited = await stage.app.turn({ conversationId, text: 'B, better', editOf: second.userMessageId })
    expect(lastRequest()).toEqual(['A', 'answer 1 to A', 'B, better'])
    const after = await list()
    expect(after.map((message) => message.content)).toEqual(['A', 'answer 1 to A', 'B, better', 'answer 4 to B, better'])
    expect(after[2]?.siblings).toEqual([second.userMessageId, edited.userMessageId])

    const again = await stage.app.turn({ conversationId, text: 'B, best', editOf: edited.userMessageId })
    expect((await list())[2]?.siblings).toEqual([second.userMessageId, edited.userMessageId, again.userMessageId])
    const root = await stage.app.turn({ conversationId, text: 'A, anew', editOf: first.userMessageId })
    expect(lastRequest()).toEqual(['A, anew'])
    expect((await list())[0]?.siblings).toEqual([first.userMessageId, root.userMessageId])

    await stage.app.call('conversations.showVersion', { conversationId, messageId: second.userMessageId })
    expect(await contents()).toEqual(['A', 'answer 1 to A', 'B', 'answer 2 to B', 'C', 'answer 3 to C'])
    await stage.app.call('conversations.showVersion', { conversationId, messageId: root.userMessageId })
    expect(await contents()).toEqual(['A, anew', 'answer 6 to A, anew'])
  })

  test('only a user message of this conversation can be edited, and nothing is stored otherwise', async () => {
    await stage.app.turn({ conversationId, text: 'A' })
    const before = await list()
    for (const [editOf, code] of [
      [before[1]?.messageId ?? '', 'INVALID_INPUT'],
      ['nobody', 'NOT_FOUND']
    ] as const) {
      expect(await stage.app.ask('turn.start', { conversationId, text: 'B', editOf })).toMatchObject({ ok: false, error: { code } })
      expect(await stage.app.ask('turn.preview', { conversationId, text: 'B', editOf })).toMatchObject({ ok: false, error: { code } })
    }
    expect(await list()).toEqual(before)
  })

  test('a summary belongs to its branch: another version of an early message is answered without it, and it is there again later', async () => {
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: 200, keep: 2 } } })
    stage.server.otherwise((request) => text(request.body.messages[0]?.content?.startsWith('Condense') === true ? 'BRANCH-ONE' : 'ok'))
    const first = await stage.app.turn({ conversationId, text: `first ${'words '.repeat(40)}` })
    for (let index = 0; index < 3; index += 1) await stage.app.turn({ conversationId, text: `more ${index} ${'words '.repeat(40)}` })
    expect(stage.server.lastChat().raw + stage.server.chats.map((chat) => chat.raw).join('')).toContain('BRANCH-ONE')
    await stage.app.turn({ conversationId, text: 'a new beginning', editOf: first.userMessageId })
    expect(lastRequest()).toEqual(['a new beginning'])
    await stage.app.call('conversations.showVersion', { conversationId, messageId: first.userMessageId })
    await stage.app.turn({ conversationId, text: 'back again' })
    const chat = stage.server.chats.findLast((request) => request.body.messages[0]?.content?.startsWith('Condense') !== true)
    expect(chat?.raw).toContain('BRANCH-ONE')
    expect(chat?.raw).toContain('back again')
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: null, keep: 6 } } })
  })
})
