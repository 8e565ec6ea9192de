import type { Message } from '../../shared/model/conversation.ts'
import type { Privacy } from '../../shared/model/privacy.ts'
import type { TurnEvent } from '../../shared/model/turn-event.ts'
import { emptyTurnView, reduceTurn, type TurnView, type TurnViewMessage } from '../../shared/turn/reduce.ts'
import { isPublic, type RunEvent } from '../agent/run-event.ts'
import type { Db } from '../db/database.ts'
import { transaction } from '../db/database.ts'
import type { ConversationStore } from '../memory/conversation/conversation-store.ts'
import type { MessageStore } from '../memory/conversation/message-store.ts'
import type { ToolResultStore } from '../memory/conversation/tool-result-store.ts'

export interface RecorderPorts {
  readonly db: Db
  readonly conversations: ConversationStore
  readonly messages: MessageStore
  readonly results: ToolResultStore
}

/** How long streamed text may be only in memory. A kill loses at most this much of an answer, and nothing that was acknowledged. */
const WRITE_EVERY_MS = 200

/** Stores a turn from its events through `reduceTurn`, so that what was shown is what is stored. */
export class TurnRecorder {
  readonly #ports: RecorderPorts
  readonly #turnId: string
  readonly #conversationId: string
  #head: string
  #label: Privacy
  #view: TurnView = emptyTurnView
  #timer: NodeJS.Timeout | null = null
  #forgotten: readonly ((text: string) => string)[] = []
  #failure: { readonly cause: unknown } | null = null

  /** @param head the stored user message that the turn answers. */
  constructor(
    ports: RecorderPorts,
    turn: { readonly turnId: string; readonly conversationId: string; readonly head: string; readonly privacy: Privacy }
  ) {
    this.#ports = ports
    this.#turnId = turn.turnId
    this.#conversationId = turn.conversationId
    this.#head = turn.head
    this.#label = turn.privacy
  }

  get view(): TurnView {
    return this.#view
  }

  /** Takes forgotten words out of what is still to be stored, also out of what the model or a tool says from now on: it may have been given them. */
  forget(edit: (text: string) => string): void {
    this.#forgotten = [...this.#forgotten, edit]
    this.#redact(edit)
  }

  #withoutForgotten(text: string): string {
    return this.#forgotten.reduce((rest, edit) => edit(rest), text)
  }

  #redact(edit: (text: string) => string): void {
    const messages = this.#view.messages.map((message) => ({
      ...message,
      content: edit(message.content),
      reasoning: edit(message.reasoning),
      toolCalls: message.toolCalls.map((call) => ({
        ...call,
        args: edit(call.args),
        preview: call.preview === null ? null : edit(call.preview)
      }))
    }))
    this.#view = { ...this.#view, messages }
  }

  /** Stores what an event means. Before an effect (a tool call) and at ends at once, streamed text after a moment. */
  record(event: RunEvent): void {
    if (this.#failure !== null) throw this.#failure.cause
    if (isPublic(event)) this.#recordPublic(event)
    else this.#recordInternal(event)
  }

  /** The last word on a turn that could not be stored: when it cannot be stored either, the next start marks the answer as interrupted. */
  recordIfPossible(event: TurnEvent): void {
    this.#failure = null
    try {
      this.#recordPublic(event)
    } catch {
      this.#stopTimer()
    }
  }

  #recordInternal(event: Exclude<RunEvent, TurnEvent>): void {
    switch (event.type) {
      case 'label':
        this.#label = event.privacy
        break
      case 'keep-here':
        this.#label = 'private'
        this.#ports.messages.setPrivacy(event.messageId, 'private', 'blocked')
        break
      case 'tool-result':
        transaction(this.#ports.db, () => {
          this.#append({
            id: event.messageId,
            role: 'tool',
            content: this.#withoutForgotten(event.content),
            toolCallId: event.callId,
            status: 'complete',
            privacy: event.privacy,
            origin: event.origin
          })
          if (event.full !== null) this.#ports.results.add(event.messageId, this.#withoutForgotten(event.full))
        })
        break
    }
  }

  #recordPublic(event: TurnEvent): void {
    const before = this.#view
    this.#view = reduceTurn(before, event)
    for (const edit of this.#forgotten) this.#redact(edit)
    switch (event.type) {
      case 'message-start':
        transaction(this.#ports.db, () => {
          const last = this.#view.messages.at(-2)
          if (last !== undefined) this.#write(last)
          this.#append({
            id: event.messageId,
            role: 'assistant',
            content: '',
            status: 'streaming',
            privacy: this.#label,
            origin: 'assistant'
          })
        })
        break
      case 'text-delta':
      case 'reasoning-delta':
        this.#timer ??= setTimeout(() => this.#flushLater(), this.#pause())
        break
      case 'tool-start':
        this.flush()
        break
      case 'tool-end': {
        const owner = this.#view.messages.findLast((message) => message.toolCalls.some((call) => call.callId === event.callId))
        if (owner !== undefined) this.#write(owner)
        break
      }
      case 'turn-end':
        this.flush()
        break
      case 'turn-start':
      case 'memory-used':
      case 'tool-approval-request':
      case 'ask-request':
      case 'compaction':
      case 'notice':
      case 'usage':
        break
    }
  }

  /** The whole message is written each time, so a very long one is written less often. */
  #pause(): number {
    const last = this.#view.messages.at(-1)
    return WRITE_EVERY_MS + ((last?.content.length ?? 0) + (last?.reasoning.length ?? 0)) / 500
  }

  /** Writes the message that is being streamed. */
  flush(): void {
    this.#stopTimer()
    const last = this.#view.messages.at(-1)
    if (last !== undefined) this.#write(last)
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer)
    this.#timer = null
  }

  /** A failure in a timer would end the whole core; the turn's next event meets it instead. */
  #flushLater(): void {
    try {
      this.flush()
    } catch (cause) {
      this.#failure = { cause }
    }
  }

  #append(message: Omit<Parameters<MessageStore['insert']>[0], 'conversationId' | 'turnId' | 'parentId'>): void {
    transaction(this.#ports.db, () => {
      this.#ports.messages.insert({ ...message, conversationId: this.#conversationId, turnId: this.#turnId, parentId: this.#head })
      this.#ports.conversations.touch(this.#conversationId, message.id, null)
    })
    this.#head = message.id
  }

  #write(message: TurnViewMessage): void {
    const last = message === this.#view.messages.at(-1)
    this.#ports.messages.update(message.messageId, {
      content: message.content,
      reasoning: message.reasoning,
      toolCalls: message.toolCalls,
      status: message.status,
      privacy: this.#label,
      errorCode: last ? (this.#view.error?.code ?? null) : null,
      factIds: last ? this.#view.factIds : [],
      notes: last ? notesOf(this.#view) : null,
      usage: last ? this.#view.usage : null
    })
  }
}

/** What stays worth telling once the turn is over; a wait is not. */
function notesOf(view: TurnView): Pick<Message, 'notices' | 'compactions'> | null {
  const notices = view.notices.filter((notice) => notice.code !== 'waiting').map((notice) => ({ ...notice, factIds: [...notice.factIds] }))
  const { compactions } = view
  if (notices.length === 0 && compactions.length === 0) return null
  return { ...(notices.length === 0 ? {} : { notices }), ...(compactions.length === 0 ? {} : { compactions: [...compactions] }) }
}
