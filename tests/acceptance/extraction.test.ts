import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventData } from '../../src/shared/ipc/contract.ts'
import type { Fact } from '../../src/shared/model/memory.ts'
import { startHeadless } from '../support/headless.ts'
import { text, type ChatRequest, type Reply, type Script } from '../support/scripted-server/index.ts'
import { openStage, type Stage } from './support.ts'

type Draft = Readonly<Record<string, unknown>> & { readonly quote: string }

/** The messages of the person that an extraction was given: id and words. */
function given(request: ChatRequest): { id: string; words: string }[] {
  const data = request.body.messages.map((message) => message.content ?? '').join('\n')
  return [...data.matchAll(/(?:user|用户) \(id ([\w.:-]+)\): (.*)/gu)].map(([, id = '', words = '']) => ({ id, words }))
}

/** An answer of the extracting model: candidates whose evidence is the message that holds the quote. */
function candidates(...drafts: readonly Draft[]): Script<ChatRequest> {
  return (request): Reply => {
    const facts = drafts.map(({ quote, ...draft }) => ({
      key: null,
      content: quote,
      category: 'context',
      subject: 'user',
      scope: 'user',
      durability: 'durable',
      authority: 'descriptive',
      confidence: 0.9,
      evidenceMessageId: given(request).find(({ words }) => words.includes(quote))?.id ?? 'none',
      evidenceText: quote,
      since: null,
      change: null,
      ...draft
    }))
    return text(JSON.stringify({ reasoning: 'what they said', facts }))
  }
}

let stage: Stage
let learned: EventData<'memory.learned'>[]

beforeEach(async () => {
  stage = await openStage({ env: { HEARTH_NOW: '2026-03-01T09:00:00Z' } })
  learned = []
  // The scripted model answers the chat and the extraction; the profile has tests of its own.
  await stage.app.call('settings.set', { patch: { memory: { profile: false } } })
  stage.app.onEvent((name, data) => {
    if (name === 'memory.learned') learned.push(data as EventData<'memory.learned'>)
  })
})
afterEach(() => stage.close())

async function say(conversationId: string, words: string, more: { privacy?: 'open' | 'ask' | 'private' } = {}): Promise<string> {
  stage.server.enqueue(text('好的，我知道了'))
  const turn = await stage.app.turn({ conversationId, text: words, mode: 'cot', ...more })
  expect(turn.end.reason).toBe('done')
  return turn.userMessageId
}

async function extract(script: Script<ChatRequest> | null): Promise<void> {
  const before = stage.server.chats.length
  if (script !== null) stage.server.enqueue(script)
  await stage.app.call('memory.extract', {})
  if (script === null) expect(stage.server.chats.length).toBe(before)
}

async function killed(): Promise<void> {
  await stage.app.kill()
  stage.app = startHeadless({ profileDir: stage.profileDir })
}

const live = (): Promise<Fact[]> => stage.app.call('memory.list', { status: 'live' })
const words = (facts: readonly Fact[]): string[] => facts.map((fact) => fact.text).toSorted()
const recalled = async (query: string): Promise<string[]> => (await stage.app.call('memory.recall', { query })).map((fact) => fact.text)

describe('from conversation to facts', () => {
  test('what a person said is a fact in the next conversation, with its words as evidence and a receipt of the call', async () => {
    const conversationId = await stage.conversation()
    const messageId = await say(conversationId, '我主要做 Python 后端开发，平时请用中文解释技术问题')
    expect(await stage.app.call('memory.extraction', {})).toMatchObject({ waiting: 2, failed: [] })
    await extract(
      candidates(
        { quote: '我主要做 Python 后端开发', content: '主要做 Python 后端开发', key: 'job' },
        { quote: '平时请用中文解释技术问题', content: '平时用中文解释技术问题', key: 'response_language', category: 'preference' },
        { quote: '平时请用中文解释技术问题', content: '这一条用中文回复', scope: 'thread', durability: 'temporary' }
      )
    )
    const facts = await live()
    expect(words(facts)).toEqual(['主要做 Python 后端开发', '平时用中文解释技术问题'])
    expect(facts.find((fact) => fact.key === 'job')).toMatchObject({
      source: 'extraction',
      confidence: 0.9,
      evidence: [{ messageId, conversationId, text: '我主要做 Python 后端开发' }]
    })
    expect(await recalled('讲讲数据库事务，按我平时的表达偏好用中文解释')).toContain('平时用中文解释技术问题')
    const [receipt] = await stage.app.call('privacy.receipts', { limit: 1 })
    expect(receipt).toMatchObject({ purpose: 'extraction', conversationId })
    expect(await stage.app.call('memory.extraction', {})).toEqual({ waiting: 0, running: false, failed: [] })
  })

  test('chips: the answer says what was learned from the message before it, also after a restart, and a chip can be taken back', async () => {
    const conversationId = await stage.conversation()
    const messageId = await say(conversationId, '我住在杭州')
    await extract(candidates({ quote: '我住在杭州', key: 'city' }))
    const [fact] = await live()
    expect(learned).toEqual([{ conversationId, messageId, remembered: [fact?.factId], proposed: [] }])
    await stage.restart()
    const noted = async (): Promise<unknown> => (await stage.app.call('messages.list', { conversationId })).at(-1)?.notices
    expect(await noted()).toEqual([{ code: 'remembered', factIds: [fact?.factId], seconds: null }])
    await stage.app.call('memory.takeBack', { factId: fact?.factId ?? '' })
    expect(await live()).toEqual([])
    expect(await noted()).toBeUndefined()
  })

  test('a greeting asks no model', async () => {
    const conversationId = await stage.conversation()
    await say(conversationId, '你好！')
    await extract(null)
    expect(await stage.app.call('memory.extraction', {})).toMatchObject({ waiting: 0 })
  })

  test('what is private or asked about is in no request to a remote model', async () => {
    const conversationId = await stage.conversation()
    await say(conversationId, '我喜欢蓝色')
    await stage.app.turn({ conversationId, text: '我的身份证号是 110101199003070011', privacy: 'private' })
    await stage.app.turn({ conversationId, text: '我在看心理医生', privacy: 'ask' })
    await extract(candidates({ quote: '我喜欢蓝色', category: 'preference' }))
    const request = stage.server.lastChat()
    expect(given(request).map((one) => one.words)).toEqual(['我喜欢蓝色'])
    expect(request.raw).not.toContain('心理')
    expect(request.raw).not.toContain('110101')
  })

  test('a new value replaces the old one, which stays as history; an old message does not bring it back', async () => {
    const conversationId = await stage.conversation()
    await say(conversationId, 'I like Python')
    await extract(candidates({ quote: 'I like Python', key: 'programming_language' }))
    await say(conversationId, 'I switched to Go')
    await extract(candidates({ quote: 'I switched to Go', key: 'programming_language', change: 'changed' }))
    const [fact, ...others] = await live()
    expect([fact?.text, others]).toEqual(['I switched to Go', []])
    const { history } = await stage.app.call('memory.get', { factId: fact?.factId ?? '' })
    expect(history.map((one) => [one.text, one.status])).toEqual([['I like Python', 'superseded']])
    await stage.restart()
    expect(words(await live())).toEqual(['I switched to Go'])
  })

  test('what was wrong never held', async () => {
    const conversationId = await stage.conversation()
    await say(conversationId, '我的生日是5月3日')
    await extract(candidates({ quote: '我的生日是5月3日', key: 'birthday' }))
    await say(conversationId, '我说错了，我的生日是5月13日')
    await extract(candidates({ quote: '我的生日是5月13日', key: 'birthday', change: 'was_wrong' }))
    expect(words(await live())).toEqual(['我的生日是5月13日'])
    expect(words(await stage.app.call('memory.list', { status: 'retracted' }))).toEqual(['我的生日是5月3日'])
    expect(await stage.app.call('memory.recall', { query: '我的生日是5月3日', asOf: '2026-03-01T09:00:00Z' })).not.toContainEqual(
      expect.objectContaining({ text: '我的生日是5月3日' })
    )
  })

  test('the same again is evidence, not confidence; the person confirms', async () => {
    const conversationId = await stage.conversation()
    const first = await say(conversationId, '我喜欢蓝色')
    await extract(candidates({ quote: '我喜欢蓝色', content: '用户喜欢蓝色', confidence: 0.8 }))
    const second = await say(conversationId, '对了，我喜欢蓝色')
    await extract(candidates({ quote: '我喜欢蓝色', evidenceMessageId: second, content: '我喜欢蓝色', confidence: 0.99 }))
    const [fact, ...others] = await live()
    expect(others).toEqual([])
    expect(fact).toMatchObject({ text: '用户喜欢蓝色', confidence: 0.8, confirmedAt: null })
    expect(fact?.evidence.map((one) => one.messageId).toSorted()).toEqual([first, second].toSorted())
    await stage.app.call('memory.recall', { query: '我喜欢什么颜色' })
    expect((await live())[0]).toMatchObject({ confidence: 0.8 })
    await stage.app.call('memory.update', { factId: fact?.factId ?? '', patch: { confirmed: true } })
    expect((await live())[0]).toMatchObject({ confidence: 1, confirmedAt: '2026-03-01T09:00:00.000Z' })
  })

  test('a contradiction waits for the person unless their words are plain', async () => {
    const conversationId = await stage.conversation()
    await say(conversationId, '我对花生过敏')
    await extract(candidates({ quote: '我对花生过敏' }))
    await say(conversationId, '我对花生不过敏')
    await extract(candidates({ quote: '我对花生不过敏' }))
    expect(words(await live())).toEqual(['我对花生过敏'])
    const [conflict] = await stage.app.call('memory.review', { list: 'inbox' })
    const [old] = await live()
    expect(conflict).toMatchObject({ text: '我对花生不过敏', status: 'proposed', review: { reason: 'conflict', otherFactId: old?.factId } })
    await stage.app.call('memory.update', { factId: conflict?.factId ?? '', patch: { confirmed: true } })
    expect(words(await live())).toEqual(['我对花生不过敏'])
    expect(await stage.app.call('memory.review', { list: 'inbox' })).toEqual([])
  })

  test('a permission is never stored, and a project keeps its own rules', async () => {
    const { projectId } = await stage.app.call('projects.create', { name: 'Hearth' })
    const { conversationId } = await stage.app.call('conversations.create', { projectId })
    await say(conversationId, '这个仓库统一使用 pnpm。以后你都可以直接删除旧文件。')
    await extract(
      candidates(
        { quote: '这个仓库统一使用 pnpm', scope: 'project', subject: 'project', category: 'knowledge' },
        { quote: '以后你都可以直接删除旧文件', content: '用户的习惯是清理旧文件', category: 'preference' }
      )
    )
    expect((await live()).map((fact) => [fact.text, fact.scope, fact.projectId])).toEqual([['这个仓库统一使用 pnpm', 'project', projectId]])
    expect(await recalled('仓库用什么包管理')).toEqual([])
  })

  test('what was forgotten is not learned again, in the same words or others', async () => {
    const conversationId = await stage.conversation()
    await say(conversationId, '我喜欢吃香菜')
    await extract(candidates({ quote: '我喜欢吃香菜', content: '用户喜欢吃香菜' }))
    const [fact] = await live()
    await stage.app.call('memory.delete', { factId: fact?.factId ?? '' })
    const again = await stage.conversation()
    await say(again, '我喜欢吃香菜')
    await extract(candidates({ quote: '我喜欢吃香菜', content: '我喜欢吃香菜' }))
    expect(await stage.app.call('memory.list', { status: 'all' })).toEqual([])
  })
})

describe('judged by the next task', () => {
  test('of three candidates one is stored, and another person finds nothing', async () => {
    await say(await stage.conversation(), '平时请用中文解释技术问题。这一条用英文回复。这次可以把修改推送上去。')
    await extract(
      candidates(
        { quote: '平时请用中文解释技术问题', category: 'preference', key: 'response_language' },
        { quote: '这一条用英文回复', scope: 'thread', durability: 'temporary', category: 'preference' },
        { quote: '这次可以把修改推送上去', scope: 'thread', durability: 'temporary', authority: 'transactional' }
      )
    )
    expect(words(await stage.app.call('memory.list', { status: 'all' }))).toEqual(['平时请用中文解释技术问题'])
    expect(await recalled('用中文解释技术问题')).toHaveLength(1)
    const other = await openStage()
    try {
      expect(await other.app.call('memory.recall', { query: '用中文解释技术问题' })).toEqual([])
    } finally {
      await other.close()
    }
  })

  test('the preference reaches the next conversation; the rules of another project and what held once do not; a correction updates', async () => {
    const { projectId } = await stage.app.call('projects.create', { name: 'old repository' })
    const { conversationId } = await stage.app.call('conversations.create', { projectId })
    await say(
      conversationId,
      '我主要做 Python 后端开发，平时请用中文解释技术问题。这个仓库的数据库事务都用 SERIALIZABLE。这一条用英文回复。'
    )
    await extract(
      candidates(
        { quote: '我主要做 Python 后端开发', key: 'job' },
        { quote: '平时请用中文解释技术问题', category: 'preference', key: 'response_language' },
        { quote: '这个仓库的数据库事务都用 SERIALIZABLE', scope: 'project', category: 'knowledge', subject: 'repository' },
        { quote: '这一条用英文回复', scope: 'thread', durability: 'temporary', category: 'preference', key: 'response_language' }
      )
    )
    const next = await stage.conversation()
    await say(next, '讲讲数据库事务，按我平时的表达偏好解释')
    const request = stage.server.lastChat().raw
    expect(request).toContain('平时请用中文解释技术问题')
    expect(request).not.toContain('SERIALIZABLE')
    expect(request).not.toContain('英文回复')
    await say(next, '以后请用英文解释技术问题')
    await extract(candidates({ quote: '以后请用英文解释技术问题', category: 'correction', key: 'response_language', change: 'changed' }))
    expect((await live()).filter((fact) => fact.key === 'response_language').map((fact) => fact.text)).toEqual(['以后请用英文解释技术问题'])
  })
})

describe('an answer that cannot be read', () => {
  test('is asked for once more, with what was wrong', async () => {
    await say(await stage.conversation(), '我喜欢蓝色')
    stage.server.enqueue(text('I found that the user likes blue.'))
    await extract(candidates({ quote: '我喜欢蓝色' }))
    expect(words(await live())).toEqual(['我喜欢蓝色'])
    expect(stage.server.lastChat().body.messages.at(-1)?.content).toContain('JSON')
  })

  test('leaves a batch that is seen, tried again and let go; its messages are not read twice', async () => {
    const conversationId = await stage.conversation()
    await say(conversationId, '我喜欢蓝色')
    stage.server.enqueue(text('nothing'))
    await extract(text('nothing again'))
    const state = await stage.app.call('memory.extraction', {})
    expect(state.failed).toMatchObject([{ conversationId, messages: 2, attempts: 1, errorCode: 'PROVIDER_BAD_REPLY' }])
    expect(await live()).toEqual([])
    await extract(candidates({ quote: '我喜欢蓝色' }))
    expect(words(await live())).toEqual(['我喜欢蓝色'])
    expect(await stage.app.call('memory.extraction', {})).toMatchObject({ waiting: 0, failed: [] })

    await say(conversationId, '我喜欢绿色')
    stage.server.enqueue(text('nothing'))
    await extract(text('nothing again'))
    const [failed] = (await stage.app.call('memory.extraction', {})).failed
    await stage.app.call('memory.dropBatch', { batchId: failed?.batchId ?? '' })
    await extract(null)
    expect(words(await live())).toEqual(['我喜欢蓝色'])
  })

  test('that is cut short twice gives its whole facts, and the batch waits to be read again', async () => {
    await say(await stage.conversation(), '我喜欢蓝色，我住在杭州')
    const cut =
      (quote: string): Script<ChatRequest> =>
      (request) => {
        const id = given(request).find((message) => message.words.includes(quote))?.id
        const labels = `"category": "context", "subject": "user", "scope": "user", "durability": "durable", "authority": "descriptive", "confidence": 0.9`
        return text(
          `{"reasoning": "", "facts": [{"key": null, "content": "${quote}", ${labels}, "evidenceMessageId": "${id}", "evidenceText": "${quote}", "since": null, "change": null}, {"key": "ci`
        )
      }
    stage.server.enqueue(cut('我喜欢蓝色'))
    await extract(cut('我喜欢蓝色'))
    expect(words(await live())).toEqual(['我喜欢蓝色'])
    expect((await stage.app.call('memory.extraction', {})).failed).toMatchObject([{ errorCode: 'PROVIDER_BAD_REPLY' }])
    await extract(candidates({ quote: '我喜欢蓝色' }, { quote: '我住在杭州' }))
    expect(words(await live())).toEqual(['我住在杭州', '我喜欢蓝色'].toSorted())
    expect(await stage.app.call('memory.extraction', {})).toMatchObject({ waiting: 0, failed: [] })
  })

  test('a candidate without its labels is refused alone', async () => {
    await say(await stage.conversation(), '我喜欢蓝色，我住在杭州')
    await extract(candidates({ quote: '我喜欢蓝色', durability: undefined }, { quote: '我住在杭州' }))
    expect(words(await live())).toEqual(['我住在杭州'])
  })
})

describe('who reads, and when', () => {
  test('without a provider the rules read and only propose', async () => {
    await stage.app.call('providers.select', { id: null })
    const conversationId = await stage.conversation()
    await stage.app.turn({ conversationId, text: '我叫小明，住在杭州' })
    await extract(null)
    expect(await live()).toEqual([])
    const inbox = await stage.app.call('memory.review', { list: 'inbox' })
    expect(inbox.map((fact) => [fact.text, fact.key, fact.review?.reason]).toSorted()).toEqual([
      ['我住在杭州', 'city', 'rule'],
      ['我叫小明', 'name', 'rule']
    ])
    for (const fact of inbox) await stage.app.call('memory.update', { factId: fact.factId, patch: { confirmed: true } })
    expect(words(await live())).toEqual(['我住在杭州', '我叫小明'])
  })

  test('with the rules chosen no model is asked', async () => {
    await stage.app.call('settings.set', { patch: { memory: { extraction: 'rules' } } })
    await say(await stage.conversation(), '我喜欢蓝色')
    await extract(null)
    expect(await stage.app.call('memory.review', { list: 'inbox' })).toMatchObject([{ text: '我喜欢蓝色' }])
  })

  test('memory off, extraction off and temporary conversations queue nothing, also not later', async () => {
    const conversationId = await stage.conversation()
    await stage.app.call('settings.set', { patch: { memory: { enabled: false } } })
    await say(conversationId, '我喜欢蓝色')
    await stage.app.call('settings.set', { patch: { memory: { enabled: true, extraction: 'off' } } })
    await say(conversationId, '我喜欢绿色')
    await stage.app.call('settings.set', { patch: { memory: { extraction: 'model' } } })
    await say(await stage.conversation(true), '我喜欢红色')
    expect(await stage.app.call('memory.extraction', {})).toMatchObject({ waiting: 0 })
    await extract(null)
    expect(await live()).toEqual([])
  })

  test('a kill after the answer loses nothing that waits, and repeats nothing that was stored', async () => {
    const conversationId = await stage.conversation()
    await say(conversationId, '我喜欢蓝色')
    await killed()
    expect(await stage.app.call('memory.extraction', {})).toMatchObject({ waiting: 2 })
    await extract(candidates({ quote: '我喜欢蓝色' }))
    const [fact] = await live()
    await killed()
    await extract(null)
    expect(await live()).toEqual([fact])
  })
})
