import { describe, expect, it } from 'vitest'
import { createToolResults } from '../../../src/core/agent/run-tool-results.ts'
import { createClock } from '../../../src/core/kernel/clock.ts'
import { randomIds } from '../../../src/core/kernel/ids.ts'
import { ConversationStore } from '../../../src/core/memory/conversation/conversation-store.ts'
import { MessageStore } from '../../../src/core/memory/conversation/message-store.ts'
import { partOf, ToolResultStore } from '../../../src/core/memory/conversation/tool-result-store.ts'
import type { Privacy } from '../../../src/shared/model/privacy.ts'
import { resultTools, toolDefinitions } from '../../../src/core/tools/definitions.ts'
import { executeCall } from '../../../src/core/tools/executor.ts'
import { createToolRegistry } from '../../../src/core/tools/registry.ts'
import { testProfile } from '../db/support.ts'
import { contextOf, dependenciesOf } from './support.ts'

const ids = randomIds()

function bench(holdsPrivate: (texts: readonly string[]) => boolean = () => false) {
  const { db } = testProfile().open()
  const conversations = new ConversationStore(db, createClock(), ids)
  const messages = new MessageStore(db, createClock())
  const store = new ToolResultStore(db)
  const registry = createToolRegistry({
    definitions: toolDefinitions,
    forKeptResults: resultTools,
    enabled: () => ['calculator'],
    dependencies: dependenciesOf({ results: createToolResults(store, holdsPrivate) })
  })
  return {
    store,
    registry,
    messages,
    conversation: () => conversations.create({}),
    keep: (conversationId: string, callId: string, text: string, privacy: Privacy = 'open'): string => {
      const id = ids.next('msg')
      const content = text.slice(0, 10)
      messages.insert({
        id,
        conversationId,
        turnId: null,
        parentId: null,
        role: 'tool',
        content,
        toolCallId: callId,
        status: 'complete',
        privacy,
        origin: 'tool'
      })
      store.add(id, text)
      return id
    },
    read: (conversationId: string, args: unknown, more: Parameters<typeof contextOf>[0] = {}) =>
      executeCall(
        registry,
        { id: 'c', name: 'read_result', args: JSON.stringify(args) },
        contextOf({ conversationId, userMessage: { messageId: 'm', text: 'hello', privacy: 'open' }, ...more }),
        { memoryEnabled: true, toolMs: 1_000 }
      )
  }
}

const long = Array.from({ length: 20_000 }, (_, index) => `${index} 行🎉`).join('\n')

describe('read_result', () => {
  it('is offered only while a shortened result is in the context, whatever the configuration says', () => {
    const { registry } = bench()
    const names = (keptResults: boolean) =>
      registry.schemas({ destination: 'remote', memoryEnabled: false, keptResults }).map((schema) => schema.name)
    expect(names(false)).toEqual(['calculator'])
    expect(names(true)).toEqual(['calculator', 'read_result'])
  })

  it.each([65_536, 2_000, 512])('gives the whole text in parts that fit what the model is given (%i bytes)', async (resultBytes) => {
    const one = bench()
    const conversationId = one.conversation()
    one.keep(conversationId, 'call_7', long)
    let [offset, whole, parts] = [0, '', 0]
    while (offset < long.length && parts < 3_000) {
      const { outcome, text } = await one.read(conversationId, { call_id: 'call_7', offset }, { resultBytes })
      expect(outcome).toBe('ok')
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(Math.min(resultBytes, 16 * 1024))
      const [, from = '', part = ''] = /^\[characters (\d+) to \d+ of \d+\]\n(.*)\n\[[^\n]*\]$/s.exec(text) ?? []
      expect(Number(from)).toBe(offset)
      whole += part
      offset += part.length
      parts += 1
      if (resultBytes === 512 && parts === 40) break
    }
    expect(whole).toBe(resultBytes === 512 ? long.slice(0, offset) : long)
  })

  it('reads only in its own conversation, the newest result of that id, and says plainly when there is none', async () => {
    const one = bench()
    const [mine, other] = [one.conversation(), one.conversation()]
    one.keep(other, 'call_1', 'of another conversation')
    expect(await one.read(mine, { call_id: 'call_1' })).toMatchObject({ outcome: 'error', text: expect.stringMatching(/No long result/) })
    one.keep(mine, 'call_1', 'the older one')
    one.keep(mine, 'call_1', 'the newer one')
    expect((await one.read(mine, { id: 'call_1' })).text).toContain('the newer one')
    expect(await one.read(mine, { call_id: 'call_1', offset: 99 })).toMatchObject({
      outcome: 'error',
      text: expect.stringMatching(/13 characters/)
    })
  })

  it.each(['private', 'ask'] as const)('gives a result labelled %s to a local turn alone, with its label', async (privacy) => {
    const one = bench()
    const conversationId = one.conversation()
    one.keep(conversationId, 'call_1', 'stays here', privacy)
    expect((await one.read(conversationId, { call_id: 'call_1' })).text).not.toContain('stays here')
    expect(await one.read(conversationId, { call_id: 'call_1' }, { destination: 'local' })).toMatchObject({ outcome: 'ok', privacy })
  })

  it('gives a remote turn no part of a result that holds a protected value anywhere', async () => {
    const one = bench((texts) => texts.some((text) => text.includes('X4471882')))
    const conversationId = one.conversation()
    one.keep(conversationId, 'call_1', `${'harmless '.repeat(5_000)} X4471882`)
    expect((await one.read(conversationId, { call_id: 'call_1' })).text).not.toContain('harmless')
    expect((await one.read(conversationId, { call_id: 'call_1' }, { destination: 'local' })).text).toContain('harmless')
  })
})

describe('a kept result', () => {
  it('is told by its length in the list, comes in parts that make up the whole, and goes with its message', () => {
    const one = bench()
    const conversationId = one.conversation()
    const id = one.keep(conversationId, 'call_1', long)
    expect(one.messages.list(conversationId, id)[0]).toMatchObject({ messageId: id, fullLength: long.length })
    let whole = ''
    while (whole.length < long.length) whole += partOf(long, whole.length, 777)
    expect(whole).toBe(long)
    expect(partOf('🎉🎉', 0, 1)).toBe('🎉')
    one.messages.eraseConversation(conversationId)
    expect(one.store.text(id)).toBeNull()
  })
})
