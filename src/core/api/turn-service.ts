import type { ParsedInput, RouteOutput } from '../../shared/ipc/contract.ts'
import { FACT_TEXT_MAX } from '../../shared/model/memory.ts'
import type { Destination, Privacy } from '../../shared/model/privacy.ts'
import type { Settings } from '../../shared/model/settings.ts'
import { strictest } from '../../shared/privacy-order.ts'
import { buildRequest, recallForRequest } from '../agent/request-context.ts'
import { isQuestion, parseCommand } from '../agent/commands.ts'
import { conversationContext, storedIdOf } from '../agent/conversation-context.ts'
import type { RunEvent } from '../agent/run-event.ts'
import { runTurn } from '../agent/run-turn.ts'
import { systemPrompt } from '../agent/system-prompt.ts'
import { agentTexts } from '../agent/texts.ts'
import type { ToolRunner, TurnPorts, TurnRequest } from '../agent/turn-ports.ts'
import type { Db } from '../db/database.ts'
import { transaction } from '../db/database.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { IdSource } from '../kernel/ids.ts'
import { faultFields, type Logger } from '../kernel/logger.ts'
import type { LlmPort } from '../llm/llm-port.ts'
import type { ProviderService } from '../llm/provider-service.ts'
import { languageSummarizer } from '../llm/summarizer.ts'
import type { ChatMessage } from '../memory/chat-message.ts'
import type { ConversationRow, ConversationStore } from '../memory/conversation-store.ts'
import type { FactStore } from '../memory/fact-store.ts'
import type { LongTermMemory } from '../memory/long-term-memory.ts'
import { MemoryManager } from '../memory/memory-manager.ts'
import type { TextLanguage } from '../memory/memory-texts.ts'
import type { MessageRow, MessageStore } from '../memory/message-store.ts'
import { ShortTermMemory } from '../memory/short-term-memory.ts'
import type { SummaryStore } from '../memory/summary-store.ts'
import { parseArithmetic } from '../tools/parse-arithmetic.ts'
import { languageOf } from '../tools/text-language.ts'
import type { TurnHub } from './turn-hub.ts'

export interface TurnServicePorts {
  readonly db: Db
  readonly clock: Clock
  readonly ids: IdSource
  readonly settings: () => Settings
  readonly systemLanguage: TextLanguage
  readonly conversations: ConversationStore
  readonly messages: MessageStore
  readonly summaries: SummaryStore
  readonly facts: FactStore
  readonly longTerm: LongTermMemory
  readonly providers: ProviderService
  readonly toolRunner: (run: { readonly destination: Destination; readonly memoryEnabled: boolean }) => ToolRunner
  readonly hub: TurnHub
  readonly logger: Logger
  /** True when one of the texts holds a protected value. */
  readonly holdsPrivate: (texts: readonly string[]) => boolean
}

/** Share of the model's window at which older messages become the summary. */
const COMPACTION_SHARE = 0.6
const PARALLEL_CALLS = 4

type TurnInput = ParsedInput<'turn.start'>

interface Prepared {
  readonly request: TurnRequest
  readonly ports: TurnPorts
  readonly onCompacted: (event: Extract<RunEvent, { type: 'compacted' }>) => void
}

interface UserTurn {
  readonly turnId: string
  readonly conversation: ConversationRow
  readonly messageId: string
  readonly text: string
  readonly privacy: Privacy
  /** The shown messages before this one. */
  readonly path: readonly MessageRow[]
  /** False when the message is answered again: it has been remembered already. */
  readonly first: boolean
  readonly mode: TurnRequest['mode']
}

/** Makes turns out of routes: stores the user message, gathers what the loop needs, hands the run to the hub. */
export class TurnService {
  readonly #ports: TurnServicePorts

  constructor(ports: TurnServicePorts) {
    this.#ports = ports
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

  /** The body that `start` would send now. Nothing is stored, nothing is sent. */
  async preview(input: TurnInput): Promise<RouteOutput<'turn.preview'>> {
    const { conversations, messages } = this.#ports
    const conversation = conversations.require(input.conversationId)
    const parentId = this.#parentOf(conversation, input)
    const { request, ports } = await this.#prepare({
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
    const facts = await recallForRequest(request, ports)
    const used = facts.map((fact) => fact.factId)
    const body = ports.llm.requestBody(buildRequest(request, ports, ports.llm, facts, used, request.mode === 'auto' ? null : request.mode))
    return {
      destination: request.destination,
      host: request.host,
      factIds: used,
      bytes: Buffer.byteLength(body),
      body
    }
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
        const { request, ports, onCompacted } = await this.#prepare(turn)
        return { onCompacted, run: (signal) => runTurn(request, ports, signal), forget: (edit) => forgetIn(ports.memory.shortTerm, edit) }
      }
    })
  }

  async #prepare(turn: UserTurn): Promise<Prepared> {
    const { providers, settings, clock, longTerm, facts, ids, logger } = this.#ports
    const { conversation, text, privacy } = turn
    const command = parseCommand(text)
    const query = command.kind === 'none' ? text : command.rest
    const language = this.#language(text)
    const chosen = await providers.currentForTurn()
    const destination: Destination = chosen?.provider.destination ?? 'local'
    const asks = command.kind !== 'remember' && isQuestion(query)
    const closed = privacy !== 'open'
    // A closed message stays here unless a model on this machine can answer it.
    const keepHere = closed && (destination === 'remote' || chosen === null)
    const remember = command.kind !== 'none' || (keepHere && !asks)
    const memoryEnabled = settings().memory.enabled && conversation.temporary === 0
    const prompt = systemPrompt({ settings: settings(), language, now: clock.now(), memoryEnabled, destination })
    const llm = chosen === null ? null : providers.port(chosen)
    const { memory, leftOut, onCompacted } = this.#memory(turn, { destination, language, memoryEnabled, prompt: prompt.text, llm })
    const recallLimit = settings().memory.recallLimit
    return {
      request: {
        turnId: turn.turnId,
        conversationId: conversation.id,
        projectId: conversation.project_id,
        userMessage: { id: turn.messageId, role: 'user', content: text, privacy, origin: 'user' },
        query,
        persist: turn.first && remember && !(command.kind === 'private' && asks) && query.length <= FACT_TEXT_MAX ? query : null,
        keepHere,
        isQuestion: asks,
        language,
        destination,
        host: chosen?.provider.host ?? null,
        leftOut,
        mode: turn.mode
      },
      ports: {
        llm,
        memory,
        tools: this.#ports.toolRunner({ destination, memoryEnabled }),
        limits: { maxRounds: settings().chat.maxRounds, maxCalls: settings().chat.maxCalls, parallel: PARALLEL_CALLS },
        temperature: settings().chat.temperature,
        runtimeText: [prompt.date],
        newId: (kind) => ids.next(kind),
        holdsPrivate: this.#ports.holdsPrivate,
        markUsed: (factIds) => facts.markUsed(factIds),
        recallHere: (question) =>
          memoryEnabled
            ? longTerm.recall(question, {
                limit: recallLimit,
                audience: 'local',
                projectId: conversation.project_id,
                threadId: conversation.id
              })
            : Promise.resolve([]),
        arithmetic: parseArithmetic,
        onFault: (cause) => logger.error('turn.fault', faultFields(cause))
      },
      onCompacted
    }
  }

  /** The shown messages as they are stored by now, those of the running turn included. */
  #shownPath(conversationId: string): MessageRow[] {
    return this.#ports.messages.path(this.#ports.conversations.require(conversationId).head_message_id)
  }

  #language(text: string): TextLanguage {
    const chosen = this.#ports.settings().appearance.language
    if (chosen !== 'auto') return chosen
    // A message without letters, such as a sum, says nothing of its language.
    return /\p{L}/u.test(text) ? languageOf(text) : this.#ports.systemLanguage
  }

  #memory(
    turn: UserTurn,
    run: {
      readonly destination: Destination
      readonly language: TextLanguage
      readonly memoryEnabled: boolean
      readonly prompt: string
      readonly llm: TurnPorts['llm']
    }
  ): { memory: MemoryManager; leftOut: number; onCompacted: Prepared['onCompacted'] } {
    const { settings, summaries, longTerm } = this.#ports
    const conversationId = turn.conversation.id
    const shortTerm = new ShortTermMemory()
    shortTerm.add({ id: 'system', role: 'system', content: run.prompt, privacy: 'open', origin: 'runtime' })
    const stored = summaries.get(conversationId, run.destination)
    const context = conversationContext({
      path: turn.path,
      summary: stored,
      audience: run.destination,
      holdsPrivate: this.#ports.holdsPrivate,
      interruptedText: agentTexts[run.language].interruptedCall
    })
    for (const message of context.messages) shortTerm.add(message)
    const port: LlmPort | null = run.llm === null || 'error' in run.llm ? null : run.llm
    const compaction = settings().compaction
    const memory = new MemoryManager({
      shortTerm,
      longTerm,
      summarizer: port === null ? null : languageSummarizer(port, { language: run.language, conversationId, turnId: turn.turnId }),
      threshold: compaction.thresholdTokens ?? Math.floor((port?.contextWindow ?? 0) * COMPACTION_SHARE),
      keep: compaction.keep,
      recallLimit: settings().memory.recallLimit,
      audience: run.destination,
      conversationId,
      projectId: turn.conversation.project_id,
      language: run.language,
      enabled: run.memoryEnabled
    })
    const onCompacted: Prepared['onCompacted'] = ({ messages, removed }) => {
      const summary = messages.find((message) => message.kind === 'summary')
      if (summary === undefined) return
      const uptoMessageId = storedIdOf(summary.id)
      summaries.set(conversationId, run.destination, {
        text: summary.content,
        uptoMessageId,
        keptIds: keptBefore(messages, this.#shownPath(conversationId), uptoMessageId),
        removed: removed + (stored?.removed ?? 0),
        privacy: summary.privacy
      })
    }
    return { memory, leftOut: context.leftOut, onCompacted }
  }
}

/** Forgotten words leave the window of a running turn, in every place where they can stand. */
function forgetIn(shortTerm: ShortTermMemory, edit: (text: string) => string): void {
  const messages = shortTerm.messages.map(({ reasoning, toolCalls, ...message }): ChatMessage => ({
    ...message,
    content: edit(message.content),
    ...(reasoning === undefined ? {} : { reasoning: edit(reasoning) }),
    ...(toolCalls === undefined ? {} : { toolCalls: toolCalls.map((call) => ({ ...call, args: edit(call.args) })) })
  }))
  shortTerm.replace(messages)
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

/** Messages that stand before the summary's end and are still carried word for word. */
function keptBefore(messages: readonly ChatMessage[], path: readonly MessageRow[], uptoId: string): string[] {
  const kept = new Set(messages.map((message) => message.id))
  const upto = path.findIndex((row) => row.id === uptoId)
  return path.slice(0, upto + 1).flatMap((row) => (kept.has(row.id) && row.id !== uptoId ? [row.id] : []))
}
