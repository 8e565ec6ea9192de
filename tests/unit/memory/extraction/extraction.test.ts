import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { EventData } from '../../../../src/shared/ipc/contract.ts'
import type { Result } from '../../../../src/shared/model/errors.ts'
import type { Settings } from '../../../../src/shared/model/settings.ts'
import { defaultSettings } from '../../../../src/core/settings/defaults.ts'
import { AppError, fail, ok } from '../../../../src/core/kernel/app-error.ts'
import { randomIds } from '../../../../src/core/kernel/ids.ts'
import { silentLogger } from '../../../../src/core/kernel/logger.ts'
import { ConversationStore } from '../../../../src/core/memory/conversation/conversation-store.ts'
import { createExtraction, type Extraction } from '../../../../src/core/memory/extraction/extraction.ts'
import type { ExtractionPrompt } from '../../../../src/core/memory/extraction/prompt.ts'
import type { FactRow } from '../../../../src/core/memory/facts/fact-rows.ts'
import { MessageStore, type NewMessage } from '../../../../src/core/memory/conversation/message-store.ts'
import { openWorld, type World } from '../../../property/memory-world.ts'

const ids = randomIds()
let world: World
let conversations: ConversationStore
let messages: MessageStore
let extraction: Extraction
let conversationId: string
let settings: Settings['memory']
let destination: 'local' | 'remote'
let asked: ExtractionPrompt[]
let learned: EventData<'memory.learned'>[]
let busy: boolean
let answer: (prompt: ExtractionPrompt) => Result<string> | Promise<Result<string>>

const LABELS = { key: null, category: 'context', scope: 'user', durability: 'durable', authority: 'descriptive', confidence: 0.9 }

/** Every message of the person as a fact in its own words. */
function everything(prompt: ExtractionPrompt): Result<string> {
  const facts = [...prompt.data.matchAll(/(?:user|用户) \(id ([\w.:-]+)\): (.*)/gu)].map(([, id, words]) => ({
    ...LABELS,
    content: words,
    evidenceMessageId: id,
    evidenceText: words
  }))
  return ok(JSON.stringify({ facts }))
}

beforeEach(() => {
  world = openWorld()
  const clock = { now: () => world.time.now, monotonic: () => 0 }
  conversations = new ConversationStore(world.db, clock, ids)
  messages = new MessageStore(world.db, clock)
  settings = { ...defaultSettings.memory, enabled: true, extraction: 'model' }
  destination = 'remote'
  asked = []
  learned = []
  busy = false
  answer = everything
  const model = {
    inputTokens: 2_000,
    propose: async (prompt: ExtractionPrompt): Promise<Result<string>> => {
      asked.push(prompt)
      return answer(prompt)
    }
  }
  extraction = createExtraction({
    db: world.db,
    clock,
    ids,
    logger: silentLogger,
    settings: () => settings,
    language: () => 'auto',
    conversations,
    messages,
    facts: world.facts,
    model: () => Promise.resolve({ ...model, destination }),
    holdsPrivate: (texts) => texts.some((text) => text.includes('4711')),
    knownFacts: () => Promise.resolve([]),
    nearFacts: () => Promise.resolve([]),
    isBusy: () => busy,
    onLearned: (one) => learned.push(one),
    onChange: () => {},
    quietMs: 25
  })
  conversationId = conversations.create({})
})
afterEach(async () => {
  await extraction.close()
  await world.close()
})

function add(role: NewMessage['role'], content: string, more: Partial<NewMessage> = {}): string {
  const where = more.conversationId ?? conversationId
  const id = ids.next('msg')
  const parentId = more.parentId ?? conversations.require(where).head_message_id
  const origin = role === 'user' ? 'user' : role === 'tool' ? 'tool' : 'assistant'
  messages.insert({
    id,
    conversationId: where,
    turnId: `turn-${where}`,
    role,
    content,
    status: 'complete',
    privacy: 'open',
    origin,
    ...more,
    parentId
  })
  conversations.touch(where, id, null)
  return id
}
const facts = (): FactRow[] => world.db.prepare('select * from facts order by rowid').all() as FactRow[]
const told = (): string[] => facts().map((row) => `${row.status}: ${row.text}`)
const until = async (done: () => boolean): Promise<void> => {
  for (let tries = 0; tries < 200 && !done(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 10))
  expect(done()).toBe(true)
}

describe('when it is read', () => {
  test('a quiet while after the last turn, several turns in one request', async () => {
    for (const words of ['I live in Oslo', 'I like tea']) {
      const turnId = ids.next('turn')
      add('user', words, { turnId })
      add('assistant', 'Noted.', { turnId })
      extraction.afterTurn(conversationId)
    }
    expect(asked).toEqual([])
    expect(extraction.state()).toMatchObject({ waiting: 4 })
    await until(() => facts().length === 2)
    expect(asked).toHaveLength(1)
    expect(learned).toHaveLength(2)
  })

  test('not while an answer is written', async () => {
    add('user', 'I live in Oslo')
    extraction.afterTurn(conversationId)
    busy = true
    await new Promise((resolve) => setTimeout(resolve, 80))
    await extraction.extractNow(null)
    expect(asked).toEqual([])
    busy = false
    await until(() => facts().length === 1)
  })

  test('what leaves by compaction waits at once, and the end of the turn does not queue it again', async () => {
    const first = add('user', 'I live in Oslo')
    const second = add('assistant', 'Noted.')
    add('user', 'I like tea')
    extraction.beforeLeaving(conversationId, [first, second])
    expect(extraction.state().waiting).toBe(2)
    extraction.beforeLeaving(conversationId, [first, second])
    extraction.afterTurn(conversationId)
    expect(extraction.state().waiting).toBe(3)
    await extraction.extractNow(null)
    expect(told().toSorted()).toEqual(['live: I like tea', 'live: I live in Oslo'])
    const evidence = world.db.prepare('select count(*) as n from fact_evidence').get()
    expect(evidence).toEqual({ n: 2 })
  })

  test('a message that is still written is not queued, and neither is what comes behind it', () => {
    add('user', 'I live in Oslo')
    const streaming = add('assistant', '', { status: 'streaming' })
    add('user', 'I like tea')
    extraction.afterTurn(conversationId)
    expect(extraction.state().waiting).toBe(1)
    messages.setPrivacy(streaming, 'open', 'complete')
    extraction.afterTurn(conversationId)
    expect(extraction.state().waiting).toBe(3)
  })

  test('a conversation that is being deleted is left alone, and one that is gone takes its batches with it', async () => {
    add('user', 'I live in Oslo')
    extraction.afterTurn(conversationId)
    conversations.setDeletion(conversationId, 'del_1')
    await extraction.extractNow(null)
    expect(asked).toEqual([])
    world.db.prepare('delete from conversations where id = ?').run(conversationId)
    expect(extraction.state()).toEqual({ waiting: 0, running: false, failed: [] })
  })
})

describe('what is read', () => {
  test('for a remote model open words alone, and none that hold a protected value', async () => {
    add('user', 'I live in Oslo')
    add('user', 'I see a doctor', { privacy: 'ask' })
    add('user', 'my code is 1', { privacy: 'private' })
    add('user', 'the number 4711 is mine')
    add('assistant', 'So 4711 it is.')
    extraction.afterTurn(conversationId)
    await extraction.extractNow(null)
    expect(asked).toHaveLength(1)
    expect(told()).toEqual(['live: I live in Oslo'])
    for (const hidden of ['doctor', 'code', '4711']) expect(asked[0]?.data).not.toContain(hidden)
  })

  test('a model on this machine reads everything, and what it finds keeps the label of its message', async () => {
    destination = 'local'
    add('user', 'I see a doctor', { privacy: 'ask' })
    add('user', 'my code is 1', { privacy: 'private' })
    extraction.afterTurn(conversationId)
    await extraction.extractNow(null)
    expect(facts().map((row) => [row.text, row.privacy])).toEqual([
      ['I see a doctor', 'ask'],
      ['my code is 1', 'private']
    ])
  })

  test('what another version has replaced is not read', async () => {
    const parentId = add('user', 'hello')
    add('user', 'I live in Oslo')
    add('user', 'I live in Bergen', { parentId })
    extraction.afterTurn(conversationId)
    await extraction.extractNow(null)
    expect(told()).toEqual(['live: I live in Bergen'])
  })

  test('a tool in the turn makes proposals of what is found', async () => {
    add('user', 'I live in Oslo')
    add('tool', 'Somebody lives in Rome')
    extraction.afterTurn(conversationId)
    await extraction.extractNow(null)
    expect(facts()).toMatchObject([{ status: 'proposed', review: JSON.stringify({ reason: 'foreign', otherFactId: null }) }])
    expect(asked[0]?.data).not.toContain('Rome')
  })

  test('a long conversation is read in parts that fit the model', async () => {
    for (let index = 0; index < 12; index += 1) add('user', `I own the book number ${index} ${'and it is a good one '.repeat(40)}`)
    extraction.afterTurn(conversationId)
    await extraction.extractNow(null)
    expect(asked.length).toBeGreaterThan(1)
    expect(extraction.state()).toMatchObject({ waiting: 0, failed: [] })
  })
})

describe('what goes wrong', () => {
  test('a failed batch is tried again by itself, and later each time', async () => {
    add('user', 'I live in Oslo')
    extraction.afterTurn(conversationId)
    answer = () => fail(new AppError('PROVIDER_DOWN', 'down'))
    await extraction.extractNow(null)
    await extraction.extractNow(null)
    expect(extraction.state().failed).toMatchObject([{ attempts: 2, errorCode: 'PROVIDER_DOWN' }])
    const row = world.db.prepare('select not_before as at from extraction_batches').get() as { at: number }
    expect(row.at - world.time.now).toBe(5 * 60_000)
    answer = everything
    await extraction.extractNow(null)
    expect(told()).toEqual(['live: I live in Oslo'])
  })

  test('a fact that is forgotten while the model is asked is not stored after it', async () => {
    const id = add('user', 'I live in Oslo')
    extraction.afterTurn(conversationId)
    answer = (prompt) => {
      messages.redact(id, () => '…')
      return everything(prompt)
    }
    await extraction.extractNow(null)
    expect(facts()).toEqual([])
  })

  test('memory that is switched off meanwhile writes nothing', async () => {
    add('user', 'I live in Oslo')
    extraction.afterTurn(conversationId)
    answer = (prompt) => {
      settings = { ...settings, enabled: false }
      return everything(prompt)
    }
    await extraction.extractNow(null)
    expect(facts()).toEqual([])
  })

  test('what it is closed in the middle of is left for the next start', async () => {
    add('user', 'I live in Oslo')
    extraction.afterTurn(conversationId)
    answer = (prompt) => {
      void extraction.close()
      return everything(prompt)
    }
    await extraction.extractNow(null)
    expect(facts()).toEqual([])
    expect(extraction.state()).toMatchObject({ waiting: 1, failed: [] })
  })
})
