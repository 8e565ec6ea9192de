import { describe, expect, it } from 'vitest'
import { applyBatch, newLiveTurn, type LiveTurn } from '../../../src/renderer/features/chat/live-turn.ts'
import { buildRows, type LiveState } from '../../../src/renderer/features/chat/rows.ts'
import type { Message } from '../../../src/shared/model/conversation.ts'
import type { TurnEvent } from '../../../src/shared/model/turn-event.ts'

const NONE: LiveState = { turns: [], sent: [], seen: new Set() }

function message(messageId: string, role: Message['role'], turnId: string, extra: Partial<Message> = {}): Message {
  return {
    messageId,
    turnId,
    parentId: null,
    role,
    content: `${messageId} text`,
    status: 'complete',
    privacy: 'open',
    origin: role === 'user' ? 'user' : 'assistant',
    createdAt: '2026-11-30T10:00:00.000Z',
    ...extra
  }
}

function live(turnId: string, userMessageId: string, more: readonly TurnEvent[]): LiveTurn {
  const events: readonly TurnEvent[] = [
    { type: 'turn-start', conversationId: 'c', userMessageId, destination: 'local', host: null, privacy: 'open' },
    ...more
  ]
  return applyBatch(newLiveTurn(turnId, 'c', 0), { turnId, seq: events.length, events: [...events] }, 0) ?? newLiveTurn(turnId, 'c', 0)
}

const writing: readonly TurnEvent[] = [
  { type: 'message-start', messageId: 'a1' },
  { type: 'text-delta', text: 'so far' }
]

describe('rows of a transcript', () => {
  it('shows the rounds of one turn, and its tool results, as one answer', () => {
    const call = { callId: 'k', name: 'calculator', args: '{}', outcome: 'ok' as const, preview: '4' }
    const rows = buildRows(
      [
        message('u1', 'user', 't1'),
        message('a1', 'assistant', 't1', { content: '', toolCalls: [call] }),
        message('r1', 'tool', 't1', { toolCallId: 'k', content: 'the whole result' }),
        message('a2', 'assistant', 't1'),
        message('u2', 'user', 't2'),
        message('a3', 'assistant', 't2')
      ],
      NONE
    )
    expect(rows.map((row) => row.key)).toEqual(['u1', 't1', 'u2', 't2'])
    const answer = rows[1]?.kind === 'answer' ? rows[1].answer : null
    expect(answer?.rounds.map((round) => round.messageId)).toEqual(['a1', 'a2'])
    expect(answer?.rounds[0]?.calls[0]?.result).toBe('the whole result')
  })

  it('shows a message that was just sent before it is in the list', () => {
    const sent = [{ conversationId: 'c', messageId: 'u1', turnId: 't1', text: 'hi', privacy: 'private' as const, editOf: null }]
    const rows = buildRows([], { turns: [newLiveTurn('t1', 'c', 0)], sent, seen: new Set() })
    expect(rows.map((row) => row.key)).toEqual(['u1', 't1'])
    expect(rows[0]?.kind === 'user' && rows[0].user.privacy).toBe('private')
    expect(rows[1]?.kind === 'answer' && rows[1].answer.running).toBe(true)
  })

  it('tells a running turn by its events, under the key that it keeps when it is stored', () => {
    const stored = [message('u1', 'user', 't1'), message('a1', 'assistant', 't1', { content: '', status: 'streaming' })]
    const running = buildRows(stored, { ...NONE, turns: [live('t1', 'u1', writing)] })
    const row = running[1]
    expect(row?.key).toBe('t1')
    expect(row?.kind === 'answer' && row.answer.rounds[0]?.content).toBe('so far')

    const ended = live('t1', 'u1', [...writing, { type: 'notice', code: 'cut-off' }, { type: 'turn-end', reason: 'done' }])
    const after = buildRows([message('u1', 'user', 't1'), message('a1', 'assistant', 't1', { status: 'interrupted' })], {
      ...NONE,
      turns: [ended]
    })
    expect(after[1]?.key).toBe('t1')
    expect(after[1]?.kind === 'answer' && after[1].answer.status).toBe('interrupted')
    expect(after[1]?.kind === 'answer' && after[1].answer.rounds[0]?.content).toBe('a1 text')
  })

  it('puts a new version in the place of the old one while it runs', () => {
    const stored = [message('u1', 'user', 't1'), message('a0', 'assistant', 't1')]
    const again = buildRows(stored, { ...NONE, turns: [live('t2', 'u1', writing)] })
    expect(again.map((row) => row.key)).toEqual(['u1', 't2'])
    const sent = [{ conversationId: 'c', messageId: 'u9', turnId: 't9', text: 'edited', privacy: 'open' as const, editOf: 'u1' }]
    const edited = buildRows(stored, { turns: [live('t9', 'u9', writing)], sent, seen: new Set() })
    expect(edited.map((row) => row.key)).toEqual(['u9', 't9'])
  })

  it('does not bring back a finished version that the person left', () => {
    const stored = [message('u1', 'user', 't1'), message('a0', 'assistant', 't1')]
    const other = live('t2', 'u1', [...writing, { type: 'turn-end', reason: 'done' }])
    const rows = buildRows(stored, { turns: [other], sent: [], seen: new Set(['t2']) })
    expect(rows.map((row) => row.key)).toEqual(['u1', 't1'])
  })

  it('offers to answer a message that has no answer, and only while none runs', () => {
    const rows = buildRows([message('u1', 'user', 't1')], NONE)
    expect(rows[1]?.kind === 'answer' && rows[1].answer.status).toBe('interrupted')
    expect(buildRows([message('u1', 'user', 't1')], { ...NONE, turns: [live('t1', 'u1', [])] })).toHaveLength(2)
  })

  it('leaves a failed turn behind when its message was edited', () => {
    const failed = live('t1', 'u1', [{ type: 'turn-end', reason: 'error', error: { code: 'OFFLINE', message: '' } }])
    const sent = [{ conversationId: 'c', messageId: 'u1', turnId: 't1', text: 'hi', privacy: 'open' as const, editOf: null }]
    const rows = buildRows([message('u2', 'user', 't2'), message('a2', 'assistant', 't2')], {
      turns: [failed],
      sent,
      seen: new Set(['u1', 'u2', 't2'])
    })
    expect(rows.map((row) => row.key)).toEqual(['u2', 't2'])
  })

  it('gives the same answer object while nothing about it changed', () => {
    const stored = [message('u1', 'user', 't1'), message('a0', 'assistant', 't1'), message('u2', 'user', 't2')]
    const one = buildRows(stored, { ...NONE, turns: [live('t2', 'u2', writing)] })
    const two = buildRows(stored, { ...NONE, turns: [live('t2', 'u2', [...writing, { type: 'text-delta', text: '!' }])] })
    const answers = [one[1], two[1]].map((row) => (row?.kind === 'answer' ? row.answer : null))
    expect(answers[0]).not.toBeNull()
    expect(answers[0]).toBe(answers[1])
  })

  it('shows a stored failure with its code and leaves out system messages', () => {
    const rows = buildRows(
      [
        message('s', 'system', 't0'),
        message('u1', 'user', 't1'),
        message('a1', 'assistant', 't1', { status: 'failed', errorCode: 'PROVIDER_AUTH' })
      ],
      NONE
    )
    expect(rows).toHaveLength(2)
    expect(rows[1]?.kind === 'answer' && rows[1].answer.error?.code).toBe('PROVIDER_AUTH')
  })
})
