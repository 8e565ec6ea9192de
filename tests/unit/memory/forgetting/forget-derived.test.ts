import { expect, test } from 'vitest'
import { createClock } from '../../../../src/core/kernel/clock.ts'
import { randomIds } from '../../../../src/core/kernel/ids.ts'
import { CompactionStore } from '../../../../src/core/memory/compaction/compaction-store.ts'
import { ConversationStore } from '../../../../src/core/memory/conversation/conversation-store.ts'
import { forgetDerived, withoutPieces } from '../../../../src/core/memory/forgetting/forget-derived.ts'
import { MessageStore } from '../../../../src/core/memory/conversation/message-store.ts'
import { SummaryStore } from '../../../../src/core/memory/compaction/summary-store.ts'
import { ToolResultStore } from '../../../../src/core/memory/conversation/tool-result-store.ts'
import { cutForModel } from '../../../../src/core/tools/cut-for-model.ts'
import { testProfile } from '../../db/support.ts'

const ids = randomIds()
const SECRET = 'I keep a PANGOLIN in ROOM-4711B'

function bench() {
  const { db } = testProfile().open()
  const clock = createClock()
  const conversations = new ConversationStore(db, clock, ids)
  const ports = {
    db,
    messages: new MessageStore(db, clock),
    summaries: new SummaryStore(db, clock),
    compactions: new CompactionStore(db, clock),
    results: new ToolResultStore(db)
  }
  const conversationId = conversations.create({})
  const insert = (content: string): string => {
    const id = ids.next('msg')
    ports.messages.insert({
      id,
      conversationId,
      turnId: null,
      parentId: null,
      role: 'tool',
      content,
      toolCallId: 'c',
      status: 'complete',
      privacy: 'open',
      origin: 'tool'
    })
    return id
  }
  return { ...ports, ports, conversationId, insert, conversation: () => conversations.create({}) }
}

test.each([0, 400, 1_435, 1_445, 30_000, 59_520, 59_535, 59_900])(
  'a long result loses a forgotten text whole and shortened, wherever it stands (at %i)',
  (place) => {
    const one = bench()
    const whole = `${'x'.repeat(place)}${SECRET}${'y'.repeat(60_000 - place)}`
    const content = cutForModel(whole, { bytes: 2_200, callId: 'c', language: 'en' })
    const id = one.insert(content)
    one.results.add(id, whole)
    forgetDerived(one.ports, [SECRET], [])
    const left = `${one.results.text(id)} ${one.messages.row(id)?.content}`
    for (let from = 0; from + 8 <= SECRET.length; from += 1) expect(left).not.toContain(SECRET.slice(from, from + 8))
    expect(one.results.text(id)).toContain('[forgotten]')
    expect(one.messages.list(one.conversationId, id)[0]?.fullLength).toBe(one.results.text(id)?.length)
  }
)

test('what is not touched stays as it is', () => {
  const whole = 'a'.repeat(5_000)
  const content = cutForModel(whole, { bytes: 1_000, callId: 'c', language: 'en' })
  expect(withoutPieces(content, whole, [SECRET])).toBe(content)
})

test('notes of the conversation that taught it are dropped, notes of others lose the words and the ids that code may have carried', () => {
  const one = bench()
  const other = one.conversation()
  const taught = one.insert(SECRET)
  for (const [conversationId, id] of [
    [one.conversationId, 'k1'],
    [other, 'k2']
  ] as const) {
    const text = `Verbatim: ROOM-4711B, and: ${SECRET}. An animal in a room.`
    const note = { text, removed: 1, privacy: 'open' as const }
    one.summaries.set(conversationId, 'remote', { ...note, uptoMessageId: taught, keptIds: [] })
    one.compactions.add({ ...note, id, conversationId, audience: 'remote', kept: 1 })
  }
  forgetDerived(one.ports, [SECRET], [taught])
  expect(one.summaries.get(one.conversationId, 'remote')).toBeNull()
  expect(one.compactions.require('k1').text).toBe('[forgotten]')
  for (const text of [one.summaries.get(other, 'remote')?.text, one.compactions.require('k2').text]) {
    expect(text).toContain('An animal in a room')
    expect(text).not.toMatch(/PANGOLIN|4711B/)
  }
})
