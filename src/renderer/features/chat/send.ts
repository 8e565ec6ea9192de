import type { Privacy } from '../../../shared/model/privacy.ts'
import { act } from '../../app/act.ts'
import { useRouter } from '../../app/router.ts'
import { useLiveTurns } from './turn-store.ts'

export interface Outgoing {
  readonly conversationId: string | null
  readonly text: string
  readonly privacy?: Privacy
  /** The user message that this one is another version of. */
  readonly editOf?: string
}

/** The conversation that is open, made now if it is still new; null when that failed (the person was told). */
export async function ensureConversation(conversationId: string | null): Promise<string | null> {
  if (conversationId !== null) return conversationId
  const made = await act('conversations.create', {})
  if (made === null) return null
  useRouter.getState().nameConversation(made.conversationId)
  return made.conversationId
}

/** Sends a message. @returns whether it was accepted; if not, the person was told and the text must stay where it is. */
export async function sendMessage({ conversationId, text, privacy, editOf }: Outgoing): Promise<boolean> {
  const target = await ensureConversation(conversationId)
  if (target === null) return false
  const started = await act('turn.start', {
    conversationId: target,
    text,
    ...(privacy === undefined ? {} : { privacy }),
    ...(editOf === undefined ? {} : { editOf })
  })
  if (started === null) return false
  useLiveTurns.getState().noteSent({
    conversationId: target,
    messageId: started.userMessageId,
    turnId: started.turnId,
    text,
    privacy: privacy ?? 'open',
    editOf: editOf ?? null
  })
  return true
}
