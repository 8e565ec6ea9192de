import { describe, expect, it } from 'vitest'
import { applyBatch, newLiveTurn, type LiveTurn } from '../../../src/renderer/features/chat/live-turn.ts'
import type { TurnEvent, TurnEventBatch } from '../../../src/shared/model/turn-event.ts'

const events: readonly TurnEvent[] = [
  { type: 'turn-start', conversationId: 'c', userMessageId: 'u', destination: 'remote', host: 'h', privacy: 'open' },
  { type: 'message-start', messageId: 'm' },
  { type: 'reasoning-delta', text: 'hm' },
  { type: 'text-delta', text: 'Hel' },
  { type: 'text-delta', text: 'lo' },
  { type: 'turn-end', reason: 'done' }
]
const batch = (from: number, to: number) => ({ turnId: 't', seq: to, events: events.slice(from - 1, to) })

function apply(turn: LiveTurn, events: TurnEventBatch, now: number): LiveTurn {
  const next = applyBatch(turn, events, now)
  if (next === null) throw new TypeError('events are missing')
  return next
}

describe('a turn that is watched', () => {
  it('shows every event once, however batches overlap', () => {
    let turn = newLiveTurn('t', null, 0)
    for (const [from, to] of [
      [1, 4],
      [1, 4],
      [3, 5],
      [1, 6]
    ] as const) {
      turn = apply(turn, batch(from, to), 10)
    }
    expect(turn.view.messages[0]?.content).toBe('Hello')
    expect(turn.view.ended).toBe('done')
    expect(turn.seq).toBe(6)
    expect(turn.conversationId).toBe('c')
    expect(turn.destination).toBe('remote')
  })

  it('says that events are missing instead of skipping them', () => {
    const turn = apply(newLiveTurn('t', null, 0), batch(1, 3), 0)
    expect(applyBatch(turn, batch(5, 5), 0)).toBeNull()
  })

  it('measures how long the model reasoned', () => {
    let turn = apply(newLiveTurn('t', null, 0), batch(1, 3), 1_000)
    turn = apply(turn, batch(4, 4), 3_500)
    expect(turn.reasoning['m']).toEqual({ from: 1_000, to: 3_500 })
  })

  it('keeps what a request asks until it is answered', () => {
    const asking: TurnEvent = { type: 'tool-approval-request', requestId: 'r', callId: 'k', why: 'w', args: '{}' }
    let turn = apply(newLiveTurn('t', null, 0), { turnId: 't', seq: 1, events: [asking] }, 0)
    expect(turn.request).toMatchObject({ kind: 'tool', why: 'w' })
    turn = apply(turn, { turnId: 't', seq: 2, events: [{ type: 'tool-end', callId: 'k', outcome: 'denied', preview: '' }] }, 0)
    expect(turn.request).toBeNull()
  })
})
