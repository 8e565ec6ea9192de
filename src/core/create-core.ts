import * as z from 'zod'
import type { EventData, EventName, ShellState } from '../shared/ipc/contract.ts'
import type { Result } from '../shared/model/errors.ts'
import { createToolMemory } from './agent/run-tool-memory.ts'
import { createToolResults } from './agent/run-tool-results.ts'
import { CompactNow } from './api/compact-now.ts'
import { appHandlers } from './api/handlers/app-handlers.ts'
import { compactionHandlers } from './api/handlers/compaction-handlers.ts'
import { conversationHandlers } from './api/handlers/conversation-handlers.ts'
import { embeddingHandlers } from './api/handlers/embedding-handlers.ts'
import { extractionHandlers } from './api/handlers/extraction-handlers.ts'
import { memoryHandlers } from './api/handlers/memory-handlers.ts'
import { memoryExchangeHandlers } from './api/handlers/memory-exchange-handlers.ts'
import { projectHandlers } from './api/handlers/project-handlers.ts'
import { profileHandlers } from './api/handlers/profile-handlers.ts'
import { turnHandlers } from './api/handlers/turn-handlers.ts'
import { callRoute, type Handlers } from './api/router.ts'
import { createToolRunner } from './api/tool-runner.ts'
import { TurnHub } from './api/turn-hub.ts'
import { TurnService } from './api/turn-service.ts'
import { releaseBallast } from './db/ballast.ts'
import { openProfileDatabase, type ProfileDatabase } from './db/database.ts'
import { createSecretsFile } from './db/secrets-file.ts'
import { createSettingsStore } from './db/settings-store.ts'
import { subKey } from './db/sub-keys.ts'
import { toErrorData } from './kernel/app-error.ts'
import { createClock } from './kernel/clock.ts'
import { randomIds, seededIds, type IdSource } from './kernel/ids.ts'
import type { Logger } from './kernel/logger.ts'
import { profilePaths } from './kernel/paths.ts'
import type { WorkerHost } from './kernel/worker-host.ts'
import { loadOpenAi } from './llm/openai-client.ts'
import { ProviderService } from './llm/provider-service.ts'
import { ConversationStore } from './memory/conversation/conversation-store.ts'
import { ProjectStore } from './memory/facts/project-store.ts'
import { createEraser } from './memory/forgetting/eraser.ts'
import { FactStore } from './memory/facts/fact-store.ts'
import { LongTermMemory } from './memory/long-term-memory.ts'
import { MessageStore } from './memory/conversation/message-store.ts'
import { createTextIndexing } from './memory/text/text-indexing.ts'
import { SummaryStore } from './memory/compaction/summary-store.ts'
import { CompactionStore } from './memory/compaction/compaction-store.ts'
import { ToolResultStore } from './memory/conversation/tool-result-store.ts'
import { createGate } from './privacy/create-gate.ts'
import { createHoldsPrivate } from './privacy/holds-private.ts'
import { createPrivateSource } from './privacy/private-source.ts'
import { createProtectedValues } from './privacy/protected-values.ts'
import { proxyEnvironment } from './privacy/proxy.ts'
import { createReceiptStore } from './privacy/receipts.ts'
import { createKeyLookup } from './settings/key-lookup.ts'
import { createSettingsService } from './settings/settings-service.ts'
import { resultTools, toolDefinitions } from './tools/definitions.ts'
import type { ToolDependencies } from './tools/tool-definition.ts'
import { wireDeletions } from './wire-deletions.ts'
import { wireEmbedding } from './wire-embedding.ts'
import { wireExtraction } from './wire-extraction.ts'
import { wireProfile } from './wire-profile.ts'

export interface CoreConfig {
  readonly profileDir: string
  /** The profile's data key, 32 bytes. */
  readonly key: Uint8Array
  readonly appRoot: string
  readonly modelsDir: string
  readonly version: string
  /** Language tag of the system. */
  readonly locale: string
  readonly shell: ShellState['shell']
  /** The system's environment: `HEARTH_NOW`, `HEARTH_SEED`, proxies, API keys by the names that presets give. */
  readonly env: Readonly<Record<string, string | undefined>>
}

export interface CorePorts {
  readonly workers: WorkerHost
  readonly logger: Logger
  readonly emit: <E extends EventName>(name: E, data: EventData<E>) => void
}

export interface Core {
  call(route: string, input: unknown): Promise<Result<unknown>>
  close(): Promise<void>
}

function idsFor(config: CoreConfig, store: ReturnType<typeof createSettingsStore>): IdSource {
  const seed = config.env['HEARTH_SEED']
  if (seed === undefined || seed === '') return randomIds()
  return seededIds(seed, () => {
    const next = store.get('ids.counter', z.number(), 0) + 1
    store.set('ids.counter', next)
    return next
  })
}

/** What the first question needs and the start does not is loaded after the first answer, or after this many milliseconds. */
const WARM_UP_MS = 300

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    work()
  }
}

/** Opening writes a little. On a full disk the reserve is given up for it, so that a person can still read and make room. */
function openWithRoom(open: () => ProfileDatabase, makeRoom: () => boolean): ProfileDatabase {
  try {
    return open()
  } catch (cause) {
    if (toErrorData(cause).code !== 'DISK_FULL' || !makeRoom()) throw cause
    return open()
  }
}

/** The only place where things are wired. @throws AppError as `openProfileDatabase` does. */
export function createCore(config: CoreConfig, ports: CorePorts): Core {
  const clock = createClock(config.env['HEARTH_NOW'])
  const paths = profilePaths(config.profileDir)
  const open = (): ProfileDatabase => openProfileDatabase({ paths, key: config.key, logger: ports.logger, now: () => clock.now() })
  const profile = openWithRoom(open, () => releaseBallast(paths))
  try {
    return wire(config, ports, profile)
  } catch (cause) {
    profile.close()
    throw cause
  }
}

function wire(config: CoreConfig, ports: CorePorts, profile: ProfileDatabase): Core {
  const { logger, emit } = ports
  const { db } = profile
  const clock = createClock(config.env['HEARTH_NOW'])
  const store = createSettingsStore(db, logger)
  const ids = idsFor(config, store)
  const changed = (what: EventData<'data.changed'>['what']): void => {
    emit('data.changed', { what })
    if (what === 'settings') embedding.follow()
  }

  const settings = createSettingsService(store)
  const secrets = createSecretsFile({ path: profilePaths(config.profileDir).secrets, key: config.key, logger })
  const keys = createKeyLookup({ appRoot: config.appRoot, env: config.env, secrets })

  const receipts = createReceiptStore({ db, ids, clock, onChange: () => changed('receipts') })
  const privateSource = createPrivateSource(db)
  const protectedValues = createProtectedValues(privateSource)
  const env = proxyEnvironment(config.env)
  const gate = createGate({ receipts, protectedValues, network: () => settings.get().network, clock, logger, env })
  const providers = new ProviderService({ backend: store, settings, keys, gate, clock })

  const embedding = wireEmbedding({
    db,
    store,
    settings,
    gate,
    host: ports.workers,
    logger,
    boxDir: config.modelsDir,
    profileModels: profilePaths(config.profileDir).models,
    onChange: () => changed('embedder')
  })
  const { models, queue } = embedding
  const factContext = { db, key: subKey(config.key, 'facts'), clock }
  const facts = new FactStore({ ...factContext, onChange: () => changed('facts') })
  const longTerm = new LongTermMemory({
    db,
    facts,
    models,
    queue,
    clock,
    ranking: () => settings.get().memory.ranking
  })
  const textIndexing = createTextIndexing({ db, logger })
  const conversations = new ConversationStore(db, clock, ids)
  const messages = new MessageStore(db, clock)
  const summaries = new SummaryStore(db, clock)
  const compactions = new CompactionStore(db, clock)
  const results = new ToolResultStore(db)
  const projects = new ProjectStore(db, clock, ids)
  const holdsPrivate = createHoldsPrivate(privateSource, protectedValues)
  const onProfile = (): void => changed('profile')
  const { profile: portrait, profileWriter } = wireProfile({ db, clock, logger, settings, providers, holdsPrivate, onChange: onProfile })
  const eraser = createEraser({
    db,
    facts,
    messages,
    summaries,
    compactions,
    results,
    receipts,
    projects,
    forgetInProfile: (forgotten, edit) => portrait.forget(forgotten, edit),
    onForgotten: (edit) => {
      hub.forget(edit)
      compactNow.forget()
    },
    checkpoint: () => profile.checkpoint(),
    makeRoom: () => profile.makeRoom()
  })
  const deletions = wireDeletions({ db, clock, ids, logger, eraser, facts, conversations, projects, changed })

  const dependencies: ToolDependencies = {
    memory: createToolMemory({ db, longTerm, facts, holdsPrivate }),
    results: createToolResults(results, holdsPrivate),
    fetchFor: (context) => gate.fetchFor(context),
    settings: () => settings.get(),
    clock
  }
  const hub = new TurnHub({
    recorder: { db, conversations, messages, results },
    logger,
    emit: (batch) => emit('turn.event', batch),
    onEnd: (conversationId) => {
      changed('conversations')
      extraction.afterTurn(conversationId)
    }
  })
  const extraction = wireExtraction({
    db,
    clock,
    ids,
    logger,
    settings,
    providers,
    conversations,
    messages,
    facts,
    longTerm,
    models,
    holdsPrivate,
    isBusy: (conversationId) => hub.isBusy(conversationId),
    onLearned: (learned) => {
      emit('memory.learned', learned)
      changed('conversations')
      queue.kick()
      const { conversationId, messageId, remembered } = learned
      if (remembered.length > 0) profileWriter.learned({ conversationId, messageIds: [messageId] })
    },
    onChange: () => changed('extraction')
  })
  const turns = new TurnService({
    db,
    clock,
    ids,
    settings: () => settings.get(),
    systemLanguage: config.locale.toLowerCase().startsWith('zh') ? 'zh' : 'en',
    conversations,
    messages,
    summaries,
    compactions,
    beforeLeaving: (conversationId, messageIds) => extraction.beforeLeaving(conversationId, messageIds),
    facts,
    longTerm,
    providers,
    toolRunner: createToolRunner({ definitions: toolDefinitions, forKeptResults: resultTools, dependencies }),
    hub,
    logger,
    holdsPrivate,
    profile: portrait
  })
  const compactNow = new CompactNow({ conversations, hub, memoryOf: (conversation) => turns.memoryOf(conversation) })

  // What a crash left: answers that were being written, deletions that waited, temporary threads.
  const eraseTemporary = (): void => {
    for (const id of conversations.temporaryIds()) eraser.eraseConversation(id)
  }
  const attempt = (what: string, work: () => void): void => {
    try {
      work()
    } catch (cause) {
      logger.error(what, { code: toErrorData(cause).code })
    }
  }
  attempt('messages.not-marked', () => {
    const interrupted = messages.markInterrupted()
    if (interrupted > 0) logger.warn('messages.interrupted', { count: interrupted })
  })
  deletions.carryOutAll()
  attempt('temporary.not-erased', eraseTemporary)
  attempt('extraction.not-started', () => extraction.start())
  const { version, shell, profileDir } = config
  const tools = toolDefinitions.map((definition) => definition.create(dependencies))
  const projectsChanged = (): void => changed('projects')
  const destination = () => providers.current()?.provider.destination ?? 'local'
  const handlers: Handlers = {
    ...appHandlers({
      version,
      profile: profileDir,
      shell,
      settings,
      providers,
      gate,
      receipts,
      conversations,
      facts,
      models,
      queue,
      tools,
      changed,
      settingsChanged: () => {
        extraction.settingsChanged()
        changed('settings')
      }
    }),
    ...conversationHandlers({
      db,
      conversations,
      projects,
      messages,
      deletions,
      eraser,
      hub,
      onChange: () => changed('conversations'),
      projectsChanged
    }),
    ...compactionHandlers({ conversations, messages, compactions, results, compactNow, onChange: () => changed('conversations') }),
    ...projectHandlers({ projects, deletions, eraser, changed }),
    ...embeddingHandlers({ ...embedding, settings, workers: ports.workers, logger, changed }),
    ...memoryHandlers({ db, facts, longTerm, queue, deletions, eraser, projects, clock, projectsChanged, destination }),
    ...profileHandlers(portrait),
    ...extractionHandlers({
      db,
      clock,
      facts,
      extraction,
      queue,
      profileWritten: () => profileWriter.flush(),
      onNotes: () => changed('conversations')
    }),
    ...memoryExchangeHandlers({ context: factContext, queue, locale: config.locale, settings: () => settings.get(), changed }),
    ...turnHandlers({ turns, hub, onChange: () => changed('conversations') })
  }

  const warmUp = once(() => {
    models.active().warm()
    longTerm.warm()
    void textIndexing.run()
    queue.kick()
    // What fails here fails again, and is told, when it is needed.
    gate.prepare().catch(() => {})
    loadOpenAi().catch(() => {})
  })
  const soon = setTimeout(warmUp, WARM_UP_MS)
  let closing = false

  return {
    call: async (route, input) => {
      const result = await callRoute(handlers, logger, route, input)
      if (!closing) setImmediate(() => closing || warmUp())
      return result
    },
    close: async () => {
      closing = true
      clearTimeout(soon)
      // Whatever fails on the way (a full disk), the profile is given back.
      try {
        await hub.close()
        await compactNow.close()
        deletions.carryOutAll()
        deletions.close()
        attempt('temporary.not-erased', eraseTemporary)
        await extraction.close()
        await profileWriter.close()
        await embedding.close()
        longTerm.close()
        await textIndexing.close()
        await gate.close()
      } finally {
        profile.close()
      }
    }
  }
}
