import type { RouteOutput } from '../../shared/ipc/contract.ts'
import { AppError } from '../kernel/app-error.ts'
import type { ConversationRow, ConversationStore } from '../memory/conversation/conversation-store.ts'
import type { Compaction, MemoryManager } from '../memory/memory-manager.ts'
import type { ErrorData } from '../../shared/model/errors.ts'
import type { TurnHub } from './turn-hub.ts'

/** Notes that are asked for in one compaction when something is forgotten while one is made. */
const MOST_NOTES = 3

export interface CompactNowPorts {
  readonly conversations: ConversationStore
  readonly hub: Pick<TurnHub, 'isBusy'>
  /** The memory of a conversation for the model that is chosen now, and why that model cannot be asked. */
  readonly memoryOf: (conversation: ConversationRow) => Promise<{ readonly memory: MemoryManager; readonly error: ErrorData | null }>
}

class ForgottenMeanwhile extends Error {}

/** Compacts a conversation because a person wants it. Unlike before a turn, a failure is an error. */
export class CompactNow {
  readonly #ports: CompactNowPorts
  readonly #running = new Map<string, Promise<unknown>>()
  readonly #stop = new AbortController()
  #forgotten = 0

  constructor(ports: CompactNowPorts) {
    this.#ports = ports
  }

  /**
   * With nothing to remove, `compactionId` is null.
   * @throws AppError `NOT_FOUND`, `INVALID_INPUT` (a turn or another compaction runs), `PROVIDER_NONE`, and what the model failed with
   */
  async run(conversationId: string): Promise<RouteOutput<'conversations.compact'>> {
    const conversation = this.#ports.conversations.require(conversationId)
    this.#requireIdle(conversationId)
    if (this.#running.has(conversationId)) throw busy('A compaction is running in this conversation')
    const running = this.#compact(conversation)
    this.#running.set(conversationId, running)
    try {
      return await running
    } finally {
      this.#running.delete(conversationId)
    }
  }

  async #compact(conversation: ConversationRow): Promise<RouteOutput<'conversations.compact'>> {
    const { memory, compaction } = await this.#write(conversation)
    switch (compaction.outcome) {
      case 'failed':
        throw new AppError(compaction.error.code, compaction.error.message, compaction.error.data)
      case 'not-due':
        return { removed: 0, kept: memory.shortTerm.messages.filter((message) => message.role !== 'system').length, compactionId: null }
      case 'changed':
        return { removed: compaction.removed, kept: compaction.kept, compactionId: compaction.compactionId }
    }
  }

  /** Something was forgotten: a note that is being made may hold it. It is made anew, from the messages and the note as they are then. */
  forget(): void {
    this.#forgotten += 1
  }

  async #write(conversation: ConversationRow): Promise<{ readonly memory: MemoryManager; readonly compaction: Compaction }> {
    for (let count = 1; ; count += 1) {
      const { memory, error } = await this.#ports.memoryOf(conversation)
      if (error !== null) throw new AppError(error.code, error.message, error.data)
      const forgotten = this.#forgotten
      try {
        const compaction = await memory.compactNow(this.#stop.signal, () => {
          this.#requireIdle(conversation.id)
          if (this.#forgotten !== forgotten) throw new ForgottenMeanwhile()
        })
        return { memory, compaction }
      } catch (cause) {
        if (!(cause instanceof ForgottenMeanwhile)) throw cause
        if (count >= MOST_NOTES) throw busy('Something was forgotten while the note was made')
      }
    }
  }

  /** A turn that began meanwhile composed its own context, and makes its own notes. */
  #requireIdle(conversationId: string): void {
    if (this.#ports.hub.isBusy(conversationId)) throw busy('A turn is running in this conversation')
  }

  async close(): Promise<void> {
    this.#stop.abort()
    await Promise.allSettled(this.#running.values())
  }
}

function busy(message: string): AppError {
  return new AppError('INVALID_INPUT', message, { reason: 'busy' })
}
