import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { factsOf } from '../../../../src/core/memory/facts/fact-evidence.ts'
import { userNamespace } from '../../../../src/core/memory/facts/fact-id.ts'
import { mergeFacts } from '../../../../src/core/memory/facts/merge.ts'
import { MergeBook, unmergeFacts } from '../../../../src/core/memory/facts/merge-undo.ts'
import { openWorld, type World } from '../../../property/memory-world.ts'

// A merge that is taken apart leaves nothing changed.

let world: World
let book: MergeBook
beforeAll(() => {
  world = openWorld()
})
beforeEach(() => {
  world.empty()
  book = new MergeBook(2)
})
afterAll(() => world.close())

const ports = () => ({ db: world.db, facts: world.facts, clock: { now: () => world.time.now, monotonic: () => 0 }, book })
const all = () =>
  factsOf(world.db, world.facts.list({ status: 'all', limit: 99, offset: 0 }))
    .map((each) => ({ ...each, updatedAt: null }))
    .toSorted((a, b) => a.factId.localeCompare(b.factId))

function fact(text: string, parts: { readonly key?: string; readonly privacy?: 'open' | 'private'; readonly said?: string } = {}): string {
  const { said, ...rest } = parts
  const evidence = said === undefined ? {} : { evidence: { messageId: `m-${said.length}`, conversationId: null, text: said } }
  return world.facts.add({ text, namespace: userNamespace, source: 'message', ...rest, ...evidence }).factId
}

describe('a merge that is taken apart', () => {
  test.each([
    ['a sentence of their own', 'I like tea, green and black'],
    ['the sentence of one of them', 'I like black tea'],
    ['no sentence', undefined]
  ])('with %s leaves every fact, label and quote as before', (_, text) => {
    const green = fact('I like green tea', { key: 'tea', said: 'green tea please' })
    const black = fact('I like black tea', { privacy: 'private', said: 'and black' })
    const before = all()
    const { factId, mergeId } = mergeFacts(ports(), [green, black], text)
    expect(world.facts.list({ limit: 99, offset: 0 }).map((row) => row.id)).toEqual([factId])
    unmergeFacts(world.db, world.facts, book.take(mergeId))
    expect(all()).toEqual(before)
  })

  test('is taken apart once, and only while it is remembered', () => {
    const merged = [1, 2, 3].map((at) => mergeFacts(ports(), [fact(`left ${at}`), fact(`right ${at}`)]).mergeId)
    const [first, second] = merged
    book.take(second ?? '')
    expect(() => book.take(second ?? '')).toThrow('No such merge')
    expect(() => book.take(first ?? '')).toThrow('No such merge')
  })
})
