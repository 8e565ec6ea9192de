import type { Db } from '../../db/database.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { ConversationStore } from '../../memory/conversation-store.ts'
import type { Deletions, Eraser } from '../../memory/deletions.ts'
import { searchMessages } from '../../memory/message-search.ts'
import type { MessageStore } from '../../memory/message-store.ts'
import type { Handlers } from '../router.ts'
import type { TurnHub } from '../turn-hub.ts'

export interface ConversationHandlerPorts {
  readonly db: Db
  readonly conversations: ConversationStore
  readonly messages: MessageStore
  readonly deletions: Deletions
  readonly eraser: Eraser
  readonly hub: TurnHub
  readonly onChange: () => void
}

type ConversationRoutes =
  | 'conversations.create'
  | 'conversations.list'
  | 'conversations.rename'
  | 'conversations.delete'
  | 'conversations.search'
  | 'conversations.showVersion'
  | 'messages.list'
  | 'drafts.get'
  | 'drafts.set'

const LIST_LIMIT = 1_000
const SEARCH_LIMIT = 30

export function conversationHandlers(ports: ConversationHandlerPorts): Pick<Handlers, ConversationRoutes> {
  const { db, conversations, messages, deletions, eraser, hub, onChange } = ports
  return {
    'conversations.create': (input) => {
      const conversationId = conversations.create(input)
      onChange()
      return { conversationId }
    },
    'conversations.list': ({ limit }) => conversations.list(limit ?? LIST_LIMIT),
    'conversations.rename': ({ conversationId, title }) => {
      conversations.rename(conversationId, title)
      onChange()
      return { done: true }
    },
    'conversations.delete': async ({ conversationId, undoable }) => {
      const { temporary } = conversations.require(conversationId)
      // A new turn may have begun while the old one ended.
      while (hub.isBusy(conversationId)) await hub.stopConversation(conversationId)
      if (undoable === true && temporary === 0) {
        const held = deletions.hold([{ kind: 'conversation', id: conversationId }])
        onChange()
        return held
      }
      eraser.eraseConversation(conversationId)
      onChange()
      return { deletionId: null, until: null }
    },
    'conversations.search': ({ query, limit }) => searchMessages(db, query, limit ?? SEARCH_LIMIT),
    'conversations.showVersion': ({ conversationId, messageId }) => {
      conversations.require(conversationId)
      if (hub.isBusy(conversationId)) throw new AppError('INVALID_INPUT', 'A turn is running in this conversation', { reason: 'busy' })
      conversations.setHead(conversationId, messages.latestLeaf(messages.require(conversationId, messageId).id))
      onChange()
      return { done: true }
    },
    'messages.list': ({ conversationId }) => messages.list(conversationId, conversations.require(conversationId).head_message_id),
    'drafts.get': ({ conversationId }) => ({ text: conversations.draft(conversationId) }),
    'drafts.set': ({ conversationId, text }) => {
      conversations.setDraft(conversationId, text)
      return { done: true }
    }
  }
}
