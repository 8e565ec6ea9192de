import type { EventData } from '../shared/ipc/contract.ts'
import type { Clock } from './kernel/clock.ts'
import type { IdSource } from './kernel/ids.ts'
import type { Logger } from './kernel/logger.ts'
import type { Db } from './db/database.ts'
import { extractionModel } from './llm/extraction-model.ts'
import type { ProviderService } from './llm/provider-service.ts'
import type { ConversationStore } from './memory/conversation/conversation-store.ts'
import type { ActiveModel } from './memory/embedding/embedder.ts'
import { createExtraction, type Extraction } from './memory/extraction/extraction.ts'
import { createNearFacts } from './memory/extraction/near-facts.ts'
import type { FactStore } from './memory/facts/fact-store.ts'
import type { LongTermMemory } from './memory/long-term-memory.ts'
import type { MessageStore } from './memory/conversation/message-store.ts'
import type { SettingsService } from './settings/settings-service.ts'

/** Old facts that a model is shown for comparison. */
const KNOWN_FACTS = 12

/** Extraction, with the chat's own model. */
export function wireExtraction(ports: {
  readonly db: Db
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
  readonly settings: SettingsService
  readonly providers: ProviderService
  readonly conversations: ConversationStore
  readonly messages: MessageStore
  readonly facts: FactStore
  readonly longTerm: LongTermMemory
  readonly models: ActiveModel
  readonly holdsPrivate: (texts: readonly string[]) => boolean
  readonly isBusy: (conversationId: string) => boolean
  readonly onLearned: (learned: EventData<'memory.learned'>) => void
  readonly onChange: () => void
}): Extraction {
  const { settings, providers, facts, longTerm, models, holdsPrivate } = ports
  return createExtraction({
    ...ports,
    settings: () => settings.get().memory,
    language: () => settings.get().appearance.language,
    model: async () => {
      const current = await providers.currentForTurn()
      if (current === null) return null
      const port = providers.port(current)
      return 'error' in port ? port : extractionModel(port)
    },
    knownFacts: async (text, projectId, destination) => {
      const found = await longTerm.recall(text, { limit: KNOWN_FACTS, audience: destination, projectId })
      const sayable = destination === 'local' ? found : found.filter((fact) => !holdsPrivate([fact.text]))
      return sayable.map((fact) => ({ factId: fact.factId, text: fact.text, key: facts.row(fact.factId)?.key ?? null }))
    },
    nearFacts: createNearFacts({ longTerm, models })
  })
}
