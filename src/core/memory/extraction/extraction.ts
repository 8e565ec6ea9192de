import type { EventData } from '../../../shared/ipc/contract.ts'
import type { ErrorData } from '../../../shared/model/errors.ts'
import type { ExtractionState } from '../../../shared/model/memory.ts'
import type { Settings } from '../../../shared/model/settings.ts'
import type { Db } from '../../db/database.ts'
import { toErrorData } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { IdSource } from '../../kernel/ids.ts'
import { faultFields, type Logger } from '../../kernel/logger.ts'
import type { ConversationStore } from '../conversation/conversation-store.ts'
import type { FactStore } from '../facts/fact-store.ts'
import type { TextLanguage } from '../memory-texts.ts'
import type { MessageStore } from '../conversation/message-store.ts'
import { Batches, type Batch } from './batches.ts'
import type { ExtractionModel } from './extraction-model.ts'
import type { KnownFact } from './prompt.ts'
import type { NearFact } from './rivals.ts'
import { runBatch, type Learned } from './run-batch.ts'

export interface ExtractionPorts {
  readonly db: Db
  readonly clock: Clock
  readonly ids: IdSource
  readonly logger: Logger
  readonly settings: () => Settings['memory']
  readonly language: () => TextLanguage | 'auto'
  readonly conversations: ConversationStore
  readonly messages: MessageStore
  readonly facts: FactStore
  /** The chat's own model, why it cannot be used now, or null: none, so the rules read. */
  readonly model: () => Promise<ExtractionModel | { readonly error: ErrorData } | null>
  readonly holdsPrivate: (texts: readonly string[]) => boolean
  /** Facts that a destination may be shown for comparison. */
  readonly knownFacts: (
    text: string,
    projectId: string | null,
    destination: ExtractionModel['destination']
  ) => Promise<readonly KnownFact[]>
  /** Stored facts near a text. Never rejects. */
  readonly nearFacts: (text: string, projectId: string | null) => Promise<readonly NearFact[]>
  /** A turn runs in this conversation. */
  readonly isBusy: (conversationId: string) => boolean
  readonly onLearned: (learned: EventData<'memory.learned'>) => void
  /** The queue changed, or what is shown beside messages. */
  readonly onChange: () => void
  /** Milliseconds after the last turn of a conversation. */
  readonly quietMs?: number
}

const QUIET_MS = 20_000

/** Looks for lasting facts in what was said, in the background: it never delays an answer. */
export class Extraction {
  readonly #ports: ExtractionPorts
  readonly #batches: Batches
  readonly #stop = new AbortController()
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #running: Promise<void> = Promise.resolve()
  #wasOn: boolean

  constructor(ports: ExtractionPorts) {
    this.#ports = ports
    this.#batches = new Batches(ports)
    this.#wasOn = this.#isOn()
  }

  #isOn(): boolean {
    const { enabled, extraction } = this.#ports.settings()
    return enabled && extraction !== 'off'
  }

  /** Takes up what a crash or a quit left: messages that were not queued, batches that were not read. */
  start(): void {
    if (!this.#isOn()) return
    for (const id of this.#batches.conversationsBehind()) this.#batches.enqueue(id)
    for (const id of new Set(this.#batches.list(null, false).map((batch) => batch.conversationId))) this.#later(id, this.#quiet)
  }

  get #quiet(): number {
    return this.#ports.quietMs ?? QUIET_MS
  }

  /** A turn has ended and is stored: its messages are queued now and read when the conversation has been quiet for a while. Never throws. */
  afterTurn(conversationId: string): void {
    if (!this.#isOn() || this.#stop.signal.aborted) return
    try {
      if (this.#batches.enqueue(conversationId) > 0) this.#ports.onChange()
    } catch (cause) {
      // A full disk: they stay behind the watermark, and the next turn or start queues them.
      this.#ports.logger.warn('extraction.not-queued', { code: toErrorData(cause).code })
    }
    this.#later(conversationId, this.#quiet)
  }

  /** Queues messages before they leave the context. The same watermark holds, so nothing is read twice. Waits for no model. */
  beforeLeaving(conversationId: string, messageIds: readonly string[]): void {
    if (!this.#isOn() || messageIds.length === 0) return
    if (this.#batches.enqueue(conversationId, messageIds) > 0) this.#later(conversationId, this.#quiet)
  }

  /** After a change of settings. What was said while nothing was to be learned is never read. */
  settingsChanged(): void {
    const isOn = this.#isOn()
    if (isOn && !this.#wasOn) this.#batches.skipAll()
    this.#wasOn = isOn
  }

  state(): ExtractionState {
    return this.#batches.state()
  }

  /** Reads what waits, also what failed, now. Resolves when it is done or has failed. */
  async extractNow(conversationId: string | null): Promise<ExtractionState> {
    if (this.#isOn()) {
      const behind = conversationId === null ? this.#batches.conversationsBehind() : [conversationId]
      for (const id of behind) if (!this.#ports.isBusy(id)) this.#batches.enqueue(id)
      await this.#run(conversationId, false)
    }
    return this.state()
  }

  /** Lets a batch go unread. @throws AppError `NOT_FOUND` */
  dropBatch(batchId: string): void {
    this.#batches.drop(batchId)
    this.#ports.onChange()
  }

  /** What is being read is left for the next start. */
  async close(): Promise<void> {
    this.#stop.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
    await this.#running
  }

  #later(conversationId: string, ms: number): void {
    clearTimeout(this.#timers.get(conversationId))
    const timer = setTimeout(() => {
      this.#timers.delete(conversationId)
      if (this.#ports.isBusy(conversationId)) this.#later(conversationId, this.#quiet)
      else void this.#run(conversationId, true)
    }, ms)
    timer.unref()
    this.#timers.set(conversationId, timer)
  }

  /** One batch after the other. Never rejects. */
  #run(conversationId: string | null, due: boolean): Promise<void> {
    this.#running = this.#running.then(async () => {
      for (const batch of this.#readable(conversationId, due)) {
        if (this.#stop.signal.aborted || !this.#isOn()) return
        await this.#readOne(batch)
      }
    })
    return this.#running
  }

  #readable(conversationId: string | null, due: boolean): Batch[] {
    try {
      return this.#batches.list(conversationId, due)
    } catch (cause) {
      this.#ports.logger.warn('extraction.not-listed', { code: toErrorData(cause).code })
      return []
    }
  }

  async #readOne(batch: Batch): Promise<void> {
    // Its answer is still being written: the end of the turn comes back to it.
    if (!this.#batches.exists(batch.id) || this.#ports.isBusy(batch.conversationId)) return
    const release = this.#batches.hold(batch.id)
    try {
      this.#ports.onChange()
      const learned = await runBatch({ ...this.#ports, batches: this.#batches }, batch, this.#stop.signal)
      this.#tell(learned)
    } catch (cause) {
      this.#failed(batch, cause)
    } finally {
      release()
      this.#ports.onChange()
    }
  }

  #tell(learned: readonly Learned[]): void {
    for (const { conversationId, messageId, remembered, proposed } of learned) {
      this.#ports.onLearned({ conversationId, messageId, remembered: [...remembered], proposed: [...proposed] })
    }
  }

  #failed(batch: Batch, cause: unknown): void {
    if (this.#stop.signal.aborted) return
    const { code } = toErrorData(cause)
    this.#ports.logger.warn('extraction.failed', { code, attempts: batch.attempts + 1, ...(code === 'INTERNAL' ? faultFields(cause) : {}) })
    try {
      const wait = this.#batches.fail(batch, code)
      if (wait !== null) this.#later(batch.conversationId, Math.max(wait, this.#quiet))
    } catch (again) {
      // A full disk: the batch stays as it was and is read after the next turn or start.
      this.#ports.logger.warn('extraction.not-noted', { code: toErrorData(again).code })
    }
  }
}

export function createExtraction(ports: ExtractionPorts): Extraction {
  return new Extraction(ports)
}
