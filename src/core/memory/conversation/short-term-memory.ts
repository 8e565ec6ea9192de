import { totalTokens, type ChatMessage } from './chat-message.ts'

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
  #forgotten: readonly ((text: string) => string)[] = []

  constructor(options: ShortTermOptions = {}) {
    this.#window = options.window ?? Number.POSITIVE_INFINITY
    this.#maxTokens = options.maxTokens ?? Number.POSITIVE_INFINITY
  }

  add(message: ChatMessage): void {
    this.#messages = [...this.#messages, this.#forgotten.reduce(edited, message)]
  }

  /** Takes forgotten words out of every message, and out of those that are still to come: an answer or a tool may be on its way with them. */
  forget(edit: (text: string) => string): void {
    this.#forgotten = [...this.#forgotten, edit]
    this.#messages = this.#messages.map((message) => edited(message, edit))
  }

  /** A text without the words that were forgotten since this window was made. */
  withoutForgotten(text: string): string {
    return this.#forgotten.reduce((rest, edit) => edit(rest), text)
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
    const systems = this.#messages.filter((message) => message.role === 'system')
    const summaries = this.#messages.filter(isSummary)
    const others = this.#messages.filter(isOther)
    const recent = Number.isFinite(this.#window) ? others.slice(Math.max(0, others.length - this.#window)) : others
    return [...systems, ...summaries, ...recent.slice(leadingResults(recent))]
  }

  /** Drops the oldest messages but system messages and the summary until under the token limit; a call goes with its results. Keeps at least one. */
  trim(): void {
    let kept = this.#messages
    while (totalTokens(kept) > this.#maxTokens) {
      const others = kept.filter(isOther)
      const [oldest, ...younger] = others
      if (oldest === undefined) break
      const gone = new Set([oldest, ...younger.slice(0, leadingResults(younger))])
      if (gone.size === others.length) break
      kept = kept.filter((message) => !gone.has(message))
    }
    this.#messages = kept
  }
}

/** A new message also when nothing changed: what is being made from the old one can see that something was forgotten. */
function edited({ reasoning, toolCalls, ...message }: ChatMessage, edit: (text: string) => string): ChatMessage {
  return {
    ...message,
    content: edit(message.content),
    ...(reasoning === undefined ? {} : { reasoning: edit(reasoning) }),
    ...(toolCalls === undefined ? {} : { toolCalls: toolCalls.map((call) => ({ ...call, args: edit(call.args) })) })
  }
}

const isSummary = (message: ChatMessage): boolean => message.kind === 'summary' && message.role !== 'system'
const isOther = (message: ChatMessage): boolean => message.kind !== 'summary' && message.role !== 'system'

function leadingResults(messages: readonly ChatMessage[]): number {
  const first = messages.findIndex((message) => message.role !== 'tool')
  return first === -1 ? messages.length : first
}
