import type { ErrorData } from '../../shared/model/errors.ts'
import { FACT_TEXT_MAX } from '../../shared/model/memory.ts'
import type { Destination, Privacy } from '../../shared/model/privacy.ts'
import { parseCommand } from '../../shared/turn/command.ts'
import { conversationContext } from '../agent/conversation-context.ts'
import { isQuestion } from '../memory/text/question.ts'
import { systemPrompt } from '../agent/system-prompt.ts'
import { agentTexts } from '../agent/texts.ts'
import type { ToolRunner, TurnPorts, TurnRequest } from '../agent/turn-ports.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { faultFields, type Logger } from '../kernel/logger.ts'
import type { CurrentModel, ProviderService } from '../llm/provider-service.ts'
import type { ConversationRow } from '../memory/conversation/conversation-store.ts'
import type { FactStore } from '../memory/facts/fact-store.ts'
import type { LongTermMemory } from '../memory/long-term-memory.ts'
import { MemoryManager } from '../memory/memory-manager.ts'
import type { TextLanguage } from '../memory/memory-texts.ts'
import type { MessageRow } from '../memory/conversation/message-store.ts'
import type { ProfileReader } from '../memory/profile/profile-text.ts'
import { ShortTermMemory } from '../memory/conversation/short-term-memory.ts'
import { parseArithmetic } from '../tools/parse-arithmetic.ts'
import { languageOf } from '../tools/text-language.ts'
import { compactionOptions, type CompactionPorts } from './compactions.ts'

export interface PreparationPorts extends CompactionPorts {
  readonly providers: ProviderService
  readonly clock: Clock
  readonly systemLanguage: TextLanguage
  readonly facts: FactStore
  readonly longTerm: LongTermMemory
  readonly profile: ProfileReader
  readonly toolRunner: (run: { readonly destination: Destination; readonly memoryEnabled: boolean }) => ToolRunner
  readonly logger: Logger
  /** True when one of the texts holds a protected value. */
  readonly holdsPrivate: (texts: readonly string[]) => boolean
}

const PARALLEL_CALLS = 4

export interface Prepared {
  readonly request: TurnRequest
  readonly ports: TurnPorts
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
    const { memory, leftOut } = this.#memory(turn, { destination, language, memoryEnabled, prompt: prompt.text, current: chosen })
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
        llm: chosen === null ? null : providers.port(chosen),
        memory,
        tools: this.#ports.toolRunner({ destination, memoryEnabled }),
        limits: { maxRounds: settings().chat.maxRounds, maxCalls: settings().chat.maxCalls, parallel: PARALLEL_CALLS },
        temperature: settings().chat.temperature,
        compactionFraction: settings().compaction.fraction,
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
      }
    }
  }

  #language(text: string): TextLanguage {
    const chosen = this.#ports.settings().appearance.language
    if (chosen !== 'auto') return chosen
    // A message without letters, such as a sum, says nothing of its language.
    return /\p{L}/u.test(text) ? languageOf(text) : this.#ports.systemLanguage
  }

  #memory(
    turn: Pick<UserTurn, 'conversation' | 'path'> & { readonly turnId: string | null },
    run: {
      readonly destination: Destination
      readonly language: TextLanguage
      readonly memoryEnabled: boolean
      readonly prompt: string
      readonly current: CurrentModel | null
    }
  ): { memory: MemoryManager; leftOut: number } {
    const { settings, summaries, longTerm, profile, holdsPrivate } = this.#ports
    const { destination: audience, language, memoryEnabled, current } = run
    const conversationId = turn.conversation.id
    const shortTerm = new ShortTermMemory()
    shortTerm.add({ id: 'system', role: 'system', content: run.prompt, privacy: 'open', origin: 'runtime' })
    const context = conversationContext({
      path: turn.path,
      summary: summaries.get(conversationId, audience),
      audience,
      holdsPrivate,
      interruptedText: agentTexts[language].interruptedCall
    })
    for (const message of context.messages) shortTerm.add(message)
    const memory = new MemoryManager({
      shortTerm,
      longTerm,
      ...compactionOptions(this.#ports, { conversationId, turnId: turn.turnId, audience, language, memoryEnabled, current }),
      recallLimit: settings().memory.recallLimit,
      audience,
      conversationId,
      projectId: turn.conversation.project_id,
      language,
      enabled: memoryEnabled,
      profile,
      loading: settings().memory.loading,
      holdsPrivate
    })
    return { memory, leftOut: context.leftOut }
  }

  /** The memory of a conversation as the model that is chosen now would have it, to compact it by hand. */
  async memoryOf(conversation: ConversationRow): Promise<{ readonly memory: MemoryManager; readonly error: ErrorData | null }> {
    const { providers, settings, messages } = this.#ports
    const chosen = await providers.currentForTurn()
    const port = chosen === null ? { error: new AppError('PROVIDER_NONE', 'No model is chosen').toData() } : providers.port(chosen)
    const path = messages.path(conversation.head_message_id)
    const { memory } = this.#memory(
      { turnId: null, conversation, path },
      {
        destination: chosen?.provider.destination ?? 'local',
        language: this.#language(path.findLast((row) => row.role === 'user')?.content ?? ''),
        memoryEnabled: settings().memory.enabled && conversation.temporary === 0,
        prompt: '',
        current: chosen
      }
    )
    return { memory, error: 'error' in port ? port.error : null }
  }
}
