import fc from 'fast-check'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { TurnHub, type StartedTurn } from '../../../src/core/api/turn-hub.ts'
import type { RunEvent } from '../../../src/core/agent/run-event.ts'
import { openProfileDatabase, type Db } from '../../../src/core/db/database.ts'
import { createClock } from '../../../src/core/kernel/clock.ts'
import { randomIds } from '../../../src/core/kernel/ids.ts'
import { silentLogger } from '../../../src/core/kernel/logger.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'
import { ConversationStore } from '../../../src/core/memory/conversation/conversation-store.ts'
import { MessageStore } from '../../../src/core/memory/conversation/message-store.ts'
import { ToolResultStore } from '../../../src/core/memory/conversation/tool-result-store.ts'
import type { TurnEvent, TurnEventBatch } from '../../../src/shared/model/turn-event.ts'
import { emptyTurnView, reduceTurn, type TurnView } from '../../../src/shared/turn/reduce.ts'
import { atEnd, temporaryFolder } from './support.ts'

const ids = randomIds()
let db: Db
let conversations: ConversationStore
let messages: MessageStore
let batches: TurnEventBatch[]
let hub: TurnHub

beforeEach(() => {
  const paths = profilePaths(join(temporaryFolder(), 'profile'))
  const profile = openProfileDatabase({ paths, key: new Uint8Array(randomBytes(32)), logger: silentLogger, now: () => Date.now() })
  atEnd(() => profile.close())
  db = profile.db
  conversations = new ConversationStore(db, createClock(), ids)
  messages = new MessageStore(db, createClock())
  batches = []
  hub = new TurnHub({
    recorder: { db, conversations, messages, results: new ToolResultStore(db) },
    logger: silentLogger,
    emit: (batch) => void batches.push(structuredClone(batch)),
    onEnd: () => {}
  })
})

function begin(
  run: (signal: AbortSignal) => AsyncIterable<RunEvent>,
  more: Partial<StartedTurn> = {}
): { turnId: string; conversationId: string } {
  const conversationId = conversations.create({})
  const head = ids.next('msg')
  const turnId = ids.next('turn')
  messages.insert({
    id: head,
    conversationId,
    turnId,
    parentId: null,
    role: 'user',
    content: 'x',
    status: 'complete',
    privacy: 'open',
    origin: 'user'
  })
  conversations.touch(conversationId, head, 'x')
  hub.start({
    turnId,
    conversationId,
    head,
    privacy: 'open',
    turnMs: 60_000,
    prepare: () => Promise.resolve({ run, forget: () => {} }),
    ...more
  })
  return { turnId, conversationId }
}

async function ended(turnId: string): Promise<readonly TurnEvent[]> {
  await vi.waitFor(() => expect(hub.active().map((turn) => turn.turnId)).not.toContain(turnId), { timeout: 5_000 })
  return hub.attach(turnId, 0).events
}

const view = (events: readonly TurnEvent[]): TurnView => events.reduce(reduceTurn, emptyTurnView)

async function* replay(events: readonly RunEvent[], pause = 0): AsyncGenerator<RunEvent> {
  for (const event of events) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
    yield event
  }
}

const calls = fc.constantFrom('a', 'b', 'c')
const events: fc.Arbitrary<TurnEvent> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('text-delta' as const), text: fc.string({ unit: 'grapheme', maxLength: 5 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reasoning-delta' as const), text: fc.string({ maxLength: 5 }) }) },
  { weight: 2, arbitrary: fc.nat().map(() => ({ type: 'message-start' as const, messageId: ids.next('msg') })) },
  fc.record({ type: fc.constant('tool-start' as const), callId: calls, name: fc.constant('calculator'), args: fc.constant('{}') }),
  fc.record({
    type: fc.constant('tool-end' as const),
    callId: calls,
    outcome: fc.constantFrom('ok' as const, 'error' as const),
    preview: fc.string()
  }),
  fc.record({ type: fc.constant('memory-used' as const), factIds: fc.array(fc.constantFrom('f1', 'f2'), { maxLength: 2 }) }),
  fc.record({ type: fc.constant('notice' as const), code: fc.constantFrom('waiting' as const, 'remembered' as const, 'cut-off' as const) }),
  fc.record({ type: fc.constant('usage' as const), input: fc.nat(), output: fc.nat() }),
  fc.record({ type: fc.constant('compaction' as const), removed: fc.nat(), kept: fc.nat(), compactionId: fc.constantFrom(null, 'comp_1') })
)
const end: fc.Arbitrary<TurnEvent> = fc.oneof(
  fc.record({ type: fc.constant('turn-end' as const), reason: fc.constantFrom('done' as const, 'stopped' as const, 'limit' as const) }),
  fc.constant({ type: 'turn-end' as const, reason: 'error' as const, error: { code: 'PROVIDER_DOWN' as const, message: 'x' } })
)

describe('the hub', () => {
  test('attaching after any sequence number gives the rest; batches count every event; what is stored is what was shown', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(events, { maxLength: 25 }), end, async (middle, last) => {
        batches = []
        const raw: TurnEvent[] = [{ type: 'message-start', messageId: ids.next('msg') }, ...middle, last]
        const { turnId, conversationId } = begin(() => replay(raw))
        await ended(turnId)
        const whole = view(raw)
        for (let seq = 0; seq <= raw.length; seq += 1) {
          const attached = hub.attach(turnId, seq)
          expect(attached).toMatchObject({ seq: raw.length, done: true })
          expect(view([...raw.slice(0, seq), ...attached.events])).toEqual(whole)
        }
        expect(view(batches.flatMap((batch) => batch.events))).toEqual(whole)
        expect(batches.at(-1)?.seq).toBe(raw.length)
        expect(batches.map((batch) => batch.seq)).toEqual([...new Set(batches.map((batch) => batch.seq))].sort((a, b) => a - b))
        const { head_message_id } = conversations.require(conversationId)
        const stored = messages.list(conversationId, head_message_id).filter((message) => message.role === 'assistant')
        expect(
          stored.map(({ messageId, content, reasoning = '', toolCalls = [], status }) => ({
            messageId,
            content,
            reasoning,
            toolCalls,
            status
          }))
        ).toEqual(whole.messages)
        expect(stored.at(-1)?.errorCode).toBe(whole.error?.code)
      }),
      { numRuns: 60 }
    )
  })

  test('a window that attaches while text streams misses nothing and sees nothing twice', async () => {
    const raw: TurnEvent[] = [
      { type: 'message-start', messageId: ids.next('msg') },
      ...Array.from({ length: 40 }, (_, index): TurnEvent => ({ type: 'text-delta', text: `${index} ` })),
      { type: 'turn-end', reason: 'done' }
    ]
    const { turnId } = begin(() => replay(raw, 3))
    for (let attempt = 0; attempt < 8; attempt += 1) {
      await new Promise((resolve) => setTimeout(resolve, 15))
      const attached = hub.attach(turnId, 0)
      const later = batches.length
      await new Promise((resolve) => setTimeout(resolve, 40))
      const seen = [...attached.events, ...batches.slice(later).flatMap((batch) => batch.events)]
      const text = view(seen).messages[0]?.content ?? ''
      expect(
        '0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 '.startsWith(text)
      ).toBe(true)
    }
    await ended(turnId)
  })

  test('events after the end change nothing, and an abort afterwards neither', async () => {
    const id = ids.next('msg')
    const { turnId, conversationId } = begin(() =>
      replay([
        { type: 'message-start', messageId: id },
        { type: 'text-delta', text: 'kept' },
        { type: 'turn-end', reason: 'done' },
        { type: 'text-delta', text: ' late' }
      ])
    )
    await ended(turnId)
    hub.stop(turnId)
    expect(messages.list(conversationId, id).at(-1)).toMatchObject({ content: 'kept', status: 'complete' })
  })

  test('a conversation is busy while its turn is prepared, and a failing preparation ends the turn with its code', async () => {
    let fail = (_cause: Error): void => {}
    const { turnId, conversationId } = begin(() => replay([]), { prepare: () => new Promise((_resolve, reject) => (fail = reject)) })
    expect(hub.isBusy(conversationId)).toBe(true)
    fail(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }))
    expect(await ended(turnId)).toEqual([{ type: 'turn-end', reason: 'error', error: { code: 'DISK_FULL', message: 'DISK_FULL' } }])
    expect(hub.isBusy(conversationId)).toBe(false)
  })

  test('when storing fails, also in the timer that writes streamed text, the turn ends once and the process lives', async () => {
    const { turnId } = begin(async function* () {
      yield { type: 'message-start', messageId: ids.next('msg') }
      yield { type: 'text-delta', text: 'streamed' }
      db.pragma('query_only = on')
      await new Promise((resolve) => setTimeout(resolve, 300))
      yield { type: 'text-delta', text: ' and more' }
      yield { type: 'turn-end', reason: 'done' }
    })
    const shown = await ended(turnId)
    db.pragma('query_only = off')
    expect(shown.filter((event) => event.type === 'turn-end')).toEqual([expect.objectContaining({ reason: 'error' })])
    expect(view(shown).messages[0]?.content).toBe('streamed')
  })

  test('only the last fifty ended turns can be attached to', async () => {
    const first = begin(() => replay([{ type: 'turn-end', reason: 'done' }]))
    await ended(first.turnId)
    for (let index = 0; index < 50; index += 1) await ended(begin(() => replay([{ type: 'turn-end', reason: 'done' }])).turnId)
    expect(() => hub.attach(first.turnId, 0)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }))
  })

  test('words forgotten while a turn runs are not stored again, nor shown to who attaches later', async () => {
    const start = { type: 'tool-start', callId: 'a', name: 'save_preference', args: '{"fact":"my cat is Tom"}' } as const
    const said = { type: 'text-delta', text: 'So my cat is Tom.' } as const
    const stop = { type: 'turn-end', reason: 'done' } as const
    const { turnId, conversationId } = begin(async function* () {
      yield { type: 'message-start', messageId: ids.next('msg') }
      yield start
      yield said
      hub.forget((text) => text.replaceAll('my cat is Tom', '[forgotten]'))
      yield { type: 'tool-end', callId: 'a', outcome: 'ok', preview: 'my cat is Tom' }
      yield {
        type: 'tool-result',
        messageId: ids.next('msg'),
        callId: 'a',
        content: 'my cat is Tom',
        full: null,
        privacy: 'open',
        origin: 'tool'
      }
      yield { type: 'message-start', messageId: ids.next('msg') }
      for (const text of ['Your words: my ca', 't is ', 'To', 'm. Nice.']) yield { type: 'text-delta', text }
      yield stop
    })
    expect(JSON.stringify(await ended(turnId))).not.toContain('Tom')
    const stored = JSON.stringify(db.prepare('select * from messages where conversation_id = ?').all(conversationId))
    expect(stored).toContain('Your words: [forgotten]. Nice.')
    expect(stored).not.toContain('Tom')
  })

  test('words forgotten while a turn is prepared are taken out of what was prepared', async () => {
    const taken: string[] = []
    const { turnId } = begin(() => replay([]), {
      prepare: async () => {
        await Promise.resolve()
        hub.forget((text) => text.replaceAll('Tom', '[forgotten]'))
        return { run: () => replay([{ type: 'turn-end', reason: 'done' }]), forget: (edit) => void taken.push(edit('Tom')) }
      }
    })
    await ended(turnId)
    expect(taken).toEqual(['[forgotten]'])
  })
})
