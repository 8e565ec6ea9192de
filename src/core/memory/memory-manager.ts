import type { RecalledFact } from '../../shared/model/memory.ts'
import type { ErrorData } from '../../shared/model/errors.ts'
import { totalTokens, type ChatMessage } from './conversation/chat-message.ts'
import { cutAt, isNote, isOther, type Cut } from './compaction/compaction-cut.ts'
import { historyTokens, isDue, replaceByNote } from './compaction/compress.ts'
import { ContextMemory, type ContextMemoryOptions } from './context/context-memory.ts'
import { summaryBlock } from './memory-texts.ts'
import type { ShortTermMemory } from './conversation/short-term-memory.ts'
import type { Summarizer } from './compaction/write-note.ts'

export interface MemoryManagerOptions extends ContextMemoryOptions {
  readonly shortTerm: ShortTermMemory
  /** Models that write the note, asked in this order. None: `maybeCompress` does nothing. */
  readonly summarizers: readonly Summarizer[]
  /** Tokens of history over which older messages become the note. */
  readonly threshold: number
  /** Messages of history over which they do; absent means any number. */
  readonly maxMessages?: number
  /** Tokens that the note may have. */
  readonly noteTokens?: number
  /** Makes a compaction last; absent keeps it in memory alone. */
  readonly compactions?: CompactionPort
  /** Messages kept word for word. */
  readonly keep: number
}

export interface AddOptions {
  /** Also to long-term memory, only for role user. */
  readonly persist?: boolean
  /** What is stored when it is not the whole message (the rest after 记住：). */
  readonly factText?: string
}

export interface Context {
  readonly messages: readonly ChatMessage[]
  readonly facts: readonly RecalledFact[]
}

/** What became of a thread in one compaction. */
export interface NoteChange {
  readonly note: ChatMessage
  /** What the note was made from beside the old one. */
  readonly leaving: readonly ChatMessage[]
  /** System prompts, the note, and what stays word for word. */
  readonly messages: readonly ChatMessage[]
  readonly removed: number
  readonly kept: number
}

export interface CompactionPort {
  /**
   * Queues what leaves for extraction, stores the note and the record of the compaction, all in one transaction. When it throws, nothing is removed.
   * @returns the id that opens the record
   */
  replace(change: NoteChange): string
}

/** How full the request is that is about to go. Absent figures do not limit. */
export interface Fullness {
  /** Tokens of the request beside short-term memory: tools, facts, what a mode adds. */
  readonly beside: number
  /** Tokens of the whole request over which it is due. */
  readonly limit: number
  /** Tokens that the model has room for. */
  readonly room: number
}

export type Compaction =
  | { readonly outcome: 'not-due' }
  /** Nothing was removed. */
  | { readonly outcome: 'failed'; readonly error: ErrorData }
  /** `stillLarge`: it is smaller now and still over the limit. */
  | {
      readonly outcome: 'changed'
      readonly removed: number
      readonly kept: number
      readonly compactionId: string | null
      readonly stillLarge: boolean
    }

const countOthers = (messages: readonly ChatMessage[]): number => messages.filter(isOther).length

/** Messages kept word for word when the usual number of them does not fit the model. */
const FEWER_KEPT = [4, 2, 1, 0]
const NOTE_TOKENS = 1_500
/** Less than this is not worth a model's time: four headings alone are nearly as much. */
const LEAST_LEAVING = 40

/** Decides whether to persist, recall or compact, and calls the module that does it. Nothing else. */
export class MemoryManager {
  readonly #options: MemoryManagerOptions
  readonly #context: ContextMemory
  /** The note in use was made before something was forgotten: it may say it in other words, and so may the next one that is made from it. */
  #noteIsOld = false
  #failed = false

  constructor(options: MemoryManagerOptions) {
    this.#options = options
    this.#context = new ContextMemory(options)
  }

  get shortTerm(): ShortTermMemory {
    return this.#options.shortTerm
  }

  /** Forgotten words leave this memory. A note that is being made meanwhile is dropped. */
  forget(edit: (text: string) => string): void {
    const { shortTerm } = this.#options
    shortTerm.forget(edit)
    this.#noteIsOld ||= shortTerm.messages.some(isNote)
  }

  /** Always to short-term memory; to long-term only with `persist` and role user. @returns the id of the stored fact, or null. */
  add(message: ChatMessage, options: AddOptions = {}): string | null {
    this.#options.shortTerm.add(message)
    if (options.persist !== true || message.role !== 'user' || !this.#options.enabled) return null
    return this.persist(message, options.factText ?? message.content)
  }

  /** Stores what the user asked to remember, with the message as evidence and its label. */
  persist(message: Pick<ChatMessage, 'id' | 'content' | 'privacy'>, text: string): string {
    const { factId } = this.#options.longTerm.addFact({
      text,
      privacy: message.privacy,
      source: 'message',
      evidence: { messageId: message.id, conversationId: this.#options.conversationId, text }
    })
    return factId
  }

  /** Facts for a query, best first. */
  recall(query: string, limit = 3): Promise<RecalledFact[]> {
    return this.#context.recall(query, limit)
  }

  /** The window, with profile and recalled facts after the system prompt for this call only. No query: the window alone. */
  async getContext(query?: string): Promise<Context> {
    if (query === undefined) return { messages: this.#window(), facts: [] }
    const facts = await this.#context.factsFor(query)
    return { messages: this.compose(facts), facts }
  }

  /** The window with the profile and these facts, for one call: memory borrows them and gives them back. */
  compose(recalled: readonly RecalledFact[]): readonly ChatMessage[] {
    const window = this.#window()
    const memory = this.#context.message(recalled)
    if (memory === null) return window
    const systems = window.filter((message) => message.role === 'system')
    const others = window.filter((message) => message.role !== 'system')
    return [...systems, memory, ...others]
  }

  /** This fact stands in the message itself: the turn is not told it again. */
  leaveOut(factId: string): void {
    this.#context.leaveOut(factId)
  }

  /** Whether the profile had to be left out, and the facts that stand behind it when it was not. */
  profile(): ReturnType<ContextMemory['profile']> {
    return this.#context.profile()
  }

  #window(): readonly ChatMessage[] {
    return this.#options.shortTerm.context().map((message) => this.#rendered(message))
  }

  #rendered(message: ChatMessage): ChatMessage {
    return message.kind === 'summary' ? { ...message, content: summaryBlock(message.content, this.#options.language) } : message
  }

  /** Compacts when due. `not-due` also with no model. */
  async maybeCompress(signal: AbortSignal, fullness?: Fullness): Promise<Compaction> {
    const { keep, summarizers } = this.#options
    const messages = this.#options.shortTerm.messages
    if (summarizers.length === 0) return { outcome: 'not-due' }
    const whole = totalTokens(messages) + (fullness?.beside ?? 0)
    if (fullness !== undefined && whole > fullness.room) return this.#replace(this.#cutToFit(messages, fullness), { signal, fullness })
    // What failed once in a turn fails again; only a request that does not fit is worth asking for.
    if (this.#failed || !isDue(messages, keep, this.#options, fullness !== undefined && whole > fullness.limit))
      return { outcome: 'not-due' }
    const cut = cutAt(messages, keep)
    return totalTokens(cut.leaving) < LEAST_LEAVING ? { outcome: 'not-due' } : this.#replace(cut, { signal, fullness })
  }

  /**
   * Compacts now, however short the history is. `not-due` when there is nothing to remove.
   * @param mayReplace throws when the note may no longer take the messages' place
   */
  async compactNow(signal: AbortSignal, mayReplace: () => void): Promise<Compaction> {
    return this.#replace(cutAt(this.#options.shortTerm.messages, this.#options.keep), { signal, mayReplace })
  }

  /** As many kept messages as fit with a note of full length, at most the usual number. */
  #cutToFit(messages: readonly ChatMessage[], { beside, room }: Fullness): Cut {
    const { keep, noteTokens = NOTE_TOKENS } = this.#options
    const cuts = [keep, ...FEWER_KEPT.filter((fewer) => fewer < keep)].map((number) => cutAt(messages, number))
    const fits = ({ systems, kept }: Cut): boolean => beside + totalTokens([...systems, ...kept]) + noteTokens <= room
    return cuts.find((cut) => cut.leaving.length > 0 && fits(cut)) ?? cuts.at(-1) ?? cutAt(messages, 0)
  }

  async #replace(
    cut: Cut,
    {
      signal,
      fullness,
      mayReplace
    }: { readonly signal: AbortSignal; readonly fullness?: Fullness | undefined; readonly mayReplace?: () => void }
  ): Promise<Compaction> {
    const { shortTerm, summarizers, language, noteTokens = NOTE_TOKENS, compactions } = this.#options
    if (cut.leaving.length === 0) return { outcome: 'not-due' }
    const before = shortTerm.messages
    const done = await replaceByNote(cut, { summarizers, language, noteTokens, signal })
    this.#failed = !done.ok
    if (!done.ok) return { outcome: 'failed', error: done.error }
    // A word was forgotten meanwhile: the note may hold it.
    if (before.some((message, index) => shortTerm.messages[index] !== message)) return { outcome: 'not-due' }
    // What came while the note was made stays behind it.
    const messages = [...done.messages, ...shortTerm.messages.slice(before.length)]
    const change: NoteChange = {
      note: done.note,
      leaving: cut.leaving,
      messages,
      removed: cut.leaving.length,
      kept: countOthers(messages)
    }
    mayReplace?.()
    // What a note from before the forgetting went into serves this turn alone.
    const compactionId = this.#noteIsOld ? null : (compactions?.replace(change) ?? null)
    shortTerm.replace(messages)
    return {
      outcome: 'changed',
      removed: change.removed,
      kept: change.kept,
      compactionId,
      stillLarge: this.#isStillLarge(messages, fullness)
    }
  }

  #isStillLarge(messages: readonly ChatMessage[], fullness: Fullness | undefined): boolean {
    const whole = totalTokens(messages) + (fullness?.beside ?? 0)
    return historyTokens(messages) > this.#options.threshold || whole > (fullness?.limit ?? Number.POSITIVE_INFINITY)
  }
}
