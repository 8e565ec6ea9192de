import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startHeadless, useServer, type FinishedTurn } from '../support/headless.ts'
import {
  DONE,
  delta,
  finish,
  hang,
  json,
  stream,
  text,
  toolCall,
  toolCalls,
  wait,
  type WireMessage
} from '../support/scripted-server/index.ts'
import { expectStoredAsShown, notices, openStage, said, toolEnds, viewOf, type Stage } from './support.ts'

// The loop of SEED A7 through the headless contract, with a model server that says exactly what each test needs.

let stage: Stage
let conversationId: string
let turns: FinishedTurn[]

beforeAll(async () => {
  stage = await openStage()
  await stage.app.call('settings.set', {
    patch: { tools: { forecastUrl: `${stage.server.origin}/forecast` }, network: { retryAfterMaxMs: 300 } }
  })
})

beforeEach(async () => {
  stage.server.reset()
  conversationId = await stage.conversation()
  turns = []
})

/** Holds for every turn of this file, whatever it did. */
afterEach(async () => {
  for (const turn of turns) await expectStoredAsShown(stage.app, conversationId, turn)
})

afterAll(() => stage.close())

async function say(words: string): Promise<FinishedTurn> {
  const turn = await stage.app.turn({ conversationId, text: words })
  turns.push(turn)
  return turn
}

const toolResults = (messages: readonly WireMessage[]): (string | null)[] =>
  messages.filter((message) => message.role === 'tool').map((message) => message.content)

describe('limits', () => {
  test('eight rounds of tools, then the turn says that it stops', async () => {
    let round = 0
    stage.server.otherwise(() => toolCall('calculator', { expr: `${(round += 1)}+1` }))
    const turn = await say('count for me')
    expect(stage.server.chats).toHaveLength(8)
    expect(turn.end.reason).toBe('limit')
    expect(notices(turn)).toEqual(['round-limit'])
    expect(toolEnds(turn)).toHaveLength(8)
    expect(turn.text).toContain('limit of steps')
  })

  test('sixteen calls in one turn run, the seventeenth ends it before anything of its round runs', async () => {
    const calls = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: 'calculator', args: { expr: `${from + index}*2` } }))
    stage.server.enqueue(toolCalls(calls(1, 16)), toolCalls(calls(50, 1)))
    const turn = await say('many calls')
    expect(toolEnds(turn)).toEqual(Array.from({ length: 16 }, () => 'ok'))
    expect(turn.end.reason).toBe('limit')
    expect(notices(turn)).toEqual(['call-limit'])
    stage.server.enqueue(text('fine'))
    await say('go on')
    expect(toolResults(said(stage.server.lastChat()))).toEqual(Array.from({ length: 16 }, (_, index) => String((index + 1) * 2)))
  })

  test('calls of one round run four at a time, and each result goes to its own call', async () => {
    let now = 0
    let most = 0
    stage.server.route('GET', '/forecast', async (request) => {
      now += 1
      most = Math.max(most, now)
      await new Promise((resolve) => setTimeout(resolve, 40 + 30 * (Number(request.query.get('latitude')) % 3)))
      now -= 1
      return json({ current: { temperature_2m: Number(request.query.get('latitude')) }, daily: {} })
    })
    const args = Array.from({ length: 6 }, (_, index) => ({
      name: 'get_weather',
      args: { latitude: index + 10, longitude: 1 },
      id: `w${index}`
    }))
    stage.server.enqueue(toolCalls(args), text('done'))
    const turn = await say('weather in six places')
    expect(most).toBe(4)
    expect(toolEnds(turn)).toEqual(Array.from({ length: 6 }, () => 'ok'))
    const results = said(stage.server.lastChat()).filter((message) => message.role === 'tool')
    expect(results.map((message) => message.tool_call_id)).toEqual(args.map((call) => call.id))
    results.forEach((message, index) => expect(message.content).toContain(`${index + 10}°C`))
  })

  test('the same call again is skipped with a note to the model, a third time ends the turn', async () => {
    stage.server.otherwise(toolCall('calculator', { expr: '6*7' }))
    const turn = await say('what is it')
    expect(stage.server.chats).toHaveLength(3)
    expect(toolEnds(turn)).toEqual(['ok', 'skipped'])
    expect(turn.end.reason).toBe('limit')
    expect(notices(turn)).toEqual(['repeated-call'])
    expect(toolResults(said(stage.server.lastChat()))).toEqual(['42', expect.stringContaining('not run again')])
  })

  test('a turn has a longest time', async () => {
    await stage.app.call('settings.set', { patch: { network: { turnMs: 1_000 } } })
    stage.server.enqueue(stream(delta({ content: 'so far' }), hang))
    const turn = await say('take your time')
    await stage.app.call('settings.set', { patch: { network: { turnMs: 600_000 } } })
    expect(turn.end.reason).toBe('limit')
    expect(turn.text).toBe('so far')
    await expect.poll(() => stage.server.lastChat().closedByClient, { timeout: 15_000 }).toBe(true)
  })
})

describe('what a model gets wrong', () => {
  test('unreadable arguments, unknown tools and refused values become texts that it sees, and the loop goes on', async () => {
    stage.server.enqueue(
      toolCalls([
        { name: 'calculator', args: '{"expr":"1+' },
        { name: 'launch_rocket', args: { at: 'noon' } },
        { name: 'calculator', args: { expr: 'process.exit(1)' } },
        { name: 'calculator', args: '[1]' },
        { name: 'calculator', args: '' }
      ]),
      toolCall('calculator', { formula: '2+2' }),
      text('four')
    )
    const turn = await say('compute')
    expect(turn.end.reason).toBe('done')
    expect(turn.text).toBe('four')
    expect(toolEnds(turn)).toEqual(['error', 'error', 'error', 'error', 'error', 'ok'])
    const results = toolResults(said(stage.server.lastChat()))
    expect(results[0]).toContain('not valid JSON')
    expect(results[1]).toContain('no tool called launch_rocket')
    expect(results[3]).toContain('not a JSON object')
    expect(results[5]).toBe('4')
  })

  test('a renamed argument is mended: user_fact is fact', async () => {
    stage.server.enqueue(toolCall('save_preference', { user_fact: 'I collect old stamps' }), text('noted'))
    const turn = await say('I collect old stamps')
    expect(turn.events).toContainEqual(expect.objectContaining({ type: 'notice', code: 'remembered' }))
    expect((await stage.app.call('memory.list', { search: 'stamps' })).map((fact) => fact.text)).toEqual(['I collect old stamps'])
  })

  test('calls of a message that ran out of tokens are never run', async () => {
    stage.server.enqueue(toolCall('save_preference', { fact: 'I live on the moon' }, { finish: 'length', content: 'let me' }))
    const turn = await say('I live on the moon')
    expect(toolEnds(turn)).toEqual([])
    expect(notices(turn)).toEqual(['cut-off'])
    expect(await stage.app.call('memory.list', { search: 'moon', status: 'all' })).toEqual([])
  })

  test('a stream that was cut runs no calls either; its text stays and is marked', async () => {
    stage.server.enqueue(
      stream(
        delta({ content: 'Well, ' }),
        delta({ tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'calculator', arguments: '{"expr":"1"}' } }] }),
        { do: 'cut' }
      )
    )
    const turn = await say('compute')
    expect(turn.text).toBe('Well, ')
    expect(toolEnds(turn)).toEqual([])
    expect(notices(turn)).toEqual(['cut-off'])
    const stored = await stage.app.call('messages.list', { conversationId })
    expect(stored.at(-1)).toMatchObject({ role: 'assistant', content: 'Well, ', status: 'interrupted' })
  })

  test('only reasoning and no answer is told', async () => {
    stage.server.enqueue(text('', { reasoning: 'hm, hm' }))
    const turn = await say('say something')
    expect(notices(turn)).toEqual(['no-answer'])
    expect((await stage.app.call('messages.list', { conversationId })).at(-1)).toMatchObject({ content: '', reasoning: 'hm, hm' })
  })

  test('the same call ids in every round keep their own outcomes', async () => {
    stage.server.enqueue(
      toolCall('calculator', { expr: '1+1' }, { id: 'same' }),
      toolCall('calculator', { expr: '1/0' }, { id: 'same' }),
      text('one')
    )
    await say('first')
    stage.server.enqueue(toolCall('calculator', { expr: '2+2' }, { id: 'same' }), text('two'))
    await say('second')
    const calls = (await stage.app.call('messages.list', { conversationId })).flatMap((message) => message.toolCalls ?? [])
    expect(calls.map((call) => call.outcome)).toEqual(['ok', 'error', 'ok'])
    stage.server.enqueue(text('three'))
    await say('third')
    expect(toolResults(said(stage.server.lastChat()))).toEqual(['2', expect.stringMatching(/zero/i), '4'])
  })
})

describe('what the next request holds', () => {
  test('the assistant message with its calls and results, in the next round, the next turn and after a restart, word for word', async () => {
    stage.server.enqueue(toolCall('calculator', { expr: '6*7' }, { id: 'call_a', content: 'Let me compute.' }), text('It is 42.'))
    await say('what is six times seven')
    const second = said(stage.server.lastChat())
    expect(second.slice(-2)).toEqual([
      {
        role: 'assistant',
        content: 'Let me compute.',
        tool_calls: [{ id: 'call_a', type: 'function', function: { name: 'calculator', arguments: '{"expr":"6*7"}' } }]
      },
      { role: 'tool', content: '42', tool_call_id: 'call_a' }
    ])
    stage.server.otherwise(text('ok'))
    await say('and now')
    const third = said(stage.server.lastChat())
    expect(third.slice(0, second.length)).toEqual(second)
    expect(third.slice(second.length)).toEqual([
      { role: 'assistant', content: 'It is 42.' },
      { role: 'user', content: 'and now' }
    ])
    await stage.restart()
    await say('after a restart')
    const fourth = said(stage.server.lastChat())
    expect(fourth.slice(0, third.length)).toEqual(third)
  })

  test('reasoning goes back with tool calls where the preset asks for it', async () => {
    await stage.app.call('providers.save', { id: 'ds', preset: 'deepseek', baseUrl: stage.server.baseUrl, destination: 'remote' })
    await stage.app.call('providers.setKey', { id: 'ds', key: 'sk-any' })
    await stage.app.call('providers.select', { id: 'ds' })
    stage.server.enqueue(toolCall('calculator', { expr: '3*3' }, { reasoning: 'I should compute' }), text('nine'))
    await say('three squared')
    expect(said(stage.server.lastChat()).at(-2)).toMatchObject({ role: 'assistant', reasoning_content: 'I should compute' })
    await stage.app.call('providers.select', { id: 'scripted', model: 'scripted-model' })
  })

  test('after a kill in the middle of a tool, the model is told that it may have happened, and nothing is repeated', async () => {
    stage.server.route('GET', '/forecast', stream(hang))
    stage.server.enqueue(
      toolCalls([
        { name: 'calculator', args: { expr: '1+1' }, id: 'a' },
        { name: 'get_weather', args: { latitude: 1, longitude: 1 }, id: 'b' }
      ])
    )
    await stage.app.call('turn.start', { conversationId, text: 'weather please' })
    await expect.poll(() => stage.server.requests.filter((request) => request.path === '/forecast').length, { timeout: 15_000 }).toBe(1)
    await stage.app.kill()
    stage.app = startHeadless({ profileDir: stage.profileDir })
    const stored = await stage.app.call('messages.list', { conversationId })
    expect(stored.map((message) => [message.role, message.status])).toEqual([
      ['user', 'complete'],
      ['assistant', 'interrupted'],
      ['tool', 'complete']
    ])
    stage.server.enqueue(text('I do not know whether it ran.'))
    const next = await stage.app.turn({ conversationId, text: 'and?' })
    expect(next.end.reason).toBe('done')
    const messages = said(stage.server.lastChat())
    expect(messages.map((message) => message.role)).toEqual(['user', 'assistant', 'tool', 'tool', 'user'])
    expect(messages[2]).toMatchObject({ tool_call_id: 'a', content: '2' })
    expect(messages[3]).toMatchObject({ tool_call_id: 'b', content: expect.stringContaining('may have happened') })
    expect(stage.server.requests.filter((request) => request.path === '/forecast')).toHaveLength(1)
    expect(await stage.app.call('turn.active', {})).toEqual([])
  })
})

describe('stopping', () => {
  test('while text streams: the server sees the close, what came is kept, what comes later is dropped', async () => {
    stage.server.enqueue(text('word '.repeat(400), { size: 5, delayMs: 10 }))
    const { turnId } = await stage.app.call('turn.start', { conversationId, text: 'go' })
    await expect
      .poll(async () => (await stage.app.call('turn.attach', { turnId })).events.some((event) => event.type === 'text-delta'), {
        timeout: 15_000
      })
      .toBe(true)
    await stage.app.call('turn.stop', { turnId })
    const events = await stage.app.finish(turnId)
    expect(events.at(-1)).toEqual({ type: 'turn-end', reason: 'stopped' })
    expect(await stage.server.lastChat().closed).toBe('by-client')
    const before = await stage.app.call('messages.list', { conversationId })
    expect(before.at(-1)).toMatchObject({ status: 'stopped', content: expect.stringMatching(/^word /) })
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(await stage.app.call('messages.list', { conversationId })).toEqual(before)
    expect((await stage.app.finish(turnId)).at(-1)).toEqual({ type: 'turn-end', reason: 'stopped' })
    expect(await stage.app.ask('turn.stop', { turnId })).toMatchObject({ ok: true })
  })

  test('before the first token, and while a tool runs', async () => {
    stage.server.enqueue(stream(hang))
    const first = await stage.app.call('turn.start', { conversationId, text: 'go' })
    await stage.server.chat(1)
    await stage.app.call('turn.stop', { turnId: first.turnId })
    expect((await stage.app.finish(first.turnId)).at(-1)).toEqual({ type: 'turn-end', reason: 'stopped' })

    stage.server.route('GET', '/forecast', stream(hang))
    stage.server.enqueue(toolCall('get_weather', { latitude: 1, longitude: 2 }, { id: 'w' }))
    const second = await stage.app.call('turn.start', { conversationId, text: 'weather' })
    await expect.poll(() => stage.server.requests.some((request) => request.path === '/forecast'), { timeout: 15_000 }).toBe(true)
    await stage.app.call('turn.stop', { turnId: second.turnId })
    const events = await stage.app.finish(second.turnId)
    expect(events.at(-1)).toEqual({ type: 'turn-end', reason: 'stopped' })
    expect(events).toContainEqual(expect.objectContaining({ type: 'tool-end', callId: 'w' }))
    stage.server.otherwise(text('ok'))
    await say('next')
    expect(said(stage.server.lastChat()).map((message) => message.role)).toEqual(['user', 'user', 'assistant', 'tool', 'user'])
  })

  test('quitting while an answer streams is clean, keeps what came, and lets the server go', async () => {
    stage.server.enqueue(stream(delta({ content: 'The first half' }), hang))
    const { turnId } = await stage.app.call('turn.start', { conversationId, text: 'go' })
    await expect
      .poll(async () => (await stage.app.call('turn.attach', { turnId })).events.some((event) => event.type === 'text-delta'), {
        timeout: 15_000
      })
      .toBe(true)
    await stage.restart()
    expect(await stage.server.lastChat().closed).toBe('by-client')
    const list = await stage.app.call('messages.list', { conversationId })
    expect(list.at(-1)).toMatchObject({ role: 'assistant', content: 'The first half', status: 'stopped' })
    stage.server.otherwise(text('The second half'))
    await say('go on')
    expect(said(stage.server.lastChat()).map((message) => message.content)).toEqual(['go', 'The first half', 'go on'])
  })
})

describe('several turns', () => {
  test('a second one in a busy conversation is refused and stores nothing, also when both come at once', async () => {
    stage.server.otherwise(text('slow '.repeat(20), { size: 5, delayMs: 20 }))
    const both = await Promise.all(['one', 'two'].map((words) => stage.app.ask('turn.start', { conversationId, text: words })))
    expect(both[0]).toMatchObject({ ok: true })
    expect(both[1]).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', data: { reason: 'busy' } } })
    const { turnId, userMessageId } = (both[0] as { value: { turnId: string; userMessageId: string } }).value
    for (const [route, input] of [
      ['turn.start', { conversationId, text: 'three' }],
      ['turn.regenerate', { conversationId, messageId: userMessageId }],
      ['conversations.showVersion', { conversationId, messageId: userMessageId }]
    ] as const) {
      expect(await stage.app.ask(route, input)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    }
    await stage.app.finish(turnId)
    const stored = await stage.app.call('messages.list', { conversationId })
    expect(stored.map((message) => message.content)).toEqual(['one', 'slow '.repeat(20)])
  })

  test('two conversations run at the same time', async () => {
    stage.server.otherwise((request) => text(`to ${request.body.messages.at(-1)?.content ?? ''}`, { size: 1, delayMs: 15 }))
    const other = await stage.conversation()
    const [one, two] = await Promise.all([say('alpha'), stage.app.turn({ conversationId: other, text: 'beta' })])
    expect([one.text, two.text]).toEqual(['to alpha', 'to beta'])
    const [first, second] = stage.server.chats
    expect(Math.abs((first?.at ?? 0) - (second?.at ?? 0))).toBeLessThan(150)
  })

  test('deleting a conversation ends its turn first', async () => {
    stage.server.enqueue(stream(delta({ content: 'x' }), hang))
    const other = await stage.conversation()
    const { turnId } = await stage.app.call('turn.start', { conversationId: other, text: 'go' })
    await stage.app.call('conversations.delete', { conversationId: other })
    expect((await stage.app.finish(turnId)).at(-1)).toMatchObject({ type: 'turn-end', reason: 'stopped' })
    expect(await stage.app.ask('messages.list', { conversationId: other })).toMatchObject({ ok: false, error: { code: 'NOT_FOUND' } })
  })
})

describe('attaching', () => {
  test('at the end of any batch gives exactly what was missed', async () => {
    stage.server.enqueue(
      toolCall('calculator', { expr: '5*5' }, { reasoning: 'let me see', content: 'I compute.' }),
      stream(delta({ content: 'It ' }), wait(60), delta({ content: 'is ' }), wait(60), delta({ content: '25.' }), finish('stop'), DONE)
    )
    const batches: { turnId: string; seq: number; events: FinishedTurn['events'] }[] = []
    stage.app.onEvent((name, data) => {
      if (name === 'turn.event') batches.push(data as (typeof batches)[number])
    })
    const turn = await say('five squared')
    const own = batches.filter((batch) => batch.turnId === turn.turnId)
    expect(own.length).toBeGreaterThan(2)
    expect(own.map((batch) => batch.seq)).toEqual(own.map((batch) => batch.seq).toSorted((a, b) => a - b))
    const whole = viewOf(turn.events)
    for (let count = 0; count <= own.length; count += 1) {
      const seen = own.slice(0, count)
      const missed = await stage.app.call('turn.attach', { turnId: turn.turnId, afterSeq: seen.at(-1)?.seq ?? 0 })
      expect(missed).toMatchObject({ done: true, conversationId })
      expect(viewOf([...seen.flatMap((batch) => batch.events), ...missed.events])).toEqual(whole)
    }
  })
})

describe('a second provider', () => {
  test('can be chosen between two turns of one conversation', async () => {
    stage.server.otherwise(text('ok'))
    await say('one')
    await useServer(stage.app, stage.server.baseUrl, 'local')
    await say('two')
    expect(said(stage.server.lastChat()).map((message) => message.content)).toEqual(['one', 'ok', 'two'])
    await useServer(stage.app, stage.server.baseUrl, 'remote')
  })
})
