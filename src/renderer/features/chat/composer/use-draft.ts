import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../bridge/call.ts'
import { ensureConversation } from '../send.ts'
import { decodeDraft, EMPTY_DRAFT, encodeDraft, type Draft } from './draft-codec.ts'

/** While the person types, the stored draft is at most this old. */
const SAVE_AFTER_MS = 300
/** A new conversation is stored for its draft only once there is something worth keeping. */
const WORTH_KEEPING = 12

export interface DraftState {
  readonly draft: Draft
  readonly edit: (change: (draft: Draft) => Draft) => void
  /** Empties the draft, here and where it is stored. */
  readonly clear: () => void
}

async function save(conversationId: string | null, draft: Draft): Promise<void> {
  const text = encodeDraft(draft)
  if (conversationId === null && text.length < WORTH_KEEPING) return
  const target = await ensureConversation(conversationId)
  if (target !== null) await call('drafts.set', { conversationId: target, text })
}

/** The unsent text of a conversation. Stored every few keys, and at once when the conversation or the window is left. */
export function useDraft(conversationId: string | null): DraftState {
  const [draft, setDraft] = useState(EMPTY_DRAFT)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const latest = useRef({ draft, conversationId, touched: false })
  latest.current.draft = draft
  latest.current.conversationId = conversationId

  const flush = useCallback(() => {
    if (timer.current === null) return
    clearTimeout(timer.current)
    timer.current = null
    void save(latest.current.conversationId, latest.current.draft)
  }, [])

  useEffect(() => {
    if (conversationId === null) return
    let current = true
    void call('drafts.get', { conversationId }).then((result) => {
      if (current && result.ok && !latest.current.touched) setDraft(decodeDraft(result.value.text))
    })
    return () => {
      current = false
    }
  }, [conversationId])

  useEffect(() => {
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      flush()
    }
  }, [flush])

  const edit = useCallback(
    (change: (draft: Draft) => Draft) => {
      latest.current.touched = true
      setDraft(change)
      timer.current ??= setTimeout(flush, SAVE_AFTER_MS)
    },
    [flush]
  )
  const clear = useCallback(() => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = null
    latest.current.touched = true
    setDraft(EMPTY_DRAFT)
    const { conversationId: target } = latest.current
    if (target !== null) void call('drafts.set', { conversationId: target, text: '' })
  }, [])
  return { draft, edit, clear }
}
