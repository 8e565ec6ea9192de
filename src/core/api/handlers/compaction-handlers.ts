import { AppError } from '../../kernel/app-error.ts'
import type { CompactionStore } from '../../memory/compaction/compaction-store.ts'
import type { ConversationStore } from '../../memory/conversation/conversation-store.ts'
import type { MessageStore } from '../../memory/conversation/message-store.ts'
import { partOf, type ToolResultStore } from '../../memory/conversation/tool-result-store.ts'
import type { CompactNow } from '../compact-now.ts'
import type { Handlers } from '../router.ts'

export interface CompactionHandlerPorts {
  readonly conversations: ConversationStore
  readonly messages: MessageStore
  readonly compactions: CompactionStore
  readonly results: ToolResultStore
  readonly compactNow: CompactNow
  readonly onChange: () => void
}

/** Characters of one part when nobody says how many. */
const PART = 50_000

export function compactionHandlers(
  ports: CompactionHandlerPorts
): Pick<Handlers, 'conversations.compact' | 'conversations.compaction' | 'messages.result'> {
  const { conversations, messages, compactions, results, compactNow, onChange } = ports
  return {
    'conversations.compact': async ({ conversationId }) => {
      const done = await compactNow.run(conversationId)
      onChange()
      return done
    },
    'conversations.compaction': ({ compactionId }) => compactions.require(compactionId),
    'messages.result': ({ messageId, offset, limit }) => {
      const row = messages.row(messageId)
      if (row === null || row.role !== 'tool') throw new AppError('NOT_FOUND', 'No such result')
      conversations.require(row.conversation_id)
      const text = results.text(messageId) ?? row.content
      return { text: partOf(text, offset ?? 0, limit ?? PART), total: text.length }
    }
  }
}
