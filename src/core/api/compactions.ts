import type { Destination } from '../../shared/model/privacy.ts'
import type { Settings } from '../../shared/model/settings.ts'
import { storedIdOf } from '../agent/conversation-context.ts'
import type { Db } from '../db/database.ts'
import { transaction } from '../db/database.ts'
import type { IdSource } from '../kernel/ids.ts'
import type { CurrentModel, ProviderService } from '../llm/provider-service.ts'
import { noteWriter } from '../llm/summarizer.ts'
import type { ChatMessage } from '../memory/conversation/chat-message.ts'
import type { CompactionStore } from '../memory/compaction/compaction-store.ts'
import type { ConversationStore } from '../memory/conversation/conversation-store.ts'
import type { MemoryManagerOptions, NoteChange } from '../memory/memory-manager.ts'
import type { TextLanguage } from '../memory/memory-texts.ts'
import { noteCompaction } from '../memory/conversation/message-notes.ts'
import type { MessageRow, MessageStore } from '../memory/conversation/message-store.ts'
import type { SummaryStore } from '../memory/compaction/summary-store.ts'

export interface CompactionPorts {
  readonly db: Db
  readonly ids: IdSource
  readonly settings: () => Settings
  readonly conversations: ConversationStore
  readonly messages: MessageStore
  readonly summaries: SummaryStore
  readonly compactions: CompactionStore
  readonly providers: Pick<ProviderService, 'sibling' | 'port'>
  /** Queues messages for extraction before they leave the context. Waits for no model. */
  readonly beforeLeaving: (conversationId: string, messageIds: readonly string[]) => void
}

export interface CompactionRun {
  readonly conversationId: string
  readonly turnId: string | null
  readonly audience: Destination
  readonly language: TextLanguage
  /** False in a temporary conversation and with memory off: nothing is queued for extraction. */
  readonly memoryEnabled: boolean
  readonly current: CurrentModel | null
}

/** A note may take so much of the chat model's window, within these bounds, in tokens. */
const NOTE_SHARE = 0.15
const NOTE_LEAST = 120
const NOTE_MOST = 1_500

/** What a manager of memory needs to compact a conversation for one audience. */
export function compactionOptions(
  ports: CompactionPorts,
  run: CompactionRun
): Pick<MemoryManagerOptions, 'summarizers' | 'threshold' | 'maxMessages' | 'keep' | 'noteTokens' | 'compactions'> {
  const { thresholdTokens, maxMessages, keep } = ports.settings().compaction
  const window = run.current?.provider.contextWindow ?? 0
  const noteTokens = Math.min(NOTE_MOST, Math.max(NOTE_LEAST, Math.floor(window * NOTE_SHARE)))
  return {
    summarizers: writersOf(ports, run, noteTokens),
    threshold: thresholdTokens ?? Number.POSITIVE_INFINITY,
    maxMessages,
    keep,
    noteTokens,
    compactions: { replace: (change) => store(ports, run, change) }
  }
}

/** The model that the settings name first, then the chat's own; none twice, and none that leads elsewhere than the chat itself. */
function writersOf({ providers, settings }: CompactionPorts, run: CompactionRun, noteTokens: number): MemoryManagerOptions['summarizers'] {
  const { current, language, conversationId, turnId } = run
  if (current === null) return []
  const named = settings().compaction.model.trim()
  const models = named === '' || named === current.model ? [current] : [providers.sibling(current, named), current]
  return models
    .filter((model) => model.provider.destination === current.provider.destination)
    .flatMap((model) => {
      const port = providers.port(model)
      return 'error' in port ? [] : [noteWriter(port, { language, conversationId, turnId, noteTokens })]
    })
}

function store(ports: CompactionPorts, run: CompactionRun, change: NoteChange): string {
  const { conversationId, audience } = run
  const { note, leaving, messages, removed, kept } = change
  return transaction(ports.db, () => {
    const head = ports.conversations.require(conversationId).head_message_id
    if (run.memoryEnabled) ports.beforeLeaving(conversationId, storedIds(leaving))
    const uptoMessageId = storedIdOf(note.id)
    const path = ports.messages.path(head)
    const keptIds = keptBefore(messages, path, uptoMessageId)
    ports.summaries.set(conversationId, audience, { text: note.content, uptoMessageId, keptIds, removed, privacy: note.privacy })
    const id = ports.ids.next('comp')
    ports.compactions.add({ id, conversationId, audience, text: note.content, removed, kept, privacy: note.privacy })
    // In a turn the event tells it; by hand it stands under the last answer.
    const answer = path.findLast((row) => row.role === 'assistant')
    if (run.turnId === null && answer !== undefined) noteCompaction(ports.db, answer.id, { removed, kept, compactionId: id })
    return id
  })
}

const storedIds = (messages: readonly ChatMessage[]): string[] => [...new Set(messages.map((message) => storedIdOf(message.id)))]

/** Messages that stand before the note's end and are still carried word for word. */
function keptBefore(messages: readonly ChatMessage[], path: readonly MessageRow[], uptoId: string): string[] {
  const kept = new Set(messages.map((message) => message.id))
  const upto = path.findIndex((row) => row.id === uptoId)
  return path.slice(0, upto + 1).flatMap((row) => (kept.has(row.id) && row.id !== uptoId ? [row.id] : []))
}
