import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { text } from '../support/scripted-server/index.ts'
import { openStage, said, type Stage } from './support.ts'

// SEED A8 through the contract.

let stage: Stage

beforeAll(async () => {
  stage = await openStage()
})

afterAll(() => stage.close())

describe('modes', () => {
  test('tree of thought is three calls: approaches and scores are reasoning, the choice is the answer', async () => {
    const conversationId = await stage.conversation()
    const first = stage.server.chats.length
    stage.server.enqueue(text('one, two, three'), text('effort 3, risk 2'), text('Take the second.'))
    const turn = await stage.app.turn({ conversationId, text: '怎么准备这次搬家？', mode: 'tot' })
    expect(turn.end.reason).toBe('done')
    expect(turn.text).toBe('Take the second.')
    const requests = stage.server.chats.slice(first)
    expect(requests).toHaveLength(3)
    expect(requests.every((request) => request.body.tools === undefined)).toBe(true)
    expect(said(requests[2] ?? stage.server.lastChat()).map((message) => message.content)).toEqual(
      expect.arrayContaining(['怎么准备这次搬家？', 'one, two, three', 'effort 3, risk 2'])
    )
    const [, answer] = await stage.app.call('messages.list', { conversationId })
    expect(answer).toMatchObject({
      content: 'Take the second.',
      reasoning: expect.stringContaining('effort 3, risk 2'),
      status: 'complete'
    })
  })

  test('auto asks the model for a mode and answers in it', async () => {
    const conversationId = await stage.conversation()
    stage.server.enqueue(text('few_shot'), text('时间：明天'))
    await stage.app.turn({ conversationId, text: '明天下午四点见李雷', mode: 'auto' })
    expect(
      stage.server
        .lastChat()
        .body.messages.map((message) => message.role)
        .slice(0, 5)
    ).toEqual(['system', 'user', 'assistant', 'user', 'assistant'])
  })

  test('auto falls back to the words of the question when the answer names no mode', async () => {
    const conversationId = await stage.conversation()
    stage.server.enqueue(text('no idea'), text('因为散射。'))
    const turn = await stage.app.turn({ conversationId, text: '为什么天是蓝的', mode: 'auto' })
    expect(turn.text).toBe('因为散射。')
    expect(stage.server.lastChat().body.messages[0]?.content).toContain('一步一步')
  })

  test('without a mode nothing is added and no extra call is made', async () => {
    const conversationId = await stage.conversation()
    const first = stage.server.chats.length
    stage.server.enqueue(text('ok'))
    await stage.app.turn({ conversationId, text: '为什么天是蓝的' })
    expect(stage.server.chats.length - first).toBe(1)
    expect(stage.server.lastChat().body.messages[0]?.content).not.toContain('一步一步')
  })

  test('an unknown mode is an error that names the known ones', async () => {
    const conversationId = await stage.conversation()
    const result = await stage.app.ask('turn.start', { conversationId, text: 'hello', mode: 'magic' })
    expect(result).toMatchObject({
      ok: false,
      error: { code: 'INVALID_INPUT', data: { field: 'mode', known: 'auto, cot, few_shot, react, tot' } }
    })
  })
})
