import type { EventData } from '../shared/ipc/contract.ts'
import type { Clock } from './kernel/clock.ts'
import type { IdSource } from './kernel/ids.ts'
import type { Logger } from './kernel/logger.ts'
import type { Db } from './db/database.ts'
import type { ConversationStore } from './memory/conversation/conversation-store.ts'
import type { FactStore } from './memory/facts/fact-store.ts'
import { threadFactIds } from './memory/facts/learned.ts'
import type { ProjectStore } from './memory/facts/project-store.ts'
import { Deletions, type Eraser } from './memory/forgetting/deletions.ts'

/** Deletions that wait: what each kind of target hides meanwhile, and shows again. */
export function wireDeletions(ports: {
  readonly db: Db
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
  readonly eraser: Eraser
  readonly facts: FactStore
  readonly conversations: ConversationStore
  readonly projects: ProjectStore
  readonly changed: (what: EventData<'data.changed'>['what']) => void
}): Deletions {
  const { db, facts, conversations, projects, changed } = ports
  return new Deletions({
    ...ports,
    hider: {
      hideFacts: (factIds, deletionId, reach) => facts.setDeletion(factIds, deletionId, reach),
      hideConversation: (id, deletionId) => {
        conversations.setDeletion(id, deletionId)
        facts.setDeletion(threadFactIds(db, id), deletionId, 'alone')
      },
      hideProject: (id, deletionId) => {
        projects.setDeletion(id, deletionId)
        facts.setDeletion(projects.factIds(id), deletionId, 'with-history')
        changed('projects')
      },
      show: (deletionId) => {
        facts.undoDeletion(deletionId)
        projects.undoDeletion(deletionId)
        changed('projects')
        conversations.undoDeletion(deletionId)
        changed('conversations')
      }
    }
  })
}
