import { describe, expect, it } from 'vitest'
import { applyBatch, newLiveTurn, type LiveTurn } from '../../../src/renderer/features/chat/live-turn.ts'
import type { TurnEvent, TurnEventBatch } from '../../../src/shared/model/turn-event.ts'

const script: readonly TurnEvent[] = [
  { type: 'turn-start', conversationId: 'c', userMessageId: 'u', destination: 'remote', host: 'h', privacy: 'open' },
  { type: 'message-start', messageId: 'm' },
  { type: 'reasoning-delta', text: 'hm' },
  { type: 'text-delta', text: 'Hel' },
  { type: 'text-delta', text: 'lo' },
  { type: 'turn-end', reason: 'done' }
]
const batch = (from: number, to: number) => ({ turnId: 't', seq: to, events: script.slice(from - 1, to) })

function apply(turn: LiveTurn, events: TurnEventBatch, now: number): LiveTurn {
  const next = applyBatch(turn, events, now)
  if (next === null) throw new TypeError('events are missing')
  return next
}

describe('a turn that is watched', () => {
  it('shows every event once, also when a batch comes twice', () => {
    let turn = newLiveTurn('t', null, 0)
    for (const [from, to] of [
      [1, 4],
      [1, 4],
      [3, 4],
      [5, 5],
      [6, 6]
    ] as const) {
      turn = apply(turn, batch(from, to), 10)
    }
    expect(turn.view.messages[0]?.content).toBe('Hello')
    expect(turn.view.ended).toBe('done')
    expect(turn.seq).toBe(6)
    expect(turn.conversationId).toBe('c')
    expect(turn.destination).toBe('remote')
  })

  it('takes merged deltas, whose number is smaller than what they cover', () => {
    const turn = apply(newLiveTurn('t', null, 0), batch(1, 3), 0)
    const merged = apply(turn, { turnId: 't', seq: 5, events: [{ type: 'text-delta', text: 'Hello' }] }, 0)
    expect(apply(merged, batch(6, 6), 0).view).toMatchObject({ ended: 'done', messages: [{ content: 'Hello' }] })
  })

  it('says that the beginning is missing instead of starting in the middle', () => {
    expect(applyBatch(newLiveTurn('t', null, 0), batch(4, 5), 0)).toBeNull()
  })

  it('measures how long the model reasoned', () => {
    let turn = apply(newLiveTurn('t', null, 0), batch(1, 3), 1_000)
    turn = apply(turn, batch(4, 4), 3_500)
    expect(turn.reasoning['m']).toEqual({ from: 1_000, to: 3_500 })
  })

  it('keeps what a request asks until it is answered', () => {
    const asking: TurnEvent = { type: 'tool-approval-request', requestId: 'r', callId: 'k', why: 'w', args: '{}' }
    let turn = apply(newLiveTurn('t', null, 0), { turnId: 't', seq: 2, events: [...script.slice(0, 1), asking] }, 0)
    expect(turn.request).toMatchObject({ kind: 'tool', why: 'w' })
    turn = apply(turn, { turnId: 't', seq: 3, events: [{ type: 'tool-end', callId: 'k', outcome: 'denied', preview: '' }] }, 0)
    expect(turn.request).toBeNull()
  })
})
