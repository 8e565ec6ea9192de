import type { Db } from '../db/database.ts'
import { AppError } from '../kernel/app-error.ts'
import { userNamespace } from '../memory/facts/fact-id.ts'
import type { FactStore } from '../memory/facts/fact-store.ts'
import type { LongTermMemory } from '../memory/long-term-memory.ts'
import { searchMessages } from '../memory/recall/message-search.ts'
import type { ToolMemory } from '../tools/tool.ts'
import { supportingSpan } from './evidence.ts'

/** Characters of an old message that a model is given. */
const SNIPPET_LENGTH = 400

/** The memory that tools are given. What may be read and how it is stored comes from the run, never from the arguments. */
export function createToolMemory(ports: {
  readonly db: Db
  readonly longTerm: LongTermMemory
  readonly facts: FactStore
  readonly holdsPrivate: (texts: readonly string[]) => boolean
}): ToolMemory {
  const { db, longTerm, facts, holdsPrivate } = ports
  return {
    search: async (query, most, context) => {
      const { destination: audience, projectId, conversationId } = context
      // Memory leaves closed rows out already; a second look costs nothing, and a slip there must not leave the machine.
      const mayGo = (row: { readonly text: string; readonly privacy: string }): boolean =>
        audience === 'local' || (row.privacy === 'open' && !holdsPrivate([row.text]))
      const found = await longTerm.recall(query, { limit: most.facts, audience, projectId, threadId: conversationId })
      const messages = searchMessages(db, {
        query,
        limit: most.messages,
        audience,
        projectId,
        exceptConversationId: conversationId,
        snippetLength: SNIPPET_LENGTH
      }).map(({ snippet, ...hit }) => ({ ...hit, text: snippet }))
      return { facts: found.filter(mayGo), messages: messages.filter(mayGo) }
    },
    savePreference: (text, context) => {
      const plain = text.trim()
      if (plain === '') throw new AppError('INVALID_INPUT', 'empty fact')
      // Deleted a moment ago: a model must not bring it back, and storing it now would spoil the undo.
      if (facts.isHidden(userNamespace, plain)) return Promise.resolve({ factId: facts.idOf(userNamespace, plain), outcome: 'known' })
      const span = supportingSpan(plain, context.userMessage.text)
      const foreign = context.origins.has('tool') || context.origins.has('upload')
      const proposed = span === null || foreign || facts.isForgotten(userNamespace, plain)
      const added = longTerm.addFact({
        text: plain,
        privacy: context.userMessage.privacy,
        source: 'tool',
        proposed,
        review: { reason: foreign ? 'foreign' : 'doubt', otherFactId: null },
        evidence: span === null ? null : { messageId: context.userMessage.messageId, conversationId: context.conversationId, text: span }
      })
      const outcome = !added.created ? 'known' : proposed ? 'proposed' : 'remembered'
      return Promise.resolve({ factId: added.factId, outcome })
    }
  }
}
