import { describe, expect, test } from 'vitest'
import { conversationContext, storedIdOf, type ContextSource } from '../../../src/core/agent/conversation-context.ts'
import type { MessageRow } from '../../../src/core/memory/conversation/message-store.ts'

let count = 0

function row(role: MessageRow['role'], content: string, more: Partial<MessageRow> = {}): MessageRow {
  count += 1
  return {
    rowid: count,
    id: `m${count}`,
    conversation_id: 'c',
    turn_id: 't',
    parent_id: null,
    role,
    content,
    reasoning: '',
    tool_calls: null,
    tool_call_id: null,
    status: 'complete',
    privacy: 'open',
    origin: 'user',
    error_code: null,
    fact_ids: null,
    created_at: 0,
    notes: null,
    input_tokens: null,
    output_tokens: null,
    ...more
  }
}

const calling = (...callIds: string[]): MessageRow =>
  row('assistant', '', {
    tool_calls: JSON.stringify(callIds.map((callId) => ({ callId, name: 'n', args: '{}', outcome: null, preview: null })))
  })
const result = (callId: string, content: string, more: Partial<MessageRow> = {}): MessageRow =>
  row('tool', content, { tool_call_id: callId, ...more })

function context(path: readonly MessageRow[], more: Partial<ContextSource> = {}) {
  return conversationContext({ path, summary: null, audience: 'local', holdsPrivate: () => false, interruptedText: 'INTERRUPTED', ...more })
}

const shape = (path: readonly MessageRow[], more: Partial<ContextSource> = {}) =>
  context(path, more).messages.map((message) => [
    message.role,
    message.toolCallId ?? message.content,
    ...(message.role === 'tool' ? [message.content] : [])
  ])

describe('calls and results', () => {
  test('a call without a result gets one that says so, also when a later turn used the same id', () => {
    const path = [
      row('user', 'one'),
      calling('same'),
      row('user', 'two'),
      calling('same'),
      result('same', 'second result'),
      row('assistant', 'end')
    ]
    expect(shape(path)).toEqual([
      ['user', 'one'],
      ['assistant', ''],
      ['tool', 'same', 'INTERRUPTED'],
      ['user', 'two'],
      ['assistant', ''],
      ['tool', 'same', 'second result'],
      ['assistant', 'end']
    ])
  })

  test('results stand in the order of their calls, and one without a call is dropped', () => {
    const path = [calling('a', 'b', 'c'), result('c', '3'), result('a', '1'), result('stray', 'x'), row('user', 'u'), result('late', 'y')]
    expect(shape(path)).toEqual([
      ['assistant', ''],
      ['tool', 'a', '1'],
      ['tool', 'b', 'INTERRUPTED'],
      ['tool', 'c', '3'],
      ['user', 'u']
    ])
  })

  test('a private result is replaced for a remote audience, its call stays paired', () => {
    const path = [calling('a'), result('a', 'secret', { privacy: 'private' })]
    expect(shape(path, { audience: 'remote' })).toEqual([
      ['assistant', ''],
      ['tool', 'a', 'INTERRUPTED']
    ])
  })

  test('a missing result stands for its message when a summary ends there', () => {
    const message = context([calling('a.b-c')]).messages[1]
    expect(storedIdOf(message?.id ?? '')).toBe(`m${count}`)
    expect(storedIdOf('m1')).toBe('m1')
  })
})

describe('a summary', () => {
  const path = [row('user', 'a'), row('assistant', 'b'), row('user', 'c'), row('assistant', 'd')]
  const at = (index: number): string => path[index]?.id ?? ''
  const summary = { text: 'S', uptoMessageId: at(1), keptIds: [], removed: 2, privacy: 'open' as const }

  test('stands for what it was made from; a message kept before its end stays', () => {
    expect(shape(path, { summary })).toEqual([
      ['user', 'S'],
      ['user', 'c'],
      ['assistant', 'd']
    ])
    expect(shape(path, { summary: { ...summary, keptIds: [at(0)] } })).toEqual([
      ['user', 'S'],
      ['user', 'a'],
      ['user', 'c'],
      ['assistant', 'd']
    ])
  })

  test('of another version is not used, and then everything is there', () => {
    expect(shape(path, { summary: { ...summary, uptoMessageId: 'elsewhere' } })).toHaveLength(4)
  })

  test('that holds what became private is not used for a remote audience', () => {
    const more = { summary, audience: 'remote', holdsPrivate: (texts: readonly string[]) => texts.includes('S') } as const
    expect(shape(path, more)).toHaveLength(4)
    expect(shape(path, { ...more, audience: 'local' })).toHaveLength(3)
  })
})
