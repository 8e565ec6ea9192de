import type { Db } from '../../db/database.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { ConversationStore } from '../../memory/conversation/conversation-store.ts'
import type { Deletions, Eraser } from '../../memory/forgetting/deletions.ts'
import { factsOf } from '../../memory/facts/fact-evidence.ts'
import { factsLearnedIn } from '../../memory/facts/learned.ts'
import { searchMessages } from '../../memory/recall/message-search.ts'
import type { MessageStore } from '../../memory/conversation/message-store.ts'
import type { ProjectStore } from '../../memory/facts/project-store.ts'
import type { Handlers } from '../router.ts'
import type { TurnHub } from '../turn-hub.ts'

export interface ConversationHandlerPorts {
  readonly db: Db
  readonly conversations: ConversationStore
  readonly projects: ProjectStore
  readonly messages: MessageStore
  readonly deletions: Deletions
  readonly eraser: Eraser
  readonly hub: TurnHub
  readonly onChange: () => void
  readonly projectsChanged: () => void
}

type ConversationRoutes =
  | 'conversations.create'
  | 'conversations.list'
  | 'conversations.rename'
  | 'conversations.delete'
  | 'conversations.facts'
  | 'conversations.setProject'
  | 'conversations.search'
  | 'conversations.showVersion'
  | 'messages.list'
  | 'drafts.get'
  | 'drafts.set'

const LIST_LIMIT = 1_000
const SEARCH_LIMIT = 30

export function conversationHandlers(ports: ConversationHandlerPorts): Pick<Handlers, ConversationRoutes> {
  const { db, conversations, projects, messages, deletions, eraser, hub, onChange } = ports
  return {
    'conversations.create': (input) => {
      if (input.projectId !== undefined && projects.ensure(input.projectId)) ports.projectsChanged()
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
    'conversations.facts': ({ conversationId }) => {
      conversations.require(conversationId)
      return factsOf(db, factsLearnedIn(db, conversationId))
    },
    'conversations.setProject': ({ conversationId, projectId }) => {
      if (projectId !== null) projects.require(projectId)
      conversations.setProject(conversationId, projectId)
      onChange()
      ports.projectsChanged()
      return { done: true }
    },
    'conversations.delete': async ({ conversationId, undoable, withFacts }) => {
      const { temporary } = conversations.require(conversationId)
      // A new turn may have begun while the old one ended.
      while (hub.isBusy(conversationId)) await hub.stopConversation(conversationId)
      const learned = withFacts === true ? factsLearnedIn(db, conversationId).map((fact) => fact.id) : []
      if (undoable === true && temporary === 0) {
        const held = deletions.hold([
          { kind: 'conversation', id: conversationId },
          ...learned.map((id) => ({ kind: 'fact', id, reach: 'alone' }) as const),
          ...(withFacts === true ? [{ kind: 'evidence', id: conversationId } as const] : [])
        ])
        onChange()
        return held
      }
      if (learned.length > 0) eraser.eraseFacts(learned, 'alone')
      if (withFacts === true) eraser.eraseEvidence(conversationId)
      eraser.eraseConversation(conversationId)
      onChange()
      return { deletionId: null, until: null }
    },
    'conversations.search': ({ query, limit }) =>
      searchMessages(db, { query, limit: limit ?? SEARCH_LIMIT, audience: 'local' }).map(({ privacy: _privacy, ...hit }) => hit),
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
