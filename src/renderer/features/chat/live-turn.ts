import type { Destination, Privacy } from '../../../shared/model/privacy.ts'
import type { TurnEvent, TurnEventBatch } from '../../../shared/model/turn-event.ts'
import { emptyTurnView, reduceTurn, type TurnView } from '../../../shared/turn/reduce.ts'

/** A question to the person, with what they need to decide. */
export type TurnRequest =
  | { readonly kind: 'tool'; readonly requestId: string; readonly callId: string; readonly why: string; readonly args: string }
  | { readonly kind: 'ask'; readonly requestId: string; readonly factIds: readonly string[] }

interface Span {
  readonly from: number
  readonly to: number | null
}

/** A turn as this window has seen it: the view, and what only matters while it is watched. Times are milliseconds. */
export interface LiveTurn {
  readonly turnId: string
  readonly conversationId: string | null
  /** Number of the last event that is in the view. */
  readonly seq: number
  readonly view: TurnView
  readonly destination: Destination | null
  readonly privacy: Privacy
  readonly request: TurnRequest | null
  /** When each message reasoned. */
  readonly reasoning: Readonly<Record<string, Span>>
  readonly startedAt: number
  readonly endedAt: number | null
}

export function newLiveTurn(turnId: string, conversationId: string | null, now: number): LiveTurn {
  return {
    turnId,
    conversationId,
    seq: 0,
    view: emptyTurnView,
    destination: null,
    privacy: 'open',
    request: null,
    reasoning: {},
    startedAt: now,
    endedAt: null
  }
}

function spans(turn: LiveTurn, event: TurnEvent, now: number): LiveTurn['reasoning'] {
  const messageId = turn.view.messages.at(-1)?.messageId
  if (messageId === undefined) return turn.reasoning
  const known = turn.reasoning[messageId]
  if (event.type === 'reasoning-delta')
    return known === undefined ? { ...turn.reasoning, [messageId]: { from: now, to: null } } : turn.reasoning
  const ends = event.type === 'text-delta' || event.type === 'tool-start' || event.type === 'message-start' || event.type === 'turn-end'
  return ends && known !== undefined && known.to === null ? { ...turn.reasoning, [messageId]: { ...known, to: now } } : turn.reasoning
}

function requestAfter(turn: LiveTurn, event: TurnEvent): TurnRequest | null {
  switch (event.type) {
    case 'tool-approval-request':
      return { kind: 'tool', requestId: event.requestId, callId: event.callId, why: event.why, args: event.args }
    case 'ask-request':
      return { kind: 'ask', requestId: event.requestId, factIds: event.factIds }
    case 'turn-end':
    case 'tool-end':
    case 'text-delta':
    case 'message-start':
      return null
    default:
      return turn.request
  }
}

function applyEvent(turn: LiveTurn, event: TurnEvent, now: number): LiveTurn {
  const start = event.type === 'turn-start' ? event : null
  return {
    ...turn,
    conversationId: start?.conversationId ?? turn.conversationId,
    destination: start === null ? turn.destination : start.destination,
    privacy: start?.privacy ?? turn.privacy,
    reasoning: spans(turn, event, now),
    request: requestAfter(turn, event),
    view: reduceTurn(turn.view, event),
    endedAt: event.type === 'turn-end' ? now : turn.endedAt
  }
}

/**
 * The turn with a batch that follows what it has. Batches come in order and each begins where the one before it ended (runs of deltas are
 * merged, so their events cannot be counted); one that the turn has already changes nothing. Null when the beginning of the turn is missing.
 */
export function applyBatch(turn: LiveTurn, batch: TurnEventBatch, now: number): LiveTurn | null {
  if (batch.seq <= turn.seq) return turn
  if (turn.seq === 0 && batch.events[0]?.type !== 'turn-start') return null
  return { ...batch.events.reduce((next, event) => applyEvent(next, event, now), turn), seq: batch.seq }
}
