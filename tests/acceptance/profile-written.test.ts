import { afterEach, beforeEach, expect, test } from 'vitest'
import { text, type ChatRequest, type Reply } from '../support/scripted-server/index.ts'
import { imageOf } from './image.ts'
import { openStage, said, type Stage } from './support.ts'

// From conversation to profile: what extraction learned, the chat's own model writes up, and the next conversation is given it.

let stage: Stage

beforeEach(async () => {
  stage = await openStage()
})

afterEach(() => stage.close())

const purposeOf = (request: ChatRequest): 'profile' | 'extraction' | 'chat' => {
  const system = request.body.messages[0]?.content ?? ''
  if (/一份关于用户的简短画像|keep a short profile/u.test(system)) return 'profile'
  return /evidenceMessageId/u.test(system) ? 'extraction' : 'chat'
}

interface Candidate {
  readonly content: string
  readonly key: string | null
  readonly category: string
  readonly scope?: string
}

function candidates(request: ChatRequest, found: readonly Candidate[]): Reply {
  const data = request.body.messages.at(-1)?.content ?? ''
  const lines = [...data.matchAll(/\(id (msg_\w+)\): (.+)/gu)].map(([, id = '', words = '']) => ({ id, words }))
  const facts = found.flatMap((one) => {
    const line = lines.find(({ words }) => words.includes(one.content))
    if (line === undefined) return []
    const labels = {
      scope: 'user',
      durability: 'durable',
      authority: 'descriptive',
      confidence: 0.95,
      subject: 'user',
      since: null,
      change: null
    }
    return [{ ...labels, ...one, evidenceMessageId: line.id, evidenceText: one.content }]
  })
  return text(JSON.stringify({ reasoning: '…', facts }))
}

const section = (name: string, words: string, sources: readonly string[], more: object = {}) => ({
  section: name,
  text: words,
  sources,
  scope: 'user',
  authority: 'descriptive',
  ...more
})

test('what was said in one conversation shapes the answers of the next; rules of an old repository and permissions stay out (SEED C4, C9)', async () => {
  stage.server.otherwise((request) => {
    switch (purposeOf(request)) {
      case 'extraction':
        return candidates(request, [
          { content: '我主要做 Python 后端开发', key: 'tech_stack', category: 'context' },
          { content: '平时请用中文解释技术问题', key: 'response_language', category: 'preference' },
          { content: '接下来几个月在系统学习 Agent 上下文工程', key: null, category: 'goal' }
        ])
      case 'profile':
        return text(
          JSON.stringify({
            sections: [
              section('workContext', '用户主要做 Python 后端开发。', ['f1', 'm1']),
              section('topOfMind', '这几个月在系统学习 Agent 上下文工程。', ['m1']),
              section('cognitiveStyle', '习惯用中文理解技术问题。', ['f2']),
              section('personalContext', '允许助手直接把修改推送上去。', ['m1'], { authority: 'transactional' })
            ]
          })
        )
      case 'chat':
        return text('好的。')
    }
  })
  const conversationId = await stage.conversation()
  const words =
    '我主要做 Python 后端开发，平时请用中文解释技术问题。接下来几个月在系统学习 Agent 上下文工程。这次可以把修改推送上去。这个仓库统一使用 pnpm。'
  await stage.app.turn({ conversationId, text: words })
  await stage.app.call('memory.extract', { conversationId })
  const profile = await stage.app.call('memory.profile', {})
  expect(profile.map(({ section: name, text: written }) => [name, written])).toEqual([
    ['workContext', '用户主要做 Python 后端开发。'],
    ['personalContext', ''],
    ['topOfMind', '这几个月在系统学习 Agent 上下文工程。'],
    ['cognitiveStyle', '习惯用中文理解技术问题。']
  ])
  const [receipt] = await stage.app.call('privacy.receipts', { limit: 1 })
  expect(receipt).toMatchObject({ purpose: 'profile', conversationId, outcome: 'sent' })
  expect(receipt?.factIds).toHaveLength(3)

  const next = await stage.conversation()
  await stage.app.turn({ conversationId: next, text: '讲讲数据库事务，按我平时的表达偏好解释' })
  const request = stage.server.lastChat()
  expect(said(request)[0]?.content).toMatch(
    /^用户画像[^\n]*\n工作：用户主要做 Python 后端开发。\n近期关注：[^\n]*\n表达偏好：习惯用中文理解技术问题。/u
  )
  for (const stays of ['pnpm', '推送']) expect(request.raw).not.toContain(stays)

  // A concern that is over is replaced; what was learned before stays.
  stage.server.otherwise((one) => {
    switch (purposeOf(one)) {
      case 'extraction':
        return candidates(one, [{ content: '我现在开始学习 Rust', key: null, category: 'goal' }])
      case 'profile':
        return text(JSON.stringify({ sections: [section('topOfMind', '开始学习 Rust。', ['m1'])] }))
      case 'chat':
        return text('好的。')
    }
  })
  await stage.app.turn({ conversationId: next, text: '上下文工程学完了，我现在开始学习 Rust' })
  await stage.app.call('memory.extract', {})
  expect((await stage.app.call('memory.profile', {})).map((one) => one.text)).toEqual([
    '用户主要做 Python 后端开发。',
    '',
    '开始学习 Rust。',
    '习惯用中文理解技术问题。'
  ])
})

test('forgetting a fact takes with it what was written from it, in other words too, everywhere', async () => {
  stage.server.otherwise((request) => {
    switch (purposeOf(request)) {
      case 'extraction':
        return candidates(request, [{ content: 'I keep forty beehives', key: null, category: 'context' }])
      case 'profile':
        return text(JSON.stringify({ sections: [section('personalContext', 'A devoted APIARIST-PARAPHRASE.', ['f1'])] }))
      case 'chat':
        return text('ok')
    }
  })
  const conversationId = await stage.conversation()
  await stage.app.turn({ conversationId, text: 'I keep forty beehives behind the house' })
  await stage.app.call('memory.extract', {})
  await stage.app.turn({ conversationId: await stage.conversation(), text: 'Write a short poem about the sea' })
  expect(stage.server.lastChat().raw).toContain('APIARIST-PARAPHRASE')
  const [fact] = await stage.app.call('memory.list', { search: 'beehives' })
  const held = await stage.app.call('memory.delete', { factId: fact?.factId ?? '', undoable: true })
  expect((await stage.app.call('memory.profile', {}))[1]?.text).toBe('')
  await stage.app.call('deletions.undo', { deletionId: held.deletionId ?? '' })
  expect((await stage.app.call('memory.profile', {}))[1]?.text).toBe('A devoted APIARIST-PARAPHRASE.')
  await stage.app.call('memory.delete', { factId: fact?.factId ?? '' })
  expect((await stage.app.call('memory.profile', {}))[1]).toMatchObject({ text: '', edited: false, factIds: [] })
  expect(await stage.app.close()).toBe(0)
  const image = await imageOf(stage.profileDir)
  expect(image.includes('Write a short poem')).toBe(true)
  for (const trace of ['APIARIST', 'forty beehives']) expect(image.includes(trace), trace).toBe(false)
  await stage.restart()
})

test('with the profile switched off no model is asked for one', async () => {
  await stage.app.call('settings.set', { patch: { memory: { profile: false } } })
  stage.server.otherwise((request) =>
    purposeOf(request) === 'extraction'
      ? candidates(request, [{ content: 'I live in Linz', key: 'city', category: 'context' }])
      : text('ok')
  )
  const conversationId = await stage.conversation()
  await stage.app.turn({ conversationId, text: 'I live in Linz' })
  await stage.app.call('memory.extract', {})
  expect(stage.server.chats.map(purposeOf)).toEqual(['chat', 'extraction'])
  expect(await stage.app.call('memory.list', { search: 'Linz' })).toHaveLength(1)
  expect((await stage.app.call('memory.profile', {})).map((one) => one.text)).toEqual(['', '', '', ''])
})
