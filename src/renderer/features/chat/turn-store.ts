import { create } from 'zustand'
import type { Privacy } from '../../../shared/model/privacy.ts'
import type { TurnEventBatch } from '../../../shared/model/turn-event.ts'
import { call, subscribe } from '../../bridge/call.ts'
import { applyBatch, newLiveTurn, type LiveTurn } from './live-turn.ts'

/** A message that was accepted but is not yet in the list that the window has. */
export interface SentMessage {
  readonly conversationId: string
  readonly messageId: string
  readonly turnId: string
  readonly text: string
  readonly privacy: Privacy
  /** The user message that it is another version of. */
  readonly editOf: string | null
}

interface LiveTurns {
  readonly turns: Readonly<Record<string, LiveTurn>>
  readonly sent: readonly SentMessage[]
  /** Turns that were once in a stored list: when such a turn is missing from it, another version is shown on purpose. */
  readonly seen: ReadonlySet<string>
  readonly noteSent: (message: SentMessage) => void
  readonly noteSeen: (turnIds: readonly string[]) => void
}

/** Finished turns that are remembered for their notices; older ones are told by what is stored. */
const KEPT = 200

export const useLiveTurns = create<LiveTurns>((set) => ({
  turns: {},
  sent: [],
  seen: new Set(),
  noteSeen: (turnIds) =>
    set((state) => (turnIds.every((turnId) => state.seen.has(turnId)) ? state : { seen: new Set([...state.seen, ...turnIds]) })),
  noteSent: (message) =>
    set(({ sent, turns }) => ({
      sent: [...sent, message].slice(-KEPT),
      turns: { ...turns, [message.turnId]: turns[message.turnId] ?? newLiveTurn(message.turnId, message.conversationId, Date.now()) }
    }))
}))

function put(turn: LiveTurn): void {
  useLiveTurns.setState(({ turns }) => {
    const next = { ...turns, [turn.turnId]: turn }
    const ended = Object.values(next).filter((known) => known.endedAt !== null)
    for (const old of ended.slice(0, Math.max(0, ended.length - KEPT))) delete next[old.turnId]
    return { turns: next }
  })
}

const attaching = new Set<string>()

async function attach(turnId: string): Promise<void> {
  if (attaching.has(turnId)) return
  attaching.add(turnId)
  const known = useLiveTurns.getState().turns[turnId]
  const result = await call('turn.attach', { turnId, afterSeq: known?.seq ?? 0 })
  attaching.delete(turnId)
  if (!result.ok) return
  const before = useLiveTurns.getState().turns[turnId] ?? newLiveTurn(turnId, result.value.conversationId, Date.now())
  const after = applyBatch(before, result.value, Date.now())
  if (after !== null) put(after)
}

function take(batch: TurnEventBatch): void {
  const before = useLiveTurns.getState().turns[batch.turnId] ?? newLiveTurn(batch.turnId, null, Date.now())
  const after = applyBatch(before, batch, Date.now())
  if (after === null) void attach(batch.turnId)
  else if (after !== before) put(after)
}

/** Follows all turns: those that run already (a window that was reloaded) and those that begin. @returns a function that ends it. */
export function followTurns(): () => void {
  const end = subscribe('turn.event', take)
  void call('turn.active', {}).then((result) => {
    if (result.ok) for (const { turnId } of result.value) void attach(turnId)
  })
  return end
}
