import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { randomIds } from '../../../../src/core/kernel/ids.ts'
import { ConversationStore } from '../../../../src/core/memory/conversation/conversation-store.ts'
import { searchMessages, type MessageQuery } from '../../../../src/core/memory/recall/message-search.ts'
import { MessageStore } from '../../../../src/core/memory/conversation/message-store.ts'
import { partTime } from '../../../../src/core/memory/recall/time-words.ts'
import type { Privacy } from '../../../../src/shared/model/privacy.ts'
import { openWorld, type World } from '../../../property/memory-world.ts'

let world: World
let conversations: ConversationStore
let messages: MessageStore
const ids = randomIds()

beforeAll(() => {
  world = openWorld()
  const clock = { now: () => world.time.now, monotonic: () => 0 }
  conversations = new ConversationStore(world.db, clock, ids)
  messages = new MessageStore(world.db, clock)
})
beforeEach(() => {
  world.empty()
  for (const table of ['messages_fts_open', 'messages_fts_private', 'messages', 'conversations']) world.db.exec(`delete from ${table}`)
})
afterAll(() => world.close())

function say(conversationId: string, content: string, more: { at?: string; privacy?: Privacy } = {}): string {
  if (more.at !== undefined) world.time.now = Date.parse(`${more.at}T12:00:00Z`)
  const id = ids.next('msg')
  messages.insert({
    id,
    conversationId,
    turnId: null,
    parentId: null,
    role: 'user',
    content,
    status: 'complete',
    privacy: more.privacy ?? 'open',
    origin: 'user'
  })
  return id
}

const found = (query: string, more: Partial<MessageQuery> = {}): string[] =>
  searchMessages(world.db, { query, limit: 10, audience: 'local', ...more }).map((hit) => hit.messageId)

describe('old messages', () => {
  test('those with all words come first, those with some are marked', () => {
    const thread = conversations.create({})
    const some = say(thread, 'The kitchen, the kitchen and once more the kitchen')
    const all = say(thread, 'A long evening in which we talked about many things, and at its end about tiles for the kitchen floor')
    const hits = searchMessages(world.db, { query: 'kitchen tiles', limit: 10, audience: 'local' })
    expect(hits.map((hit) => [hit.messageId, hit.relaxed === true])).toEqual([
      [all, false],
      [some, true]
    ])
  })

  test('"what did we decide about X in May" finds what was written in May, in which no May stands', () => {
    const thread = conversations.create({})
    const april = say(thread, 'We decided about the boiler: wait', { at: '2025-04-10' })
    const may = say(thread, 'The boiler: we decided to replace it', { at: '2025-05-10' })
    const june = say(thread, 'Boiler decided, plumber comes', { at: '2025-06-10' })
    expect(found('what did we decide about the boiler in May')[0]).toBe(may)
    expect(found('what did we decide about the boiler in May').sort()).toEqual([april, may, june].sort())
    expect(found('四月我们怎么说的 boiler')[0]).toBe(april)
  })

  test('a period is a bound', () => {
    const thread = conversations.create({})
    say(thread, 'tea in April', { at: '2025-04-10' })
    const may = say(thread, 'tea in May', { at: '2025-05-10' })
    expect(found('tea', { from: Date.parse('2025-05-01'), to: Date.parse('2025-06-01') })).toEqual([may])
  })

  test('a remote turn is given open messages only', () => {
    const thread = conversations.create({})
    const open = say(thread, 'tea from the open shelf')
    for (const privacy of ['ask', 'private'] as const) say(thread, 'tea from behind the door', { privacy })
    expect(found('tea', { audience: 'remote' })).toEqual([open])
    expect(found('tea')).toHaveLength(3)
  })

  test('a project sees its own threads and those without one; no other project', () => {
    const [none, one, other] = [
      conversations.create({}),
      conversations.create({ projectId: 'p1' }),
      conversations.create({ projectId: 'p2' })
    ]
    const [plain, own] = [say(none, 'tea'), say(one, 'tea'), say(other, 'tea')]
    expect(found('tea', { projectId: 'p1' }).sort()).toEqual([plain, own].sort())
    expect(found('tea', { projectId: null })).toEqual([plain])
    expect(found('tea', { projectId: 'p1', exceptConversationId: one })).toEqual([plain])
    expect(found('tea')).toHaveLength(3)
  })

  test('many that must not be seen do not hide the one that may', () => {
    const hidden = conversations.create({ projectId: 'p2' })
    for (let index = 0; index < 200; index += 1) say(hidden, 'tea tea')
    const shown = say(conversations.create({}), 'a little tea at the end of a long day with many words')
    expect(found('tea', { projectId: 'p1', limit: 3 })).toEqual([shown])
  })

  test('what taught a forgotten fact leaves at once, comes back with the undo, and is gone when it is carried out', () => {
    const thread = conversations.create({})
    const messageId = say(thread, 'By the way, my boat is called Albatross')
    const { factId } = world.longTerm.addFact({
      text: 'The boat is called Albatross',
      source: 'message',
      evidence: { messageId, conversationId: thread, text: 'my boat is called Albatross' }
    })
    expect(found('albatross')).toEqual([messageId])
    const { deletionId } = world.deletions.hold([{ kind: 'fact', id: factId }])
    expect(found('albatross')).toEqual([])
    expect(found('by the way')).toEqual([])
    world.deletions.undo(deletionId)
    expect(found('albatross')).toEqual([messageId])
    messages.redact(messageId, (text) => text.replace('my boat is called Albatross', '[forgotten]'))
    world.facts.erase(factId)
    expect(found('by the way')).toEqual([])
  })
})

test.each([
  ['what did we say in May', { month: 4, year: null }],
  ['may I ask about the march', { month: null, year: null }],
  ['the plan of March 2024', { month: 2, year: 2024 }],
  ['2025年11月定了什么', { month: 10, year: 2025 }],
  ['十二月的旅行', { month: 11, year: null }],
  ['2023年的体检', { month: null, year: 2023 }]
])('the time in "%s"', (query, time) => {
  expect(partTime(query).time).toEqual(time)
})
