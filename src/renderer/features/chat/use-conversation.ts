import { useEffect, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ErrorData } from '../../../shared/model/errors.ts'
import { subscribe } from '../../bridge/call.ts'
import { useRoute } from '../../bridge/use-route.ts'
import { buildRows, type Row } from './rows.ts'
import { useLiveTurns } from './turn-store.ts'

export interface ConversationView {
  readonly rows: readonly Row[]
  readonly loading: boolean
  readonly error: ErrorData | null
  /** The turn that runs here now, for Stop. */
  readonly runningTurnId: string | null
}

/** The rows of a conversation, stored and live. */
export function useConversation(conversationId: string | null): ConversationView {
  const list = useRoute('messages.list', conversationId === null ? null : { conversationId }, { keep: false })
  const live = useLiveTurns(useShallow((state) => Object.values(state.turns).filter((turn) => turn.conversationId === conversationId)))
  const sent = useLiveTurns((state) => state.sent)
  const seen = useLiveTurns((state) => state.seen)
  const rows = useMemo(() => buildRows(list.value ?? [], { turns: live, sent, seen }), [list.value, live, sent, seen])

  useEffect(() => {
    const ids = (list.value ?? []).flatMap((message) => {
      if (message.role === 'user') return [message.messageId]
      return message.role === 'assistant' && message.turnId !== null ? [message.turnId] : []
    })
    useLiveTurns.getState().noteSeen(ids)
  }, [list.value])

  const ended = live.filter((turn) => turn.endedAt !== null).length
  const { reload } = list
  useEffect(() => {
    if (ended > 0) reload()
  }, [ended, reload])

  // Facts are found a while after the answer; they are noted at it.
  useEffect(() => subscribe('memory.learned', (learned) => learned.conversationId === conversationId && reload()), [conversationId, reload])

  const running = live.findLast((turn) => turn.view.ended === null)
  return {
    rows,
    loading: conversationId !== null && list.value === undefined && list.error === null,
    error: list.error,
    runningTurnId: running?.turnId ?? null
  }
}
