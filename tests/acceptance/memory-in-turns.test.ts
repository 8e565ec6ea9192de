import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { useServer } from '../support/headless.ts'
import { failure, json, text, toolCall, toolCalls, type ChatRequest } from '../support/scripted-server/index.ts'
import { noteOf } from '../support/memory.ts'
import { imageOf } from './image.ts'
import { notices, openStage, said, sent, type Stage } from './support.ts'

// Short-term and long-term memory as a model meets them, request by request.

let stage: Stage
let conversationId: string

beforeAll(async () => {
  stage = await openStage()
  await stage.app.call('settings.set', { patch: { tools: { forecastUrl: `${stage.server.origin}/forecast` } } })
})

beforeEach(async () => {
  stage.server.reset()
  conversationId = await stage.conversation()
})

afterAll(() => stage.close())

const isSummaryRequest = (request: ChatRequest): boolean =>
  /^(Condense the record|请把下面的对话记录)/.test(request.body.messages[0]?.content ?? '')
const isSummaryBlock = (content: string | null): boolean => /^(Summary of the conversation so far|此前对话的摘要)/.test(content ?? '')

function summarising(): void {
  let count = 0
  stage.server.otherwise((request) => (isSummaryRequest(request) ? text(noteOf(`SUMMARY-${(count += 1)} of what was said`)) : text('ok')))
}

const mark = (index: number): string => `remark-${String(index).padStart(3, '0')}`

describe('short-term memory', () => {
  test('after twenty short rounds the first message is still in the request, and no summary was made', async () => {
    stage.server.otherwise(text('ok'))
    for (let index = 1; index <= 20; index += 1) await stage.app.turn({ conversationId, text: `short ${mark(index)}` })
    const contents = said(stage.server.lastChat()).map((message) => message.content)
    expect(contents).toHaveLength(39)
    for (let index = 1; index <= 20; index += 1) expect(contents).toContain(`short ${mark(index)}`)
    expect(stage.server.chats.some(isSummaryRequest)).toBe(false)
  })

  test('over the threshold there is exactly one summary, and no message is lost between it and the window, across restarts', async () => {
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: 200, keep: 4 } } })
    summarising()
    for (let index = 1; index <= 16; index += 1) {
      if (index === 7 || index === 12) await stage.restart()
      const before = stage.server.chats.length
      const turn = await stage.app.turn({ conversationId, text: `${mark(index)} ${'and some more words '.repeat(3)}` })
      expect(turn.end.reason).toBe('done')
      const own = stage.server.chats.slice(before)
      const summaries = own.filter(isSummaryRequest)
      expect(turn.events.filter((event) => event.type === 'compaction')).toHaveLength(summaries.length)
      const chat = own.find((request) => !isSummaryRequest(request))
      const messages = chat === undefined ? [] : said(chat)
      expect(messages.filter((message) => isSummaryBlock(message.content)).length).toBeLessThanOrEqual(1)
      const upToNow = stage.server.chats.slice(0, stage.server.chats.indexOf(chat ?? stage.server.lastChat()))
      const summarised = upToNow
        .filter(isSummaryRequest)
        .map((request) => request.raw.split('current request, for orientation')[0])
        .join()
      const verbatim = messages
        .filter((message) => !isSummaryBlock(message.content))
        .map((message) => message.content)
        .join()
      for (let earlier = 1; earlier <= index; earlier += 1) {
        const places = [verbatim.includes(mark(earlier)), summarised.includes(mark(earlier))]
        expect(places, `${mark(earlier)} in turn ${index}`).toContain(true)
        expect(places.every(Boolean), `${mark(earlier)} twice in turn ${index}`).toBe(false)
      }
      expect(messages.at(-1)?.content).toContain(mark(index))
    }
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: null, keep: 6 } } })
    const made = stage.server.chats.filter(isSummaryRequest)
    expect(made.length).toBeGreaterThan(3)
    // Each is made from the one before and what is newly old, never from that alone.
    made.slice(1).forEach((request, index) => expect(request.raw).toContain(`SUMMARY-${index + 1} `))
    expect(said(stage.server.chats.findLast((request) => !isSummaryRequest(request)) ?? stage.server.lastChat())[0]?.role).toBe('user')
    const receipts = await stage.app.call('privacy.receipts', { conversationId })
    expect(receipts.filter((receipt) => receipt.purpose === 'summary')).toHaveLength(made.length)
    const list = await stage.app.call('messages.list', { conversationId })
    expect(list.filter((message) => message.role === 'user')).toHaveLength(16)
    expect(list.some((message) => message.content.includes('SUMMARY'))).toBe(false)
  })

  test('a compaction between two rounds of tools keeps the question word for word, in this turn and in the next', async () => {
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: 200, keep: 1 } } })
    let calls = 0
    stage.server.otherwise((request) => {
      if (isSummaryRequest(request)) return text(noteOf('SUMMARY of the work so far'))
      calls += 1
      return calls <= 4 ? toolCall('calculator', { expr: `${calls}+${'1+'.repeat(80)}0` }, { content: `step ${calls}` }) : text('ok')
    })
    const turn = await stage.app.turn({ conversationId, text: `${mark(1)} compute a lot` })
    expect(turn.events.some((event) => event.type === 'compaction')).toBe(true)
    for (const chat of stage.server.chats.filter((request) => !isSummaryRequest(request))) expect(chat.raw).toContain(mark(1))
    await stage.restart()
    const before = stage.server.chats.length
    await stage.app.turn({ conversationId, text: 'and then?' })
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: null, keep: 6 } } })
    const own = stage.server.chats.slice(before)
    expect(own.map((request) => request.raw).join()).toContain(mark(1))
    const chat = own.find((request) => !isSummaryRequest(request))
    const roles = chat === undefined ? [] : said(chat).map((message) => message.role)
    roles.forEach((role, index) => {
      if (role === 'tool') expect(['assistant', 'tool']).toContain(roles[index - 1])
    })
  })

  test('when no summary comes, nothing is removed and the turn says so', async () => {
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: 200, keep: 1 } } })
    stage.server.otherwise((request) => (isSummaryRequest(request) ? failure(400, 'no') : text('ok')))
    for (let index = 1; index <= 3; index += 1) {
      const turn = await stage.app.turn({ conversationId, text: `${mark(index)} ${'long enough '.repeat(20)}` })
      expect(turn.end.reason).toBe('done')
      if (index === 3) expect(notices(turn)).toContain('compaction-failed')
      expect(turn.events.some((event) => event.type === 'compaction')).toBe(false)
    }
    await stage.app.call('settings.set', { patch: { compaction: { thresholdTokens: null, keep: 6 } } })
    const chat = stage.server.chats.findLast((request) => !isSummaryRequest(request))
    for (let index = 1; index <= 3; index += 1) expect(chat?.raw).toContain(mark(index))
  })

  test('a small window: what does not fit is told and kept, and the conversation goes on', async () => {
    await useServer(stage.app, stage.server.baseUrl, 'remote', 2_000)
    summarising()
    const huge = await stage.app.turn({ conversationId, text: `${mark(1)} ${'a very long message '.repeat(500)}` })
    expect(huge.end).toMatchObject({ reason: 'error', error: { code: 'CONTEXT_TOO_LARGE' } })
    expect(stage.server.chats.filter((request) => !isSummaryRequest(request))).toEqual([])
    expect((await stage.app.call('messages.list', { conversationId }))[0]?.content).toContain(mark(1))
    const next = await stage.app.turn({ conversationId, text: 'And a short one?' })
    expect(next.end.reason).toBe('done')
    expect(next.events).toContainEqual({ type: 'compaction', removed: 1, kept: 1, compactionId: expect.any(String) })
    expect(stage.server.chats.find(isSummaryRequest)?.raw).toContain(mark(1))

    conversationId = await stage.conversation()
    await stage.app.turn({ conversationId, text: 'My ship is called Nautilus.' })
    for (let index = 2; index <= 14; index += 1) {
      const turn = await stage.app.turn({ conversationId, text: `${mark(index)} ${'words that fill the window '.repeat(18)}` })
      expect(turn.end.reason, `turn ${index}`).toBe('done')
    }
    expect(stage.server.chats.filter(isSummaryRequest).some((request) => request.raw.includes('Nautilus'))).toBe(true)
    await useServer(stage.app, stage.server.baseUrl, 'remote', 16_000)
  })
})

describe('recalled facts', () => {
  test('stand right after the system prompt for this call only, and are never stored as messages', async () => {
    await stage.app.call('memory.add', { text: 'My canoe is orange' })
    stage.server.otherwise(text('ok'))
    await stage.app.turn({ conversationId, text: 'What colour is my canoe?' })
    const first = stage.server.lastChat().body.messages
    expect(first.map((message) => message.role)).toEqual(['system', 'user', 'user'])
    expect(first[1]?.content).toMatch(/^Known long-term facts[^]*- My canoe is orange \(the user noted this on \d{4}-\d\d-\d\d\)$/)
    await stage.app.turn({ conversationId, text: 'Is my canoe orange or green?' })
    await stage.app.turn({ conversationId, text: 'Zzyzx?' })
    const third = stage.server.lastChat().raw
    expect(third).not.toContain('Known long-term facts')
    expect(third.match(/My canoe is orange/g)).toBeNull()
    const list = await stage.app.call('messages.list', { conversationId })
    expect(list.map((message) => message.role)).toEqual(['user', 'assistant', 'user', 'assistant', 'user', 'assistant'])
    expect(JSON.stringify(list)).not.toContain('Known long-term facts')
    const [fact] = await stage.app.call('memory.list', { search: 'canoe' })
    expect(fact).toMatchObject({ usedCount: 2, confidence: 1 })
  })

  test('what a tool read counts as used and stands on the receipt of the next request', async () => {
    const { factId } = await stage.app.call('memory.add', { text: 'The spare key hangs behind the clock' })
    stage.server.enqueue(toolCall('recall_memory', { query: 'where does the spare key hang' }), text('Behind the clock.'))
    const turn = await stage.app.turn({ conversationId, text: 'What is the boiling point of mercury?' })
    expect(turn.events).toContainEqual({ type: 'memory-used', factIds: [factId] })
    const [second, first] = await stage.app.call('privacy.receipts', { turnId: turn.turnId })
    expect([first?.factIds, second?.factIds]).toEqual([[], [factId]])
    expect((await stage.app.call('memory.get', { factId })).usedCount).toBe(1)
  })

  test('the preview shows the very body that is sent then, and changes nothing', async () => {
    stage.server.otherwise(text('ok'))
    await stage.app.turn({ conversationId, text: 'one' })
    const before = await stage.app.call('messages.list', { conversationId })
    const preview = await stage.app.call('turn.preview', { conversationId, text: 'What colour is my canoe?' })
    expect(preview.factIds).toHaveLength(1)
    expect(await stage.app.call('messages.list', { conversationId })).toEqual(before)
    expect(stage.server.chats).toHaveLength(1)
    await stage.app.turn({ conversationId, text: 'What colour is my canoe?' })
    expect(stage.server.lastChat().raw).toBe(preview.body)
    expect(preview.bytes).toBe(Buffer.byteLength(preview.body))
  })
})

describe('save_preference', () => {
  async function saving(words: string, fact: string, before?: () => void): Promise<string | undefined> {
    before?.()
    stage.server.enqueue(toolCall('save_preference', { fact }), text('noted'))
    const turn = await stage.app.turn({ conversationId, text: words })
    expect(turn.end.reason).toBe('done')
    return notices(turn)[0]
  }

  test('remembers what the user said, with the words as evidence', async () => {
    expect(await saving('By the way, I play the cello. What about you?', 'The user plays the cello')).toBe('remembered')
    const [fact] = await stage.app.call('memory.list', { search: 'cello' })
    expect(fact).toMatchObject({ status: 'live', source: 'tool', evidence: [{ conversationId, text: 'By the way, I play the cello.' }] })
    expect(await saving('我平时喜欢打篮球', '用户喜欢打篮球')).toBe('remembered')
  })

  test('proposes what it guessed, what disagrees, and a number that nobody said', async () => {
    expect(await saving('The pupils were loud today.', 'The user is a teacher')).toBe('proposed')
    expect(await saving('I do not eat meat.', 'The user eats meat')).toBe('proposed')
    expect(await saving('I have 2 brothers.', 'The user has 3 brothers')).toBe('proposed')
    expect(await saving('我不喜欢香菜', '用户喜欢香菜')).toBe('proposed')
  })

  test('proposes what comes after text from outside in the same turn', async () => {
    stage.server.route('GET', '/forecast', json({ current: { temperature_2m: 9 }, daily: {} }))
    stage.server.enqueue(
      toolCall('get_weather', { latitude: 50, longitude: 10 }),
      toolCall('save_preference', { fact: 'I love the rain' }),
      text('noted')
    )
    expect(notices(await stage.app.turn({ conversationId, text: 'I love the rain' }))).toEqual(['proposed'])
    stage.server.enqueue(
      toolCalls([
        { name: 'calculator', args: { expr: '1+1' } },
        { name: 'recall_memory', args: { query: 'rain' } }
      ]),
      toolCall('save_preference', { fact: 'I love the snow' }),
      text('noted')
    )
    expect(notices(await stage.app.turn({ conversationId, text: 'I love the snow' }))).toEqual(['remembered'])
  })

  test('a proposal is not recalled until the person confirms it', async () => {
    expect(await saving('The violins are loud.', 'The user owns a vineyard in Tuscany')).toBe('proposed')
    const query = { query: 'Who owns a vineyard in Tuscany?' }
    expect(await stage.app.call('memory.recall', query)).toEqual([])
    const [proposal] = await stage.app.call('memory.list', { status: 'proposed', search: '' })
    expect(proposal).toMatchObject({ text: 'The user owns a vineyard in Tuscany', status: 'proposed' })
    await stage.app.call('memory.update', { factId: proposal?.factId ?? '', patch: { confirmed: true } })
    expect(await stage.app.call('memory.recall', query)).toHaveLength(1)
  })

  test('does not bring back what was forgotten, neither while it can be undone nor after', async () => {
    expect(await saving('I drive a red tractor', 'I drive a red tractor')).toBe('remembered')
    const [fact] = await stage.app.call('memory.list', { search: 'tractor' })
    const held = await stage.app.call('memory.delete', { factId: fact?.factId ?? '', undoable: true })
    expect(await saving('I drive a red tractor', 'I drive a red tractor')).toBeUndefined()
    expect(await stage.app.call('memory.list', { search: 'tractor', status: 'all' })).toEqual([])
    await stage.app.call('deletions.undo', { deletionId: held.deletionId ?? '' })
    expect(await stage.app.call('memory.list', { search: 'tractor' })).toHaveLength(1)
    await stage.app.call('memory.delete', { factId: fact?.factId ?? '' })
    expect(await saving('I drive a red tractor', 'I drive a red tractor')).toBe('proposed')
    expect(await stage.app.call('memory.recall', { query: 'red tractor' })).toEqual([])
    // The person's own word counts.
    expect(await stage.app.call('memory.add', { text: 'I drive a red tractor' })).toMatchObject({ created: true })
    expect(await stage.app.call('memory.recall', { query: 'red tractor' })).toHaveLength(1)
  })
})

describe('without memory', () => {
  test('switched off: nothing is read, nothing is written, the memory tools are not offered', async () => {
    await stage.app.call('memory.add', { text: 'My submarine is yellow' })
    await stage.app.call('settings.set', { patch: { memory: { enabled: false } } })
    stage.server.enqueue(
      toolCalls([
        { name: 'save_preference', args: { fact: 'I own a zeppelin' } },
        { name: 'recall_memory', args: { query: 'submarine' } }
      ]),
      text('ok'),
      text('ok')
    )
    const turn = await stage.app.turn({ conversationId, text: 'I own a zeppelin. What colour is my submarine?' })
    await stage.app.turn({ conversationId, text: '记住：我有一艘飞艇' })
    const offered = stage.server.lastChat().body.tools?.map((tool) => tool.function.name)
    await stage.app.call('providers.select', { id: null })
    const alone = await stage.app.turn({ conversationId, text: 'What colour is my submarine?' })
    await stage.app.call('providers.select', { id: 'scripted', model: 'scripted-model' })
    await stage.app.call('settings.set', { patch: { memory: { enabled: true } } })
    expect(turn.events.filter((event) => event.type === 'tool-end').map((event) => event.outcome)).toEqual(['denied', 'denied'])
    expect(offered).toEqual(['calculator', 'get_weather'])
    expect(sent(stage.server)).not.toContain('yellow')
    expect(alone.text).not.toContain('yellow')
    expect(alone.events.some((event) => event.type === 'memory-used')).toBe(false)
    expect(await stage.app.call('memory.list', { search: 'zeppelin', status: 'all' })).toEqual([])
    expect(await stage.app.call('memory.list', { search: '飞艇', status: 'all' })).toEqual([])
    const [submarine] = await stage.app.call('memory.list', { search: 'submarine' })
    expect(submarine).toMatchObject({ usedCount: 0, lastUsedAt: null })
  })

  test('a temporary conversation works, is not found, and leaves nothing behind', async () => {
    const temporary = await stage.conversation(true)
    stage.server.enqueue(toolCall('save_preference', { fact: 'I am XYLOPHONE-77' }), text('Hello XYLOPHONE-77'), text('again XYLOPHONE-77'))
    await stage.app.turn({ conversationId: temporary, text: 'I am XYLOPHONE-77' })
    await stage.app.call('drafts.set', { conversationId: temporary, text: 'draft XYLOPHONE-77' })
    await stage.app.turn({ conversationId: temporary, text: '记住：XYLOPHONE-77' })
    expect(said(stage.server.lastChat()).length).toBeGreaterThan(3)
    expect(await stage.app.call('conversations.search', { query: 'XYLOPHONE' })).toEqual([])
    expect(await stage.app.call('memory.list', { search: 'XYLOPHONE', status: 'all' })).toEqual([])
    await stage.restart()
    expect(await stage.app.ask('messages.list', { conversationId: temporary })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
    const bodies = (await stage.app.call('privacy.receipts', { limit: 3 })).map((receipt) => receipt.body)
    expect(bodies).toEqual(['[forgotten]', '[forgotten]', '[forgotten]'])
    await stage.app.close()
    const image = await imageOf(stage.profileDir)
    expect(image.includes('submarine')).toBe(true)
    for (const trace of ['XYLOPHONE', 'xylophone']) expect(image.includes(trace), trace).toBe(false)
    await stage.restart()
  })
})

test('what is too long for one fact is refused before anything is stored', async () => {
  const long = 'x'.repeat(20_001)
  const result = await stage.app.ask('turn.start', { conversationId, text: `remember: ${long}` })
  expect(result).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', data: { problem: 'too_big', most: 20_000 } } })
  expect(await stage.app.call('messages.list', { conversationId })).toEqual([])
})
