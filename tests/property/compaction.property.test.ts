import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { conversationContext } from '../../src/core/agent/conversation-context.ts'
import { compactionOptions, type CompactionPorts } from '../../src/core/api/compactions.ts'
import type { Db } from '../../src/core/db/database.ts'
import { AppError } from '../../src/core/kernel/app-error.ts'
import { createClock } from '../../src/core/kernel/clock.ts'
import { randomIds } from '../../src/core/kernel/ids.ts'
import { totalTokens, type ChatMessage } from '../../src/core/memory/conversation/chat-message.ts'
import { isOther } from '../../src/core/memory/compaction/compaction-cut.ts'
import { CompactionStore } from '../../src/core/memory/compaction/compaction-store.ts'
import { ConversationStore } from '../../src/core/memory/conversation/conversation-store.ts'
import { MemoryManager, type Compaction } from '../../src/core/memory/memory-manager.ts'
import { MessageStore } from '../../src/core/memory/conversation/message-store.ts'
import { ShortTermMemory } from '../../src/core/memory/conversation/short-term-memory.ts'
import { SummaryStore } from '../../src/core/memory/compaction/summary-store.ts'
import type { Summarizer } from '../../src/core/memory/compaction/write-note.ts'
import { defaultSettings } from '../../src/core/settings/defaults.ts'
import { openMemory, temporaryFolder, noteOf, type MemoryBench } from '../support/memory.ts'

// For any thread, any limits, a summariser that fails in any way at any call and a store that fails at any write: nothing leaves without being in the
// input of a note that took its place, no call is separated from its results, and the latest user message stays.

const ids = randomIds()
const clock = createClock()
let folder: ReturnType<typeof temporaryFolder>
let bench: MemoryBench
let db: Db

beforeAll(async () => {
  folder = temporaryFolder()
  bench = await openMemory(folder.dir, { modelsDir: folder.dir })
  db = bench.db
})

afterAll(async () => {
  await bench.close()
  folder.remove()
})

type Fault = 'none' | 'rejects' | 'blank' | 'too-long' | 'larger' | 'shapeless'
const faults: readonly Fault[] = ['none', 'none', 'none', 'rejects', 'blank', 'too-long', 'larger', 'shapeless']
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ say: fc.constantFrom('user' as const, 'assistant' as const), words: fc.integer({ min: 0, max: 120 }) })
  },
  { weight: 2, arbitrary: fc.record({ calls: fc.integer({ min: 1, max: 3 }), words: fc.integer({ min: 0, max: 200 }) }) },
  { weight: 2, arbitrary: fc.record({ compact: fc.constantFrom('due' as const, 'full' as const, 'now' as const), crash: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.constant({ restart: true as const }) }
)

interface Thread {
  readonly conversationId: string
  readonly stores: { conversations: ConversationStore; messages: MessageStore; summaries: SummaryStore; compactions: CompactionStore }
  memory: MemoryManager
  /** What the notes were made from that took messages' place. */
  readonly inputs: string[]
  pending: { readonly name: string; readonly text: string }[]
  crash: 'no' | 'in-queue' | 'in-store'
  readonly queued: Set<string>
  readonly manager: (shortTerm: ShortTermMemory) => MemoryManager
}

function open(plan: readonly Fault[], keep: number, inputLimit: number): Thread {
  const stores = {
    conversations: new ConversationStore(db, clock, ids),
    messages: new MessageStore(db, clock),
    summaries: new SummaryStore(db, clock),
    compactions: new CompactionStore(db, clock)
  }
  const conversationId = stores.conversations.create({})
  let call = 0
  const writer = (name: string): Summarizer => ({
    inputLimit,
    summarize: (text) => {
      thread.pending.push({ name, text })
      switch (plan[call++ % Math.max(1, plan.length)] ?? 'none') {
        case 'none':
          return Promise.resolve(noteOf(`note ${call}`))
        case 'shapeless':
          return Promise.resolve(`paragraph ${call}`)
        case 'rejects':
          return Promise.reject(new AppError('PROVIDER_DOWN', 'down'))
        case 'blank':
          return Promise.resolve(' ')
        case 'too-long':
          return Promise.resolve(noteOf('word '.repeat(600)))
        case 'larger':
          return Promise.resolve(noteOf('word '.repeat(180)))
      }
    }
  })
  const ports: CompactionPorts = {
    db,
    ...stores,
    // Asked between the note and its record, inside the transaction.
    ids: {
      next: (kind) => {
        if (thread.crash === 'in-store') throw new Error('crash')
        return ids.next(kind)
      }
    },
    settings: () => ({ ...defaultSettings, compaction: { ...defaultSettings.compaction, keep, maxMessages: 12, thresholdTokens: 400 } }),
    // No model is chosen here: the writers are the test's own.
    providers: { sibling: (model) => model, port: () => ({ error: { code: 'PROVIDER_NONE', message: 'none' } }) },
    beforeLeaving: (_conversation, messageIds) => {
      if (thread.crash === 'in-queue') throw new Error('crash')
      for (const id of messageIds) thread.queued.add(id)
    }
  }
  const options = compactionOptions(ports, {
    conversationId,
    turnId: null,
    audience: 'local',
    language: 'en',
    memoryEnabled: true,
    current: null
  })
  const manager = (shortTerm: ShortTermMemory): MemoryManager =>
    new MemoryManager({
      ...options,
      shortTerm,
      summarizers: [writer('first'), writer('second')],
      noteTokens: 300,
      longTerm: bench.longTerm,
      recallLimit: 3,
      audience: 'local',
      conversationId,
      projectId: null,
      language: 'en',
      enabled: true
    })
  const thread: Thread = {
    conversationId,
    stores,
    memory: manager(new ShortTermMemory()),
    inputs: [],
    pending: [],
    crash: 'no',
    queued: new Set(),
    manager
  }
  thread.memory.add({ id: 'system', role: 'system', content: 'rules', privacy: 'open', origin: 'runtime' })
  return thread
}

function add(thread: Thread, message: Omit<ChatMessage, 'id' | 'privacy' | 'origin'>): void {
  const { conversations, messages } = thread.stores
  const id = ids.next('msg')
  const origin = message.role === 'tool' ? 'tool' : message.role === 'user' ? 'user' : 'assistant'
  const parentId = conversations.require(thread.conversationId).head_message_id
  const { role, content, toolCallId, toolCalls = [] } = message
  messages.insert({
    id,
    conversationId: thread.conversationId,
    turnId: null,
    parentId,
    role,
    content,
    ...(toolCallId === undefined ? {} : { toolCallId }),
    status: 'complete',
    privacy: 'open',
    origin
  })
  if (toolCalls.length > 0) {
    const records = toolCalls.map((call) => ({ callId: call.id, name: call.name, args: call.args, outcome: 'ok' as const, preview: '' }))
    db.prepare('update messages set tool_calls = ? where id = ?').run(JSON.stringify(records), id)
  }
  conversations.touch(thread.conversationId, id, null)
  thread.memory.add({ ...message, id, privacy: 'open', origin })
}

function restored(thread: Thread): readonly ChatMessage[] {
  const head = thread.stores.conversations.require(thread.conversationId).head_message_id
  return conversationContext({
    path: thread.stores.messages.path(head),
    summary: thread.stores.summaries.get(thread.conversationId, 'local'),
    audience: 'local',
    holdsPrivate: () => false,
    interruptedText: 'INTERRUPTED'
  }).messages
}

function check(thread: Thread): void {
  const now = thread.memory.shortTerm.messages
  const carried = now.filter(isOther)
  const called = carried.flatMap((one) => (one.toolCalls ?? []).map((call) => call.id))
  const answered = carried.flatMap((one) => (one.role === 'tool' ? [one.toolCallId] : []))
  expect(answered.toSorted()).toEqual(called.toSorted())
  const head = thread.stores.conversations.require(thread.conversationId).head_message_id
  const path = thread.stores.messages.path(head)
  const read = thread.inputs.join('\n')
  for (const row of path) {
    const here = carried.some((one) => one.id === row.id)
    const words = row.content.split(' ')
    if (!here)
      expect(
        words.every((word) => read.includes(word)),
        `${row.id} left unread`
      ).toBe(true)
    if (!here) expect(thread.queued.has(row.id), `${row.id} left before it was queued`).toBe(true)
  }
  const latest = path.findLast((row) => row.role === 'user')
  if (latest !== undefined) expect(carried.find((one) => one.id === latest.id)?.content).toBe(latest.content)
  expect(now.filter((one) => one.role === 'system')).toHaveLength(1)
  expect(now.filter((one) => one.kind === 'summary').length).toBeLessThanOrEqual(1)
  // What a restart would make of the database is what stands in memory: note and history were replaced together, or not at all.
  expect(restored(thread).map((one) => `${one.id} ${one.content}`)).toEqual(
    now.filter((one) => one.role !== 'system').map((one) => `${one.id} ${one.content}`)
  )
}

async function compact(thread: Thread, how: 'due' | 'full' | 'now'): Promise<void> {
  const signal = new AbortController().signal
  const before = thread.memory.shortTerm.messages
  const whole = totalTokens(before)
  thread.pending = []
  const outcome = (async (): Promise<Compaction> => {
    if (how === 'now') return thread.memory.compactNow(signal, () => {})
    if (how === 'due') return thread.memory.maybeCompress(signal)
    return thread.memory.maybeCompress(signal, { beside: 200, limit: 300, room: 500 })
  })()
  const done = await outcome.catch((cause: unknown) => String(cause))
  const after = thread.memory.shortTerm.messages
  if (typeof done !== 'string' && done.outcome === 'changed') {
    // Of the model whose note it is: what another one read before it failed does not count.
    const name = thread.pending.at(-1)?.name
    thread.inputs.push(...thread.pending.flatMap((one) => (one.name === name ? [one.text] : [])))
    expect(totalTokens(after)).toBeLessThan(whole)
    expect(thread.stores.compactions.require(done.compactionId ?? '').text).toBe(after.find((one) => one.kind === 'summary')?.content)
  } else {
    expect(after).toBe(before)
  }
}

test('nothing leaves unread, no unit is split, the latest user message stays, and memory and database agree, whatever fails', async () => {
  let word = 0
  const text = (words: number): string => Array.from({ length: words }, () => `w${(word += 1)}.`).join(' ')
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 4, maxLength: 30 }),
      fc.array(fc.constantFrom(...faults), { maxLength: 6 }),
      fc.integer({ min: 0, max: 8 }),
      fc.constantFrom(500, 2_000, 50_000),
      async (steps, plan, keep, inputLimit) => {
        const thread = open(plan, keep, inputLimit)
        for (const one of steps) {
          if ('say' in one) add(thread, { role: one.say, content: text(one.words) || 'ok.' })
          else if ('calls' in one) {
            const calls = Array.from({ length: one.calls }, () => ({ id: ids.next('call'), name: 'look', args: '{}' }))
            add(thread, { role: 'assistant', content: '', toolCalls: calls })
            for (const call of calls) add(thread, { role: 'tool', content: text(one.words) || 'none.', toolCallId: call.id })
          } else if ('compact' in one) {
            thread.crash = one.crash === 1 ? 'in-queue' : one.crash === 2 ? 'in-store' : 'no'
            await compact(thread, one.compact)
            thread.crash = 'no'
          } else {
            const shortTerm = new ShortTermMemory()
            shortTerm.add({ id: 'system', role: 'system', content: 'rules', privacy: 'open', origin: 'runtime' })
            for (const message of restored(thread)) shortTerm.add(message)
            thread.memory = thread.manager(shortTerm)
          }
          check(thread)
        }
      }
    ),
    { numRuns: 60 }
  )
}, 120_000)
