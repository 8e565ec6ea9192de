import { FACT_TEXT_MAX } from '../../shared/model/memory.ts'
import type { Destination, Privacy } from '../../shared/model/privacy.ts'
import type { Settings } from '../../shared/model/settings.ts'
import { parseCommand } from '../../shared/turn/command.ts'
import { conversationContext, storedIdOf } from '../agent/conversation-context.ts'
import type { RunEvent } from '../agent/run-event.ts'
import { isQuestion } from '../agent/question.ts'
import { systemPrompt } from '../agent/system-prompt.ts'
import { agentTexts } from '../agent/texts.ts'
import type { ToolRunner, TurnPorts, TurnRequest } from '../agent/turn-ports.ts'
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
import type { ProfileReader } from '../memory/profile/profile-text.ts'
import { ShortTermMemory } from '../memory/short-term-memory.ts'
import type { SummaryStore } from '../memory/summary-store.ts'
import { parseArithmetic } from '../tools/parse-arithmetic.ts'
import { languageOf } from '../tools/text-language.ts'

export interface PreparationPorts {
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
  readonly profile: ProfileReader
  readonly toolRunner: (run: { readonly destination: Destination; readonly memoryEnabled: boolean }) => ToolRunner
  readonly logger: Logger
  /** True when one of the texts holds a protected value. */
  readonly holdsPrivate: (texts: readonly string[]) => boolean
}

/** Share of the model's window at which older messages become the summary. */
const COMPACTION_SHARE = 0.6
const PARALLEL_CALLS = 4

export interface Prepared {
  readonly request: TurnRequest
  readonly ports: TurnPorts
  readonly onCompacted: (event: Extract<RunEvent, { type: 'compacted' }>) => void
}

/** A stored user message that is to be answered. */
export interface UserTurn {
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

/** Gathers what the loop needs for one turn: the provider, the thread as its audience may see it, memory, tools. */
export class TurnPreparation {
  readonly #ports: PreparationPorts

  constructor(ports: PreparationPorts) {
    this.#ports = ports
  }

  async prepare(turn: UserTurn): Promise<Prepared> {
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
      enabled: run.memoryEnabled,
      profile: this.#ports.profile,
      loading: settings().memory.loading,
      holdsPrivate: this.#ports.holdsPrivate
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
export function forgetIn(shortTerm: ShortTermMemory, edit: (text: string) => string): void {
  const messages = shortTerm.messages.map(({ reasoning, toolCalls, ...message }): ChatMessage => ({
    ...message,
    content: edit(message.content),
    ...(reasoning === undefined ? {} : { reasoning: edit(reasoning) }),
    ...(toolCalls === undefined ? {} : { toolCalls: toolCalls.map((call) => ({ ...call, args: edit(call.args) })) })
  }))
  shortTerm.replace(messages)
}

/** Messages that stand before the summary's end and are still carried word for word. */
function keptBefore(messages: readonly ChatMessage[], path: readonly MessageRow[], uptoId: string): string[] {
  const kept = new Set(messages.map((message) => message.id))
  const upto = path.findIndex((row) => row.id === uptoId)
  return path.slice(0, upto + 1).flatMap((row) => (kept.has(row.id) && row.id !== uptoId ? [row.id] : []))
}
