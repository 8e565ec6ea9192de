import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Message } from '../../src/shared/model/conversation.ts'
import { randomIds } from '../../src/core/kernel/ids.ts'
import { ConversationStore } from '../../src/core/memory/conversation/conversation-store.ts'
import { MessageStore } from '../../src/core/memory/conversation/message-store.ts'
import { openWorld, type World } from '../property/memory-world.ts'
import { outOfStep } from './check-database.ts'
import { FORGOTTEN } from './talk.ts'

let world: World
let messages: MessageStore
let conversationId: string

beforeEach(() => {
  world = openWorld()
  const clock = { now: () => world.time.now, monotonic: () => 0 }
  conversationId = new ConversationStore(world.db, clock, randomIds()).create({})
  messages = new MessageStore(world.db, clock)
})
afterEach(() => world.close())

function say(id: string, role: Message['role'], content: string, status: Message['status'] = 'complete'): void {
  const origin = role === 'user' ? 'user' : 'assistant'
  messages.insert({ id, conversationId, turnId: null, parentId: null, role, content, status, privacy: 'open', origin })
}

const rowid = (id: string): number | undefined => messages.row(id)?.rowid
const unindex = (id: string): void => void world.db.prepare('delete from messages_fts_open where rowid = ?').run(rowid(id))
const index = (id: string, store: 'open' | 'private'): void =>
  void world.db.prepare(`insert into messages_fts_${store}(rowid, words, chars) values (?, 'x', 'x')`).run(rowid(id))

const forget = (text: string): string => text.replaceAll('my boat is Albatross', FORGOTTEN)

test('a message of the person that lost its words to forgetting is rightly not in the search, an answer still is', () => {
  say('u', 'user', 'remember: my boat is Albatross')
  say('a', 'assistant', 'Noted: my boat is Albatross')
  for (const id of ['u', 'a']) messages.redact(id, forget)
  expect(outOfStep(world.db)).toEqual([])
  unindex('a')
  expect(outOfStep(world.db)).toEqual(['1 messages without their text index'])
})

test('a message of the person that is still found after forgetting is out of step', () => {
  say('u', 'user', 'remember: my boat is Albatross')
  messages.redact('u', forget)
  index('u', 'open')
  expect(outOfStep(world.db)).toEqual(['1 open text index rows without an open message to be found'])
})

test('what was being written when the app was killed is found once it is marked as interrupted', () => {
  say('a', 'assistant', 'half an answ', 'streaming')
  messages.markInterrupted()
  expect(outOfStep(world.db)).toEqual([])
  unindex('a')
  expect(outOfStep(world.db)).toEqual(['1 messages without their text index'])
})

test('a message that stands in both stores, or in that of the other privacy, is out of step', () => {
  say('a', 'assistant', 'a secret')
  messages.setPrivacy('a', 'private', 'complete')
  expect(outOfStep(world.db)).toEqual([])
  index('a', 'open')
  expect(outOfStep(world.db)).toEqual(['1 open text index rows without an open message to be found'])
})
