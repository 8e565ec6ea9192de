import type { RouteInput } from '../../../shared/ipc/contract.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { act } from '../../app/act.ts'
import { useRouter } from '../../app/router.ts'
import { useLiveTurns } from './turn-store.ts'

export interface Outgoing {
  readonly conversationId: string | null
  readonly text: string
  readonly privacy?: Privacy
  readonly mode?: NonNullable<RouteInput<'turn.start'>['mode']>
  /** The user message that this one is another version of. */
  readonly editOf?: string
}

let making: { readonly visit: number; readonly done: Promise<string | null> } | null = null

async function make(visit: number): Promise<string | null> {
  const made = await act('conversations.create', {})
  // Whoever has gone elsewhere meanwhile, leaving a draft, is not pulled back.
  const now = useRouter.getState()
  if (made !== null && now.visit === visit && now.conversationId === null) now.nameConversation(made.conversationId)
  return made?.conversationId ?? null
}

/**
 * The conversation that is open, made now if it is still new; null when that failed (the person was told). A draft that is saved and a
 * message that is sent at the same moment share the one that is being made.
 */
export async function ensureConversation(conversationId: string | null): Promise<string | null> {
  if (conversationId !== null) return conversationId
  const { visit } = useRouter.getState()
  if (making?.visit === visit) return making.done
  const done = make(visit).then((made) => {
    if (made === null) making = null
    return made
  })
  making = { visit, done }
  return done
}

/** Sends a message. @returns whether it was accepted; if not, the person was told and the text must stay where it is. */
export async function sendMessage({ conversationId, text, privacy, mode, editOf }: Outgoing): Promise<boolean> {
  const target = await ensureConversation(conversationId)
  if (target === null) return false
  const started = await act('turn.start', {
    conversationId: target,
    text,
    ...(privacy === undefined ? {} : { privacy }),
    ...(mode === undefined ? {} : { mode }),
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
