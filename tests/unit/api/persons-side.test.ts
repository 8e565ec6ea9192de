import { afterEach, describe, expect, test } from 'vitest'
import type { FactDraft } from '../../../src/shared/model/memory.ts'
import { openCore, type TestCore } from './support.ts'

// What a person does with what is known of them. The whole core, without any model.

let core: TestCore
const opened: TestCore[] = []
async function start(): Promise<void> {
  core = await openCore()
  opened.push(core)
}
afterEach(() => void opened.splice(0))

const add = async (draft: FactDraft): Promise<string> => (await core.call('memory.add', draft)).factId
const texts = async (input: Parameters<typeof core.call<'memory.list'>>[1] = {}): Promise<string[]> =>
  (await core.call('memory.list', input)).map((fact) => fact.text)

describe('the memory list', () => {
  test('filters by source, pin and time, and can show the oldest or the most used first', async () => {
    await start()
    await add({ text: 'old', createdAt: '2024-01-01T00:00:00Z' })
    await add({ text: 'middle', createdAt: '2025-01-01T00:00:00Z', pinned: true })
    await add({ text: 'new', createdAt: '2026-01-01T00:00:00Z' })
    expect(await texts()).toEqual(['middle', 'new', 'old'])
    expect(await texts({ order: 'oldest' })).toEqual(['old', 'middle', 'new'])
    expect(await texts({ pinned: false })).toEqual(['new', 'old'])
    expect(await texts({ from: '2025-01-01T00:00:00Z' })).toEqual(['middle', 'new'])
    expect(await texts({ from: '2025-01-01T01:00:00+01:00', to: '2026-01-01T00:00:00Z' })).toEqual(['middle'])
    expect(await texts({ source: 'tool' })).toEqual([])
    expect(await texts({ source: 'person', order: 'used' })).toEqual(['new', 'middle', 'old'])
  })
})

describe('forgetting several', () => {
  test('is one deletion with one undo, and stops before anything when one is not there', async () => {
    await start()
    const ids = [await add({ text: 'one' }), await add({ text: 'two' }), await add({ text: 'three' })]
    expect(await core.core.call('memory.deleteMany', { factIds: [ids[0], 'fact_none'], undoable: true })).toMatchObject({
      ok: false,
      error: { code: 'NOT_FOUND' }
    })
    expect(await texts()).toHaveLength(3)
    const held = await core.call('memory.deleteMany', { factIds: ids.slice(0, 2), undoable: true })
    expect(await texts()).toEqual(['three'])
    await core.call('deletions.undo', { deletionId: held.deletionId ?? '' })
    expect(await texts()).toHaveLength(3)
    expect(await core.call('memory.deleteMany', { factIds: ids.slice(1) })).toEqual({ deletionId: null, until: null })
    expect(await texts({ status: 'all' })).toEqual(['one'])
  })
})

describe('everything about something', () => {
  test('are the facts that name it, in text, alias or history, and the messages that do, told apart by what forgetting will change', async () => {
    await start()
    const conversationId = await core.conversation()
    await core.turn({ conversationId, text: 'remember: my cat Mochi eats tuna' })
    await core.turn({ conversationId, text: 'what does Mochi weigh?' })
    await add({ text: 'She sleeps on the sofa', aliases: ['Mochi'] })
    const old = await add({ text: 'The vet of Mochi is in Graz', key: 'vet' })
    await core.call('memory.update', { factId: old, patch: { text: 'The vet is in Linz' } })
    await add({ text: 'I like mochis of rice from Mochida street' })
    await add({ text: 'The category of this is education' })
    const about = await core.call('memory.about', { query: 'mochi' })
    expect(about.facts.map((fact) => fact.text).toSorted()).toEqual([
      // Another form of the word counts; a longer word that begins alike does not.
      'I like mochis of rice from Mochida street',
      'She sleeps on the sofa',
      'The vet of Mochi is in Graz',
      'my cat Mochi eats tuna'
    ])
    expect(about.messages.map((message) => [message.snippet, message.redacted])).toContainEqual(['what does Mochi weigh?', false])
    expect(about.messages.find((message) => message.snippet.startsWith('remember'))?.redacted).toBe(true)
    expect((await core.call('memory.about', { query: 'cat' })).facts.map((fact) => fact.text)).toEqual(['my cat Mochi eats tuna'])
    expect(await core.call('memory.about', { query: 'giraffe' })).toEqual({ facts: [], messages: [] })
    await core.call('memory.deleteMany', { factIds: about.facts.map((fact) => fact.factId) })
    expect((await core.call('memory.about', { query: 'mochi' })).facts).toEqual([])
    expect((await core.call('messages.list', { conversationId })).map((message) => message.content)).toContain('remember: [forgotten]')
  })

  test('in Chinese, by one character or a name', async () => {
    await start()
    await add({ text: '我妈妈住在成都' })
    await add({ text: '我养了一只猫' })
    await add({ text: '我喜欢喝茶' })
    expect((await core.call('memory.about', { query: '猫' })).facts.map((fact) => fact.text)).toEqual(['我养了一只猫'])
    expect((await core.call('memory.about', { query: '妈妈' })).facts.map((fact) => fact.text)).toEqual(['我妈妈住在成都'])
  })
})

describe('several facts as one', () => {
  test('keep the first text, the strictest label, the pin, aliases, evidence and uses; the others become its history', async () => {
    await start()
    const conversationId = await core.conversation()
    await core.turn({ conversationId, text: 'remember: I drink tea' })
    const [first] = await core.call('memory.list', {})
    const second = await add({ text: 'Tea is what I drink', aliases: ['tea'], pinned: true, privacy: 'private', category: 'preference' })
    const third = await add({ text: 'I am a tea drinker', key: 'drink', aliases: ['chai', 'tea'] })
    const { factId } = await core.call('memory.merge', { factIds: [first?.factId ?? '', second, third] })
    expect(factId).toBe(first?.factId)
    const merged = await core.call('memory.get', { factId })
    expect(merged).toMatchObject({
      text: 'I drink tea',
      status: 'live',
      privacy: 'private',
      pinned: true,
      key: 'drink',
      category: 'preference',
      confidence: first?.confidence,
      evidence: [{ conversationId, text: 'I drink tea' }]
    })
    expect(merged.aliases.toSorted()).toEqual(['chai', 'tea'])
    expect(merged.history.map((fact) => [fact.text, fact.status])).toEqual(
      expect.arrayContaining([
        ['Tea is what I drink', 'superseded'],
        ['I am a tea drinker', 'superseded']
      ])
    )
    expect(await texts()).toEqual(['I drink tea'])
    expect(await texts({ search: 'chai' })).toEqual(['I drink tea'])
    expect(await core.call('memory.recall', { query: 'chai', destination: 'remote', abstain: false })).toEqual([])
  })

  test('with a new text is the person’s own word; what does not hold or lies elsewhere is refused', async () => {
    await start()
    const one = await add({ text: 'I run' })
    const two = await add({ text: 'I jog' })
    const elsewhere = await add({ text: 'I run here', projectId: 'track' })
    const call = (factIds: readonly string[]) => core.core.call('memory.merge', { factIds })
    expect(await call([one, elsewhere])).toMatchObject({ error: { code: 'INVALID_INPUT', data: { problem: 'scope' } } })
    expect(await call([one, one])).toMatchObject({ error: { code: 'INVALID_INPUT', data: { problem: 'too-few' } } })
    const { factId } = await core.call('memory.merge', { factIds: [one, two], text: 'I run or jog' })
    expect(await texts({ scope: 'user' })).toEqual(['I run or jog'])
    expect((await core.call('memory.get', { factId })).history).toHaveLength(2)
    expect(await call([factId, one])).toMatchObject({ error: { code: 'INVALID_INPUT', data: { problem: 'status' } } })
  })
})

describe('a conversation with what was learned from it', () => {
  test('takes along the facts that rest on it alone, and its words from the others, after the undo is over', async () => {
    await start()
    const here = await core.conversation()
    const there = await core.conversation()
    await core.turn({ conversationId: here, text: 'remember: I play the OBOE' })
    await core.turn({ conversationId: here, text: 'remember: I live in Linz' })
    await core.turn({ conversationId: there, text: 'remember: I have two sisters' })
    await add({ text: 'I like walking' })
    expect((await core.call('conversations.facts', { conversationId: here })).map((fact) => fact.text).toSorted()).toEqual([
      'I live in Linz',
      'I play the OBOE'
    ])
    const held = await core.call('conversations.delete', { conversationId: here, withFacts: true, undoable: true })
    expect((await texts()).toSorted()).toEqual(['I have two sisters', 'I like walking'])
    await core.call('deletions.undo', { deletionId: held.deletionId ?? '' })
    expect(await texts()).toHaveLength(4)
    await core.call('conversations.delete', { conversationId: here, withFacts: true })
    expect((await texts({ status: 'all' })).toSorted()).toEqual(['I have two sisters', 'I like walking'])
    expect(await core.core.call('conversations.facts', { conversationId: here })).toMatchObject({ error: { code: 'NOT_FOUND' } })
  })

  test('leaves its facts when that is not asked for', async () => {
    await start()
    const conversationId = await core.conversation()
    await core.turn({ conversationId, text: 'remember: I play the oboe' })
    await core.call('conversations.delete', { conversationId })
    expect(await texts()).toEqual(['I play the oboe'])
  })
})

describe('projects', () => {
  test('are made by name or by being named, count what they hold, and their facts load only there', async () => {
    await start()
    const { projectId } = await core.call('projects.create', { name: 'Garden' })
    await add({ text: 'The soil is acid', projectId })
    const { conversationId } = await core.call('conversations.create', { projectId: 'house' })
    await add({ text: 'The roof leaks', projectId: 'house' })
    await core.call('projects.rename', { projectId, name: 'Big garden' })
    expect(await core.call('projects.list', {})).toMatchObject([
      { projectId, name: 'Big garden', facts: 1, conversations: 0 },
      { projectId: 'house', name: 'house', facts: 1, conversations: 1 }
    ])
    expect(await core.call('memory.recall', { query: 'soil' })).toEqual([])
    expect(await core.call('memory.recall', { query: 'soil', projectId })).toHaveLength(1)
    await core.call('conversations.setProject', { conversationId, projectId })
    expect((await core.call('conversations.list', {}))[0]?.projectId).toBe(projectId)
    await core.call('conversations.setProject', { conversationId, projectId: null })
    expect((await core.call('conversations.list', {}))[0]?.projectId).toBe(null)
    expect(await core.core.call('conversations.setProject', { conversationId, projectId: 'none' })).toMatchObject({
      error: { code: 'NOT_FOUND' }
    })
  })

  test('that are deleted take their facts along and leave their conversations; undo brings them back', async () => {
    await start()
    const { projectId } = await core.call('projects.create', { name: 'Garden' })
    const { conversationId } = await core.call('conversations.create', { projectId })
    await add({ text: 'The soil is acid', projectId })
    await add({ text: 'I like roses' })
    const held = await core.call('projects.delete', { projectId, undoable: true })
    expect(await core.call('projects.list', {})).toEqual([])
    expect(await texts()).toEqual(['I like roses'])
    expect(await core.core.call('memory.add', { text: 'Too late', projectId })).toMatchObject({ error: { code: 'NOT_FOUND' } })
    await core.call('deletions.undo', { deletionId: held.deletionId ?? '' })
    expect(await core.call('projects.list', {})).toMatchObject([{ facts: 1, conversations: 1 }])
    await core.call('projects.delete', { projectId })
    expect(await texts({ status: 'all' })).toEqual(['I like roses'])
    expect(await core.call('conversations.list', {})).toMatchObject([{ conversationId, projectId: null }])
  })
})
