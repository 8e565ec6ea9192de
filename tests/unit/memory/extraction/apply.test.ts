import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { transaction } from '../../../../src/core/db/database.ts'
import { applyDecision, type Applied } from '../../../../src/core/memory/extraction/apply.ts'
import type { CandidateInput } from '../../../../src/core/memory/extraction/candidate.ts'
import { decideCandidate } from '../../../../src/core/memory/extraction/decide.ts'
import type { NearFact } from '../../../../src/core/memory/extraction/rivals.ts'
import type { FactRow } from '../../../../src/core/memory/facts/fact-rows.ts'
import { reviewRows } from '../../../../src/core/memory/facts/fact-review.ts'
import type { Privacy } from '../../../../src/shared/model/privacy.ts'
import { openWorld, type World } from '../../../property/memory-world.ts'

const DAY = 86_400_000
let world: World
let count = 0
beforeAll(() => {
  world = openWorld()
})
beforeEach(() => world.empty())
afterAll(() => world.close())

interface More extends Partial<CandidateInput> {
  readonly id?: string
  readonly privacy?: Privacy
  readonly near?: readonly NearFact[]
  readonly whole?: string
  readonly by?: 'model' | 'rule'
  /** Milliseconds since the epoch at which it was said. */
  readonly at?: number
}

/** A sentence of the person, read and applied. */
function learn(sentence: string, more: More = {}): Applied {
  const { id = `m${(count += 1)}`, privacy = 'open', near = [], whole = sentence, by = 'model', at = world.time.now, ...labels } = more
  const decision = decideCandidate(
    {
      key: null,
      content: sentence,
      category: 'context',
      scope: 'user',
      durability: 'durable',
      authority: 'descriptive',
      confidence: 0.9,
      evidenceMessageId: id,
      evidenceText: sentence,
      ...labels
    },
    { messages: [{ id, content: whole, privacy, at, foreign: false }], projectId: null, by }
  )
  if (decision.outcome === 'refused') throw new Error(decision.reason)
  return transaction(world.db, () => applyDecision(world, decision, { conversationId: 'c1', said: at, near }))
}

const rows = (): FactRow[] => world.db.prepare('select * from facts order by rowid').all() as FactRow[]
const told = (): string[] => rows().map((row) => `${row.status}: ${row.text}`)
const evidenceOf = (factId: string): string[] =>
  (
    world.db
      .prepare('select message_id as id from fact_evidence e join facts f on f.rowid = e.fact_rowid where f.id = ? order by message_id')
      .all(factId) as { id: string }[]
  ).map((row) => row.id)

describe('two values of one attribute', () => {
  test('the event decides, not the arrival', () => {
    const later = world.time.now
    learn('I live in Oslo', { key: 'city', at: later })
    learn('I live in Bergen', { key: 'city', at: later - 10 * DAY })
    expect(told()).toEqual(['live: I live in Oslo', 'superseded: I live in Bergen'])
    expect(rows()[1]).toMatchObject({ valid_from: later - 10 * DAY, valid_to: later })
  })

  test('words that were heard before do not bring back what has become history', () => {
    const now = world.time.now
    learn('I live in Bergen', { key: 'city', at: now, id: 'old' })
    learn('I moved to Oslo', { key: 'city', at: now + DAY })
    expect(learn('I live in Bergen', { key: 'city', at: now, id: 'old' }).outcome).toBe('known')
    expect(learn('I live in Bergen', { key: 'city', at: now + 1, id: 'another of that day' }).outcome).toBe('known')
    expect(told()).toEqual(['superseded: I live in Bergen', 'live: I moved to Oslo'])
    expect(learn('I live in Bergen', { key: 'city', at: now + 2 * DAY }).outcome).toBe('remembered')
    expect(told()).toEqual(['superseded: I live in Bergen', 'superseded: I moved to Oslo', 'live: I live in Bergen'])
  })

  test('what was wrong never held, and the right value holds from where it began', () => {
    const now = world.time.now
    learn('My birthday is 3 May', { key: 'birthday', at: now })
    learn('it is 13 May', { key: 'birthday', whole: 'I was wrong about my birthday, it is 13 May', at: now + DAY })
    expect(told()).toEqual(['retracted: My birthday is 3 May', 'live: it is 13 May'])
    expect(rows()).toMatchObject([{ valid_from: now, valid_to: now, superseded_by: rows()[1]?.id }, { valid_from: now }])
  })

  test('an attribute of somebody else is not the own one', () => {
    learn('I live in Oslo', { key: 'city' })
    learn('My mother lives in Rome', { key: 'city', subject: 'mother' })
    expect(told()).toEqual(['live: I live in Oslo', 'live: My mother lives in Rome'])
  })

  test('of what one has several, one does not replace the other', () => {
    learn('allergic to nuts', { key: 'allergy' })
    learn('allergic to milk', { key: 'allergy' })
    learn('I play chess', { key: 'hobby' })
    learn('I play go', { key: 'preference' })
    expect(rows().map((row) => row.status)).toEqual(['live', 'live', 'live', 'live'])
  })

  test('an open value and a private one never touch each other', () => {
    const secret = learn('I like tea', { privacy: 'private' })
    expect(learn('The user likes tea', { near: [{ factId: secret.factId, same: true }] }).outcome).toBe('remembered')
    world.empty()
    learn('I live in Oslo', { key: 'city', privacy: 'private' })
    learn('I live in Bergen', { key: 'city' })
    expect(told()).toEqual(['live: I live in Oslo', 'live: I live in Bergen'])
  })
})

describe('the same again', () => {
  test('is evidence for what is known; text, confidence and label of the first stay or grow stricter', () => {
    const { factId } = learn('I like tea', { id: 'a', confidence: 0.75 })
    expect(learn('I like tea', { id: 'b', confidence: 1, privacy: 'ask' })).toMatchObject({ outcome: 'known', factId })
    expect(evidenceOf(factId)).toEqual(['a', 'b'])
    expect(rows()).toMatchObject([{ confidence: 0.75, privacy: 'ask' }])
  })

  test('the same value of a key in fewer words is known, in more words it is a new value', () => {
    learn('The user lives in Oslo', { key: 'city' })
    expect(learn('lives in Oslo', { key: 'city' }).outcome).toBe('known')
    expect(learn('I live in Oslo, in Grünerløkka', { key: 'city' }).outcome).toBe('remembered')
  })

  test('what a message was remembered for is not stored again in other words', () => {
    const evidence = { messageId: 'm', conversationId: 'c1', text: '我喜欢蓝色' }
    world.facts.add({ text: '我喜欢蓝色', source: 'message', evidence })
    expect(
      learn('我喜欢蓝色', { id: 'm', whole: '记住：我喜欢蓝色', content: '用户最喜欢的颜色是蓝色', key: 'favorite_color' }).outcome
    ).toBe('known')
    expect(rows()).toMatchObject([{ text: '我喜欢蓝色', key: 'favorite_color' }])
  })

  test('near in meaning is the same only with equal numbers, names and negation', () => {
    const { factId } = learn('I drink coffee every morning')
    const near = [{ factId, same: true }]
    expect(learn('I drink coffee every single morning', { near })).toMatchObject({ outcome: 'known', factId })
    expect(learn("I don't drink coffee every morning at all", { near, change: 'changed' }).outcome).not.toBe('known')
    expect(learn('I drink 3 coffee every morning', { near }).outcome).not.toBe('known')
    expect(learn('I drink coffee every morning with Tom', { near }).outcome).toBe('remembered')
    expect(learn('I drink tea every morning', { near }).outcome).toBe('remembered')
  })
})

describe('contradictions', () => {
  const contradicted = (): NearFact[] => rows().map((row) => ({ factId: row.id, same: false }))

  test('wait for the person, who chooses', () => {
    const { factId } = learn('I weigh 70 kg')
    const proposal = learn('I weigh 74 kg', { near: contradicted() })
    expect(proposal.outcome).toBe('proposed')
    expect(rows()[1]).toMatchObject({ status: 'proposed', review: JSON.stringify({ reason: 'conflict', otherFactId: factId }) })
    world.facts.update(proposal.factId, { confirmed: true })
    expect(told()).toEqual(['superseded: I weigh 70 kg', 'live: I weigh 74 kg'])
  })

  test('are settled at once by plain words', () => {
    learn('I eat meat')
    learn("I don't eat meat", { whole: "I don't eat meat any more", near: contradicted() })
    expect(told()).toEqual(['superseded: I eat meat', "live: I don't eat meat"])
    learn('我对花生过敏')
    learn('我对花生不过敏', { whole: '我说错了，我对花生不过敏', near: contradicted() })
    expect(told().slice(2)).toEqual(['retracted: 我对花生过敏', 'live: 我对花生不过敏'])
  })

  test('are looked for in the same subject and predicate alone', () => {
    learn('I like Oslo')
    expect(learn("I don't live in Oslo", { near: contradicted() }).outcome).toBe('remembered')
  })
})

describe('proposals', () => {
  test('a rule proposes; the same from a model becomes a fact, with both proofs', () => {
    const { factId, outcome } = learn('I like tea', { id: 'a', by: 'rule' })
    expect(outcome).toBe('proposed')
    expect(learn('I like tea', { id: 'b' })).toMatchObject({ outcome: 'remembered', factId })
    expect(told()).toEqual(['live: I like tea'])
    expect(evidenceOf(factId)).toEqual(['a', 'b'])
  })

  test('what a rule finds again replaces nothing', () => {
    world.facts.add({ text: 'I live in Oslo', source: 'person' })
    learn('I moved to Bergen', { key: 'city' })
    expect(learn('I live in Oslo', { key: 'city', by: 'rule' }).outcome).toBe('known')
    expect(told()).toEqual(['live: I live in Oslo', 'live: I moved to Bergen'])
  })

  test('one that was rejected does not come back', () => {
    world.facts.erase(learn('I like tea', { by: 'rule' }).factId)
    expect(learn('I like tea', { by: 'rule' }).outcome).toBe('forgotten')
    expect(learn('The user likes tea').outcome).toBe('forgotten')
    expect(rows()).toEqual([])
  })

  test('one for what was forgotten waits for the person, whoever says it again', () => {
    world.facts.erase(learn('I like tea').factId)
    const { factId } = world.facts.add({ text: 'I like tea', source: 'tool', proposed: true })
    expect(learn('I like tea').outcome).toBe('known')
    expect(told()).toEqual(['proposed: I like tea'])
    world.facts.update(factId, { confirmed: true })
    world.facts.update(factId, { retracted: true })
    expect(learn('The user likes tea', { at: world.time.now + 1 }).outcome).toBe('remembered')
  })

  test('one that was corrected keeps what proves it', () => {
    const { factId } = learn('I like tea', { id: 'a', by: 'rule' })
    const next = world.facts.update(factId, { text: 'I like green tea', confirmed: true })
    expect(told()).toEqual(['live: I like green tea'])
    expect(evidenceOf(next)).toEqual(['a'])
  })
})

describe('taking back', () => {
  test('what it had replaced holds again, and it is not learned again', () => {
    learn('I live in Oslo', { key: 'city' })
    world.time.now += DAY
    const { factId } = learn('I moved to Bergen', { key: 'city' })
    world.facts.takeBack(factId)
    expect(told()).toEqual(['live: I live in Oslo'])
    expect(rows()[0]?.valid_to).toBe(Number.MAX_SAFE_INTEGER)
    expect(learn('I moved to Bergen', { key: 'city' }).outcome).toBe('forgotten')
  })

  test('in the middle of a history the ends meet', () => {
    learn('I live in Oslo', { key: 'city' })
    world.time.now += DAY
    const { factId } = learn('I moved to Bergen', { key: 'city' })
    world.time.now += DAY
    const last = learn('I moved to Tromsø', { key: 'city' })
    world.facts.takeBack(factId)
    expect(told()).toEqual(['superseded: I live in Oslo', 'live: I moved to Tromsø'])
    expect(rows()[0]).toMatchObject({ superseded_by: last.factId, valid_to: world.time.now })
  })

  test('what the person says is wrong never held, and what it had replaced holds again', () => {
    learn('I live in Oslo', { key: 'city' })
    world.time.now += DAY
    const { factId } = learn('I moved to Bergen', { key: 'city' })
    world.facts.update(factId, { retracted: true })
    expect(told()).toEqual(['live: I live in Oslo', 'retracted: I moved to Bergen'])
  })
})

describe('what deserves a look', () => {
  const listed = (list: 'inbox' | 'stale' | 'unconfirmed' | 'unused'): string[] =>
    reviewRows(world.db, list, world.time.now, 50).map((row) => row.text)

  test('proposals, doubtful ones, old circumstances and what is never used, each in its list', () => {
    learn('I like tea', { by: 'rule' })
    const doubted = learn('I own a boat', { confidence: 0.72 })
    learn('I work at Acme', { confidence: 0.95 })
    world.facts.add({ text: 'My name is Ada', category: 'preference', source: 'person' })
    expect([listed('inbox'), listed('unconfirmed'), listed('stale'), listed('unused')]).toEqual([['I like tea'], ['I own a boat'], [], []])
    world.time.now += 200 * DAY
    expect(listed('stale')).toEqual(['I own a boat', 'I work at Acme'])
    expect(listed('unused')).toEqual(['I own a boat', 'I work at Acme', 'My name is Ada'])
    world.facts.markUsed([doubted.factId])
    world.facts.update(doubted.factId, { confirmed: true })
    expect(listed('unconfirmed')).toEqual([])
    expect(listed('stale')).toEqual(['I work at Acme'])
    expect(listed('unused')).toEqual(['I work at Acme', 'My name is Ada'])
    // Nothing was removed.
    expect(rows()).toHaveLength(4)
  })
})
