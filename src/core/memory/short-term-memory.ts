import { messageTokens, totalTokens, type ChatMessage } from './chat-message.ts'

export interface ShortTermOptions {
  /** Non-system messages that `context()` gives at the most. The product uses no count but tokens, and leaves only by the summary. */
  readonly window?: number
  /** `trim()` drops the oldest non-system messages until under it. */
  readonly maxTokens?: number
}

/** The window of recent messages: system messages first, then the last N others in order. */
export class ShortTermMemory {
  readonly #window: number
  readonly #maxTokens: number
  #messages: readonly ChatMessage[] = []

  constructor(options: ShortTermOptions = {}) {
    this.#window = options.window ?? Number.POSITIVE_INFINITY
    this.#maxTokens = options.maxTokens ?? Number.POSITIVE_INFINITY
  }

  add(message: ChatMessage): void {
    this.#messages = [...this.#messages, message]
  }

  /** Everything that is kept, in order. */
  get messages(): readonly ChatMessage[] {
    return this.#messages
  }

  replace(messages: readonly ChatMessage[]): void {
    this.#messages = messages
  }

  /** System messages and the summary, then the last N others, in order. A result without its call is never the first. */
  context(): ChatMessage[] {
    const fixed = this.#messages.filter((message) => message.role === 'system' || message.kind === 'summary')
    const others = this.#messages.filter((message) => message.role !== 'system' && message.kind !== 'summary')
    const recent = Number.isFinite(this.#window) ? others.slice(Math.max(0, others.length - this.#window)) : others
    return [...fixed, ...recent.slice(leadingResults(recent))]
  }

  /** Drops the oldest non-system messages until under the token limit; always keeps at least one. */
  trim(): void {
    const kept = [...this.#messages]
    let tokens = totalTokens(kept)
    while (tokens > this.#maxTokens) {
      const others = kept.filter((message) => message.role !== 'system')
      const oldest = kept.findIndex((message) => message.role !== 'system')
      const message = kept[oldest]
      if (others.length <= 1 || message === undefined) break
      kept.splice(oldest, 1)
      tokens -= messageTokens(message)
    }
    this.#messages = kept
  }
}

function leadingResults(messages: readonly ChatMessage[]): number {
  const first = messages.findIndex((message) => message.role !== 'tool')
  return first === -1 ? messages.length : first
}
