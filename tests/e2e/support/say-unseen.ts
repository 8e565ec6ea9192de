import { setTimeout as sleep } from 'node:timers/promises'
import type { Session } from './session.ts'

/** A turn in a conversation of its own that no test looks at, until it has ended. @returns the conversation */
export async function sayUnseen(session: Session, text: string): Promise<string> {
  const { conversationId } = await session.ask('conversations.create', {})
  const { turnId } = await session.ask('turn.start', { conversationId, text })
  for (let running = true; running; await sleep(30)) running = (await session.ask('turn.active', {})).some((turn) => turn.turnId === turnId)
  return conversationId
}
