import { call } from '../../bridge/call.ts'
import { act } from '../act.ts'
import { useRouter } from '../router.ts'

/**
 * Shows a new conversation. It is stored with its first word, so opening and leaving one makes no empty entry; an empty one that
 * holds a draft is shown again. A temporary one is made at once.
 */
export async function newConversation(temporary: boolean): Promise<void> {
  const { openConversation } = useRouter.getState()
  if (temporary) {
    const made = await act('conversations.create', { temporary: true })
    if (made !== null) openConversation(made.conversationId)
    return
  }
  const list = await call('conversations.list', { limit: 20 })
  const empty = list.ok ? list.value.find((entry) => entry.messageCount === 0 && !entry.temporary && entry.projectId === null) : undefined
  openConversation(empty?.conversationId ?? null)
}
