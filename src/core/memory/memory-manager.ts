import type { RecalledFact } from '../../shared/model/memory.ts'
import type { Destination } from '../../shared/model/privacy.ts'
import { strictest } from '../../shared/privacy-order.ts'
import { countTokens } from '../kernel/tokens.ts'
import { maybeCompress, type Summarizer } from './compress.ts'
import type { ChatMessage } from './chat-message.ts'
import type { LongTermMemory } from './long-term-memory.ts'
import { factsBlock, summaryBlock, type TextLanguage } from './memory-texts.ts'
import type { ShortTermMemory } from './short-term-memory.ts'

export interface MemoryManagerOptions {
  readonly shortTerm: ShortTermMemory
  readonly longTerm: LongTermMemory
  /** Null: `maybeCompress` does nothing. */
  readonly summarizer: Summarizer | null
  /** Tokens over which older messages become the summary. */
  readonly threshold: number
  /** Messages kept word for word. */
  readonly keep: number
  /** Facts in a context at the most. */
  readonly recallLimit: number
  /** Where the context goes: private facts only for `local`. */
  readonly audience: Destination
  readonly conversationId: string | null
  readonly projectId: string | null
  readonly language: TextLanguage
  /** False: neither reads nor writes long-term memory. */
  readonly enabled: boolean
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

/** Tokens of recalled facts in one context. A fact that does not fit ends the list; none is cut. */
const FACT_BUDGET = 1_000

/** Decides whether to persist, recall or compact, and calls the module that does it. Nothing else. */
export class MemoryManager {
  readonly #options: MemoryManagerOptions

  constructor(options: MemoryManagerOptions) {
    this.#options = options
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

  /** Facts for a query, best first, within the token budget. */
  async recall(query: string, limit = 3): Promise<RecalledFact[]> {
    if (!this.#options.enabled) return []
    const facts = await this.#options.longTerm.recall(query, {
      limit,
      audience: this.#options.audience,
      projectId: this.#options.projectId,
      threadId: this.#options.conversationId
    })
    // What is counted is the finished block, with its heading.
    const tooMany = facts.findIndex(
      (_fact, index) => countTokens(factsBlock(facts.slice(0, index + 1), this.#options.language)) > FACT_BUDGET
    )
    return tooMany === -1 ? facts : facts.slice(0, tooMany)
  }

  /** The window, with recalled facts after the system prompt for this call only. No query or no relevant fact: nothing is added. */
  async getContext(query?: string): Promise<Context> {
    const facts = query === undefined ? [] : await this.recall(query, this.#options.recallLimit)
    return { messages: this.compose(facts), facts }
  }

  /** The window with these facts, for one call: memory borrows them and gives them back. */
  compose(recalled: readonly RecalledFact[]): readonly ChatMessage[] {
    const window = this.#options.shortTerm.context().map((message) => this.#rendered(message))
    // Between two rounds of a turn a fact may have been forgotten, or made private.
    const facts = this.#options.longTerm.stillGiven(recalled, this.#options.audience)
    if (facts.length === 0) return window
    const systems = window.filter((message) => message.role === 'system')
    const others = window.filter((message) => message.role !== 'system')
    const block: ChatMessage = {
      id: 'memory',
      role: 'user',
      kind: 'memory',
      content: factsBlock(facts, this.#options.language),
      privacy: strictest(facts.map((fact) => fact.privacy)),
      origin: 'memory'
    }
    return [...systems, block, ...others]
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
