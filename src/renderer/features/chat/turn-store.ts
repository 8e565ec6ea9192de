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
  /** Answered turns and user messages that were once in a stored list: when one is missing from it, another version is shown on purpose. */
  readonly seen: ReadonlySet<string>
  readonly noteSent: (message: SentMessage) => void
  readonly noteSeen: (ids: readonly string[]) => void
}

/** Finished turns that are remembered for their notices; older ones are told by what is stored. */
const KEPT = 200

export const useLiveTurns = create<LiveTurns>((set) => ({
  turns: {},
  sent: [],
  seen: new Set(),
  noteSeen: (ids) => set((state) => (ids.every((id) => state.seen.has(id)) ? state : { seen: new Set([...state.seen, ...ids]) })),
  noteSent: (message) =>
    set(({ sent, turns }) => ({
      sent: [...sent, message].slice(-KEPT),
      turns: { ...turns, [message.turnId]: turns[message.turnId] ?? newLiveTurn(message.turnId, message.conversationId, Date.now()) }
    }))
}))

function put(turn: LiveTurn): void {
  useLiveTurns.setState(({ turns }) => {
    const next = { ...turns, [turn.turnId]: turn }
    const ended = Object.values(next).filter((each) => each.endedAt !== null)
    for (const old of ended.slice(0, Math.max(0, ended.length - KEPT))) delete next[old.turnId]
    return { turns: next }
  })
}

/** Turns of a core that is gone will send nothing more; what they wrote is in the list. */
export function forgetTurns(): void {
  useLiveTurns.setState({ turns: {}, sent: [], seen: new Set() })
}

/** Batches that came while the beginning of their turn was being asked for. */
const waiting = new Map<string, TurnEventBatch[]>()

function known(turnId: string, conversationId: string | null): LiveTurn {
  return useLiveTurns.getState().turns[turnId] ?? newLiveTurn(turnId, conversationId, Date.now())
}

/** Asks for the events of a turn that this window did not see from its beginning, then takes up what came meanwhile. */
async function attach(turnId: string): Promise<void> {
  if (waiting.has(turnId)) return
  waiting.set(turnId, [])
  const result = await call('turn.attach', { turnId, afterSeq: known(turnId, null).seq })
  const later = waiting.get(turnId) ?? []
  waiting.delete(turnId)
  if (!result.ok) return
  for (const batch of [result.value, ...later]) {
    const after = applyBatch(known(turnId, result.value.conversationId), batch, Date.now())
    if (after !== null) put(after)
  }
}

function take(batch: TurnEventBatch): void {
  const queue = waiting.get(batch.turnId)
  if (queue !== undefined) {
    queue.push(batch)
    return
  }
  const before = known(batch.turnId, null)
  const after = applyBatch(before, batch, Date.now())
  if (after === null) void attach(batch.turnId)
  else if (after !== before) put(after)
}

/**
 * Follows all turns: those that run already (a window that was reloaded) and those that begin.
 * @param onRunning told the conversation of a turn that was running already.
 * @returns a function that ends it.
 */
export function followTurns(onRunning: (conversationId: string) => void): () => void {
  const end = subscribe('turn.event', take)
  void call('turn.active', {}).then((result) => {
    if (!result.ok) return
    for (const { turnId } of result.value) void attach(turnId)
    const newest = result.value.at(-1)
    if (newest !== undefined) onRunning(newest.conversationId)
  })
  return end
}
