import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { useServer } from '../support/headless.ts'
import { noteOf } from '../support/memory.ts'
import { text, toolCall, type ChatRequest, type Reply } from '../support/scripted-server/index.ts'
import { openStage, said, type Stage } from './support.ts'

// Forgetting while a model writes from what is forgotten: what arrives afterwards brings nothing back.

let stage: Stage
let conversationId: string

beforeAll(async () => {
  stage = await openStage()
})
beforeEach(async () => {
  stage.server.reset()
  await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: null, keep: 2 } } })
  await useServer(stage.app, stage.server.baseUrl, 'remote', 16_000)
  conversationId = await stage.conversation()
})
afterAll(() => stage.close())

const FACT = 'I secretly love GOLFX playing'
const isNote = (request: ChatRequest): boolean => (request.body.messages[0]?.content ?? '').startsWith('Condense')
const slowly = async (reply: Reply): Promise<Reply> => {
  await new Promise((resolve) => setTimeout(resolve, 800))
  return reply
}

async function forget(search: string): Promise<void> {
  const [fact] = await stage.app.call('memory.list', { search })
  await stage.app.call('memory.delete', { factId: fact?.factId ?? '' })
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('a note by hand that was being made is made anew, without what was forgotten in any words', async () => {
  let notes = 0
  stage.server.otherwise((request) => {
    if (!isNote(request)) return text('ok')
    notes += 1
    return notes === 1 ? slowly(text(noteOf('They adore GOLFX.'))) : text(noteOf('They counted.'))
  })
  await stage.app.turn({ conversationId, text: `remember: ${FACT}` })
  for (let index = 0; index < 5; index += 1)
    await stage.app.turn({ conversationId, text: `remark ${index} ${'and some more words '.repeat(5)}` })
  const compacting = stage.app.call('conversations.compact', { conversationId })
  await until(() => notes === 1)
  await forget('golfx')
  const { compactionId } = await compacting
  expect((await stage.app.call('conversations.compaction', { compactionId: compactionId ?? '' })).text).toContain('They counted.')
  expect(stage.server.chats.findLast(isNote)?.raw).not.toContain('GOLFX')
  await stage.app.turn({ conversationId, text: 'And now?' })
  expect(said(stage.server.lastChat())[0]?.content).toContain('They counted.')
  expect(stage.server.lastChat().raw).not.toContain('GOLFX')
})

test('a note that a turn was making is not kept, neither is one that is made from an older note in that turn', async () => {
  await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: 200, keep: 2 } } })
  let notes = 0
  stage.server.otherwise((request) => {
    if (!isNote(request)) return text('ok')
    notes += 1
    return slowly(text(noteOf(`They adore GOLFX, ${notes}.`)))
  })
  await stage.app.turn({ conversationId, text: `remember: ${FACT}` })
  const long = 'and some more words '.repeat(15)
  for (let index = 0; notes < 2; index += 1) {
    const { turnId } = await stage.app.call('turn.start', { conversationId, text: `remark ${index} ${long}` })
    const before = notes
    if (before === 1) {
      await until(() => notes === 2)
      await forget('golfx')
    }
    await stage.app.finish(turnId)
  }
  stage.server.otherwise((request) => (isNote(request) ? text(noteOf('They counted.')) : text('ok')))
  await stage.app.turn({ conversationId, text: 'And now?' })
  for (const request of stage.server.chats.slice(-2)) expect(request.raw).not.toContain('GOLFX')
})

test('an answer that is being written loses the words that arrive after they were forgotten; so does a later request', async () => {
  await stage.app.call('memory.add', { text: FACT })
  stage.server.enqueue(() => slowly(text(`So you said: ${FACT}.`)))
  const { turnId } = await stage.app.call('turn.start', { conversationId, text: 'What do I secretly love?' })
  await until(() => stage.server.chats.length === 1)
  expect(stage.server.lastChat().raw).toContain('GOLFX')
  await forget('golfx')
  await stage.app.finish(turnId)
  expect((await stage.app.call('messages.list', { conversationId })).at(-1)?.content).toBe('So you said: [forgotten].')
  expect(JSON.stringify(await stage.app.call('turn.attach', { turnId, afterSeq: 0 }))).not.toContain('GOLFX')
  stage.server.otherwise(text('ok'))
  await stage.app.turn({ conversationId, text: 'And now?' })
  expect(stage.server.lastChat().raw).not.toContain('GOLFX')
})

test('an answer that is being written and says it to the person loses it as well', async () => {
  await stage.app.call('memory.add', { text: 'I am allergic to TOMATOX' })
  stage.server.enqueue(() => slowly(text('You are allergic to TOMATOX, so no soup.', { size: 3 })))
  const { turnId } = await stage.app.call('turn.start', { conversationId, text: 'What am I allergic to?' })
  await until(() => stage.server.chats.length === 1)
  await forget('tomatox')
  await stage.app.finish(turnId)
  expect((await stage.app.call('messages.list', { conversationId })).at(-1)?.content).toBe('You are [forgotten], so no soup.')
})

test('calls of an answer that was on its way go on without the words', async () => {
  await stage.app.call('memory.add', { text: FACT })
  stage.server.enqueue(() => slowly(toolCall('recall_memory', { query: FACT })), text('done'))
  const { turnId } = await stage.app.call('turn.start', { conversationId, text: 'What do I secretly love?' })
  await until(() => stage.server.chats.length === 1)
  await forget('golfx')
  await stage.app.finish(turnId)
  expect(stage.server.chats).toHaveLength(2)
  expect(stage.server.lastChat().raw).not.toContain('GOLFX')
  expect(JSON.stringify(await stage.app.call('messages.list', { conversationId }))).not.toContain('GOLFX')
})
