import type { ParsedInput, RouteOutput } from '../../shared/ipc/contract.ts'
import type { ErrorData } from '../../shared/model/errors.ts'
import { FACT_TEXT_MAX } from '../../shared/model/memory.ts'
import type { Destination, Privacy } from '../../shared/model/privacy.ts'
import { strictest } from '../../shared/privacy-order.ts'
import { parseCommand } from '../../shared/turn/command.ts'
import { buildRequest, recallForRequest } from '../agent/request-context.ts'
import { runTurn } from '../agent/run-turn.ts'
import { transaction } from '../db/database.ts'
import { AppError } from '../kernel/app-error.ts'
import type { ConversationRow } from '../memory/conversation/conversation-store.ts'
import { userNamespace } from '../memory/facts/fact-id.ts'
import { textsOfBody } from '../privacy/last-check.ts'
import type { TurnHub } from './turn-hub.ts'
import { TurnPreparation, type PreparationPorts, type UserTurn } from './turn-preparation.ts'

export interface TurnServicePorts extends PreparationPorts {
  readonly hub: TurnHub
}

type TurnInput = ParsedInput<'turn.start'>

/** Makes turns out of routes: stores the user message, gathers what the loop needs, hands the run to the hub. */
export class TurnService {
  readonly #ports: TurnServicePorts
  readonly #preparation: TurnPreparation

  constructor(ports: TurnServicePorts) {
    this.#ports = ports
    this.#preparation = new TurnPreparation(ports)
  }

  /** Stores the message durably, then answers; the run goes on by itself. @throws AppError `NOT_FOUND`, `INVALID_INPUT` (a turn runs already) */
  start(input: TurnInput): RouteOutput<'turn.start'> {
    const { conversations, messages, hub, ids, db } = this.#ports
    const conversation = this.#idle(input.conversationId)
    const turnId = ids.next('turn')
    const userMessageId = ids.next('msg')
    const privacy = privacyOf(input)
    requireFactLength(input.text)
    const parentId = this.#parentOf(conversation, input)
    const path = messages.path(parentId)
    transaction(db, () => {
      messages.insert({
        id: userMessageId,
        conversationId: conversation.id,
        turnId,
        parentId,
        role: 'user',
        content: input.text,
        status: 'complete',
        privacy,
        origin: 'user'
      })
      conversations.touch(conversation.id, userMessageId, input.text)
      conversations.setDraft(conversation.id, '')
    })
    const turn: UserTurn = {
      turnId,
      conversation,
      messageId: userMessageId,
      text: input.text,
      privacy,
      path,
      first: true,
      mode: input.mode ?? null
    }
    this.#run(turn, hub)
    return { turnId, userMessageId }
  }

  /** Answers a user message again beside the old answer. @throws AppError `NOT_FOUND`, `INVALID_INPUT` */
  regenerate(input: ParsedInput<'turn.regenerate'>): RouteOutput<'turn.regenerate'> {
    const { messages, conversations, hub, ids } = this.#ports
    const conversation = this.#idle(input.conversationId)
    const path = messages.path(messages.require(conversation.id, input.messageId).id)
    const place = path.findLastIndex((row) => row.role === 'user')
    const user = path[place]
    if (user === undefined) throw new AppError('INVALID_INPUT', 'There is no user message to answer')
    conversations.setHead(conversation.id, user.id)
    const turnId = ids.next('turn')
    this.#run(
      {
        turnId,
        conversation,
        messageId: user.id,
        text: user.content,
        privacy: user.privacy,
        path: path.slice(0, place),
        first: false,
        mode: null
      },
      hub
    )
    return { turnId }
  }

  /** The body that `start` would send now; none, and why, when it would not get out. Nothing is stored, nothing is sent. */
  async preview(input: TurnInput): Promise<RouteOutput<'turn.preview'>> {
    const { conversations, messages } = this.#ports
    const conversation = conversations.require(input.conversationId)
    const parentId = this.#parentOf(conversation, input)
    const { request, ports } = await this.#preparation.prepare({
      turnId: 'preview',
      conversation,
      messageId: 'preview',
      text: input.text,
      privacy: privacyOf(input),
      path: messages.path(parentId),
      first: false,
      mode: input.mode ?? null
    })
    if (request.keepHere || ports.llm === null) return { destination: 'local', host: null, factIds: [], bytes: 0, body: '' }
    if ('error' in ports.llm) throw new AppError(ports.llm.error.code, ports.llm.error.message, ports.llm.error.data)
    ports.memory.add(request.userMessage)
    const command = parseCommand(input.text)
    if (command.kind !== 'none') ports.memory.leaveOut(this.#ports.facts.idOf(userNamespace, command.rest))
    const facts = await recallForRequest(request, ports)
    const mode = request.mode === 'auto' ? null : request.mode
    const used = facts.map((fact) => fact.factId)
    const built = buildRequest(request, ports, ports.llm, { facts, mode }, used)
    const body = ports.llm.requestBody(built)
    const refused = this.#refusal(request.destination, body, built.runtimeText)
    if (refused !== null) return { destination: request.destination, host: request.host, factIds: [], bytes: 0, body: '', refused }
    return {
      destination: request.destination,
      host: request.host,
      factIds: [...built.factIds],
      bytes: Buffer.byteLength(body),
      body
    }
  }

  /** Why the gate would not let a body out, or null: the same switch and the same check. */
  #refusal(destination: Destination, body: string, runtimeText: readonly string[]): ErrorData | null {
    const { settings, holdsPrivate } = this.#ports
    if (destination === 'local') return null
    if (settings().network.offline) return new AppError('OFFLINE', 'The offline switch is on').toData()
    const held = holdsPrivate(textsOfBody({ json: JSON.parse(body) as unknown, body }, runtimeText))
    return held ? new AppError('PRIVATE_BLOCKED', 'A private value is in the request').toData() : null
  }

  /** The memory of a conversation for the model that is chosen now, to compact it by hand. */
  memoryOf(conversation: ConversationRow): ReturnType<TurnPreparation['memoryOf']> {
    return this.#preparation.memoryOf(conversation)
  }

  /** What a new message stands under: the end of the thread, or the parent of the message that it replaces. */
  #parentOf(conversation: ConversationRow, input: TurnInput): string | null {
    if (input.editOf === undefined) return conversation.head_message_id
    const old = this.#ports.messages.require(conversation.id, input.editOf)
    if (old.role !== 'user') throw new AppError('INVALID_INPUT', 'Only a user message can be edited', { field: 'editOf' })
    return old.parent_id
  }

  #idle(conversationId: string): ConversationRow {
    const conversation = this.#ports.conversations.require(conversationId)
    if (this.#ports.hub.isBusy(conversationId))
      throw new AppError('INVALID_INPUT', 'A turn is running in this conversation', { reason: 'busy' })
    return conversation
  }

  #run(turn: UserTurn, hub: TurnHub): void {
    hub.start({
      turnId: turn.turnId,
      conversationId: turn.conversation.id,
      head: turn.messageId,
      privacy: turn.privacy,
      turnMs: this.#ports.settings().network.turnMs,
      prepare: async () => {
        const { request, ports } = await this.#preparation.prepare(turn)
        return { run: (signal) => runTurn(request, ports, signal), forget: (edit) => ports.memory.forget(edit) }
      }
    })
  }
}

/** What a command asks to remember must fit a fact; nothing is stored otherwise. @throws AppError `INVALID_INPUT` */
function requireFactLength(text: string): void {
  const command = parseCommand(text)
  if (command.kind !== 'none' && command.rest.length > FACT_TEXT_MAX) {
    throw new AppError('INVALID_INPUT', 'Too long for one fact', { field: 'text', problem: 'too_big', most: FACT_TEXT_MAX })
  }
}

function privacyOf(input: TurnInput): Privacy {
  return strictest([input.privacy ?? 'open', parseCommand(input.text).kind === 'private' ? 'private' : 'open'])
}
