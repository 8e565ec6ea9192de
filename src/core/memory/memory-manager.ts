import type { RecalledFact } from '../../shared/model/memory.ts'
import { maybeCompress, type Summarizer } from './compress.ts'
import type { ChatMessage } from './chat-message.ts'
import { ContextMemory, type ContextMemoryOptions } from './context-memory.ts'
import { summaryBlock } from './memory-texts.ts'
import type { ShortTermMemory } from './short-term-memory.ts'

export interface MemoryManagerOptions extends ContextMemoryOptions {
  readonly shortTerm: ShortTermMemory
  /** Null: `maybeCompress` does nothing. */
  readonly summarizer: Summarizer | null
  /** Tokens over which older messages become the summary. */
  readonly threshold: number
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

/** When to compact and what to keep, in place of the manager's own. */
export type CompactionLimits = Pick<MemoryManagerOptions, 'threshold' | 'keep'>

export type Compaction =
  | { readonly outcome: 'not-due' | 'failed' }
  | { readonly outcome: 'changed'; readonly removed: number; readonly kept: number; readonly messages: readonly ChatMessage[] }

function countOthers(messages: readonly ChatMessage[]): number {
  return messages.filter((message) => message.role !== 'system' && message.kind !== 'summary').length
}

/** Decides whether to persist, recall or compact, and calls the module that does it. Nothing else. */
export class MemoryManager {
  readonly #options: MemoryManagerOptions
  readonly #context: ContextMemory

  constructor(options: MemoryManagerOptions) {
    this.#options = options
    this.#context = new ContextMemory(options)
  }

  get shortTerm(): ShortTermMemory {
    return this.#options.shortTerm
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

  /**
   * Compacts when due. `changed` with the counts when it did; `failed` when it was due and no summary came: then nothing is removed.
   * `not-due` also with no model.
   */
  async maybeCompress(signal: AbortSignal, limits: CompactionLimits = this.#options): Promise<Compaction> {
    const { shortTerm, summarizer } = this.#options
    const { threshold, keep } = limits
    if (summarizer === null) return { outcome: 'not-due' }
    const before = shortTerm.messages
    let asked = false
    const watched: Summarizer = {
      inputLimit: summarizer.inputLimit,
      summarize: (text, stop) => {
        asked = true
        return summarizer.summarize(text, stop)
      }
    }
    const after = await maybeCompress(before, { threshold, keep, summarizer: watched, signal })
    if (after === before) return { outcome: asked ? 'failed' : 'not-due' }
    // What came while the summary was made stays behind it.
    const messages = [...after, ...shortTerm.messages.filter((message) => !before.includes(message))]
    shortTerm.replace(messages)
    return { outcome: 'changed', removed: countOthers(before) - countOthers(after), kept: countOthers(messages), messages }
  }
}
