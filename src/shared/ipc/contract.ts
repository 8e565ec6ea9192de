import * as z from 'zod'
import { idSchema, isoTimeSchema } from '../model/common.ts'
import { conversationSchema, messageSchema, projectSchema, searchHitSchema } from '../model/conversation.ts'
import {
  embeddingModelStateSchema,
  extractionStateSchema,
  factDraftSchema,
  factSchema,
  factScopeSchema,
  factCategorySchema,
  factSourceSchema,
  factStatusSchema,
  mapPointSchema,
  profileSectionNameSchema,
  profileSectionSchema,
  recalledFactSchema,
  reviewListSchema,
  FACT_TEXT_MAX,
  PROFILE_TEXT_MAX
} from '../model/memory.ts'
import { destinationSchema, privacySchema } from '../model/privacy.ts'
import { presetSchema, providerDraftSchema, providerSchema } from '../model/provider.ts'
import { receiptSchema } from '../model/receipt.ts'
import { settingsPatchSchema, settingsSchema } from '../model/settings.ts'
import { errorDataSchema, turnEventBatchSchema } from '../model/turn-event.ts'

/**
 * Every route and every event, declared once. The window, `npm run headless`, tests and people's scripts use the same.
 * Values are JSON only. Routes under `shell.` are answered by the process that hosts the core, all others by the core.
 */

const nothing = z.strictObject({})
const done = z.object({ done: z.literal(true) })
const limit = (max: number) => z.number().int().min(1).max(max).optional()
const query = z.string().max(2_000_000)
const messageText = z
  .string()
  .max(1_000_000)
  .refine((text) => text.trim() !== '', { message: 'must not be empty' })
const projectName = z.string().trim().min(1).max(100)
const factIds = z.array(idSchema).min(1).max(10_000)
const modeSchema = z.enum(['auto', 'cot', 'few_shot', 'react', 'tot'])

/** A deletion that waits: nothing is erased until `until`, then it is erased for good. */
const deletion = z.object({ deletionId: z.string().nullable(), until: z.string().nullable() })

const turnInput = z.strictObject({
  conversationId: idSchema,
  text: messageText,
  privacy: privacySchema.optional(),
  mode: modeSchema.optional(),
  /** The user message that this one replaces as another version; what came after the old one stays with it. */
  editOf: idSchema.optional()
})

const embedderSchema = z.object({
  state: z.enum(['idle', 'loading', 'ready', 'failed', 'missing']),
  id: z.string(),
  dimensions: z.number().int(),
  pending: z.number().int()
})

export const coreRoutes = {
  'contract.describe': {
    input: nothing,
    output: z.object({
      routes: z.record(z.string(), z.object({ input: z.json(), output: z.json() })),
      events: z.record(z.string(), z.json())
    })
  },
  'app.status': {
    input: nothing,
    output: z.object({
      version: z.string(),
      profile: z.string(),
      shell: z.enum(['electron', 'stand-in', 'headless']),
      provider: z.string().nullable(),
      model: z.string().nullable(),
      destination: destinationSchema,
      host: z.string().nullable(),
      offline: z.boolean(),
      embedder: embedderSchema,
      counts: z.object({ facts: z.number().int(), messages: z.number().int(), conversations: z.number().int() })
    })
  },
  'app.diagnostics': { input: nothing, output: z.object({ text: z.string() }) },
  'settings.get': { input: nothing, output: settingsSchema },
  'settings.set': { input: z.strictObject({ patch: settingsPatchSchema }), output: settingsSchema },

  'providers.list': { input: nothing, output: z.object({ providers: z.array(providerSchema), presets: z.array(presetSchema) }) },
  'providers.save': { input: providerDraftSchema, output: providerSchema },
  'providers.delete': { input: z.strictObject({ id: idSchema }), output: done },
  /** An empty key removes it. */
  'providers.setKey': { input: z.strictObject({ id: idSchema, key: z.string().max(4_000) }), output: done },
  'providers.test': { input: z.strictObject({ id: idSchema }), output: z.object({ models: z.array(z.string()) }) },
  /** `id: null` means no model at all: memory alone. */
  'providers.select': {
    input: z.strictObject({ id: idSchema.nullable(), model: z.string().trim().min(1).max(200).optional() }),
    output: z.object({ id: z.string().nullable(), model: z.string().nullable() })
  },
  /** Model servers that answer on this machine now (Ollama, LM Studio). */
  'providers.discover': {
    input: nothing,
    output: z.object({ found: z.array(z.object({ preset: z.string(), baseUrl: z.string(), models: z.array(z.string()) })) })
  },

  'conversations.create': {
    input: z.strictObject({
      title: z.string().trim().max(200).optional(),
      projectId: idSchema.optional(),
      temporary: z.boolean().optional()
    }),
    output: z.object({ conversationId: z.string() })
  },
  'conversations.list': { input: z.strictObject({ limit: limit(10_000) }), output: z.array(conversationSchema) },
  'conversations.rename': { input: z.strictObject({ conversationId: idSchema, title: z.string().trim().min(1).max(200) }), output: done },
  /** `withFacts` also forgets what was learned from it alone. */
  'conversations.delete': {
    input: z.strictObject({ conversationId: idSchema, undoable: z.boolean().optional(), withFacts: z.boolean().optional() }),
    output: deletion
  },
  /** Facts whose only evidence lies in this conversation. */
  'conversations.facts': { input: z.strictObject({ conversationId: idSchema }), output: z.array(factSchema) },
  /** `projectId: null` takes it out of its project. */
  'conversations.setProject': { input: z.strictObject({ conversationId: idSchema, projectId: idSchema.nullable() }), output: done },
  /** Compacts now. @throws `PROVIDER_NONE` without a model, and what the model failed with. */
  'conversations.compact': {
    input: z.strictObject({ conversationId: idSchema }),
    output: z.object({ removed: z.number().int(), kept: z.number().int(), compactionId: z.string().nullable() })
  },
  /** The note of one compaction: four sections as text. */
  'conversations.compaction': {
    input: z.strictObject({ compactionId: idSchema }),
    output: z.object({
      compactionId: z.string(),
      conversationId: z.string(),
      text: z.string(),
      removed: z.number().int(),
      kept: z.number().int(),
      privacy: privacySchema,
      createdAt: z.string()
    })
  },
  'conversations.search': { input: z.strictObject({ query, limit: limit(200) }), output: z.array(searchHitSchema) },
  /** Makes another version of a message, and what came after it, the one that is shown and continued. */
  'conversations.showVersion': { input: z.strictObject({ conversationId: idSchema, messageId: idSchema }), output: done },
  /** A part of a tool result that is kept beside its message; `total` in characters. */
  'messages.result': {
    input: z.strictObject({ messageId: idSchema, offset: z.number().int().min(0).optional(), limit: limit(200_000) }),
    output: z.object({ text: z.string(), total: z.number().int() })
  },
  'projects.list': { input: nothing, output: z.array(projectSchema) },
  'projects.create': { input: z.strictObject({ name: projectName }), output: z.object({ projectId: z.string() }) },
  'projects.rename': { input: z.strictObject({ projectId: idSchema, name: projectName }), output: done },
  /** Its facts are forgotten; its conversations stay, outside of any project. */
  'projects.delete': { input: z.strictObject({ projectId: idSchema, undoable: z.boolean().optional() }), output: deletion },
  'messages.list': { input: z.strictObject({ conversationId: idSchema }), output: z.array(messageSchema) },

  'drafts.get': { input: z.strictObject({ conversationId: idSchema }), output: z.object({ text: z.string() }) },
  'drafts.set': { input: z.strictObject({ conversationId: idSchema, text: z.string().max(1_000_000) }), output: done },

  'turn.start': { input: turnInput, output: z.object({ turnId: z.string(), userMessageId: z.string() }) },
  /** Answers the same user message again, as another version of the answer. */
  'turn.regenerate': { input: z.strictObject({ conversationId: idSchema, messageId: idSchema }), output: z.object({ turnId: z.string() }) },
  'turn.stop': { input: z.strictObject({ turnId: idSchema }), output: done },
  'turn.attach': {
    input: z.strictObject({ turnId: idSchema, afterSeq: z.number().int().min(0).optional() }),
    output: turnEventBatchSchema.extend({ conversationId: z.string(), done: z.boolean() })
  },
  /** Turns that run now, for a window that opens or reloads. */
  'turn.active': { input: nothing, output: z.array(z.object({ turnId: z.string(), conversationId: z.string() })) },
  'turn.answer': {
    input: z.strictObject({ turnId: idSchema, requestId: idSchema, decision: z.enum(['once', 'always', 'never']) }),
    output: done
  },
  /** What would be sent for this text; nothing happens and nothing is stored. */
  'turn.preview': {
    input: turnInput,
    output: z.object({
      destination: destinationSchema,
      host: z.string().nullable(),
      factIds: z.array(z.string()),
      bytes: z.number().int(),
      /** The request body as JSON text; empty when nothing would be sent. */
      body: z.string(),
      /** Why `turn.start` would be refused: a private value is in the request, or the offline switch is on. The body is empty then. */
      refused: errorDataSchema.optional()
    })
  },

  'memory.add': { input: factDraftSchema, output: z.object({ factId: z.string(), created: z.boolean() }) },
  'memory.addMany': {
    input: z.strictObject({ items: z.array(factDraftSchema).min(1).max(10_000) }),
    output: z.array(z.object({ factId: z.string(), created: z.boolean() }))
  },
  'memory.recall': {
    input: z.strictObject({
      query,
      limit: limit(200),
      destination: destinationSchema.optional(),
      projectId: idSchema.optional(),
      asOf: isoTimeSchema.optional(),
      abstain: z.boolean().optional()
    }),
    output: z.array(recalledFactSchema)
  },
  'memory.list': {
    input: z.strictObject({
      search: query.optional(),
      privacy: privacySchema.optional(),
      category: factCategorySchema.optional(),
      scope: factScopeSchema.optional(),
      projectId: idSchema.optional(),
      status: z.union([factStatusSchema, z.literal('all')]).optional(),
      source: factSourceSchema.optional(),
      pinned: z.boolean().optional(),
      /** Created in this time, ISO. */
      from: isoTimeSchema.optional(),
      to: isoTimeSchema.optional(),
      /** `recent` (pinned first, then the newest), `oldest`, or the most used first. */
      order: z.enum(['recent', 'oldest', 'used']).optional(),
      limit: limit(100_000),
      offset: z.number().int().min(0).optional()
    }),
    output: z.array(factSchema)
  },
  'memory.get': { input: z.strictObject({ factId: idSchema }), output: factSchema.extend({ history: z.array(factSchema) }) },
  'memory.update': {
    input: z.strictObject({
      factId: idSchema,
      patch: z
        .strictObject({
          text: z.string().trim().min(1).max(FACT_TEXT_MAX),
          privacy: privacySchema,
          key: z.string().trim().min(1).max(80).nullable(),
          category: factCategorySchema.nullable(),
          aliases: z.array(z.string().trim().min(1).max(200)).max(50),
          pinned: z.boolean(),
          /** The person's word on a proposal or a doubtful fact. */
          confirmed: z.literal(true),
          /** With `confirmed`: the fact that it contradicts holds as well. Two values of one key cannot; `key: null` goes with it then. */
          alongside: z.literal(true),
          /** It was wrong: kept as history, never recalled. */
          retracted: z.literal(true)
        })
        .partial()
    }),
    output: z.object({ factId: z.string() })
  },
  'memory.delete': { input: z.strictObject({ factId: idSchema, undoable: z.boolean().optional() }), output: deletion },
  /** Forgets several at once, with one undo. */
  'memory.deleteMany': { input: z.strictObject({ factIds, undoable: z.boolean().optional() }), output: deletion },
  /**
   * What "forget everything about X" would forget: facts that name it or are near it, and messages that name it or prove one of them. Nothing
   * happens yet. Forgetting the facts takes their words out of the messages that are `redacted`; the others stay until their conversation goes.
   */
  'memory.about': {
    input: z.strictObject({ query: z.string().trim().min(1).max(500) }),
    output: z.object({ facts: z.array(factSchema), messages: z.array(searchHitSchema.extend({ redacted: z.boolean() })) })
  },
  /** One fact in place of several; its text is new or that of the first. Evidence is merged, the others become its history. */
  'memory.merge': {
    input: z.strictObject({
      factIds: z.array(idSchema).min(2).max(50),
      text: z.string().trim().min(1).max(FACT_TEXT_MAX).optional()
    }),
    output: z.object({ factId: z.string(), mergeId: z.string() })
  },
  /** Takes a merge apart again, soon after it; its number does not outlive the core. */
  'memory.unmerge': { input: z.strictObject({ mergeId: idSchema }), output: done },
  /** Takes back a fact that a turn wrote: it goes, and what it had replaced holds again. */
  'memory.takeBack': { input: z.strictObject({ factId: idSchema }), output: done },
  /** Proposals and contradictions (`inbox`), or what deserves a look. */
  'memory.review': { input: z.strictObject({ list: reviewListSchema, limit: limit(1_000) }), output: z.array(factSchema) },
  'memory.profile': { input: nothing, output: z.array(profileSectionSchema) },
  /** An empty text clears the section and lets it be written anew. */
  'memory.setProfile': {
    input: z.strictObject({ section: profileSectionNameSchema, text: z.string().trim().max(PROFILE_TEXT_MAX) }),
    output: profileSectionSchema
  },
  'memory.map': { input: z.strictObject({ limit: limit(5_000) }), output: z.array(mapPointSchema) },
  'memory.extraction': { input: nothing, output: extractionStateSchema },
  /** Looks for facts in what waits, now; resolves when it is done or has failed. */
  'memory.extract': { input: z.strictObject({ conversationId: idSchema.optional() }), output: extractionStateSchema },
  /** Lets a failed batch go: its messages are not read again. */
  'memory.dropBatch': { input: z.strictObject({ batchId: idSchema }), output: done },
  /** All facts with flags, evidence and history, and the profile. JSON comes back exactly. */
  'memory.export': { input: z.strictObject({ format: z.enum(['json', 'markdown']) }), output: z.object({ text: z.string() }) },
  /** What is known already stays as it is. Nothing is stored when one item is bad. */
  'memory.import': {
    input: z.strictObject({ format: z.enum(['json', 'markdown']), text: z.string().min(1).max(200_000_000) }),
    output: z.object({ added: z.number().int(), known: z.number().int() })
  },
  'embedding.models': { input: nothing, output: z.array(embeddingModelStateSchema) },
  /** Downloads a model of the list, going on where it stopped; resolves when its checksum is verified. */
  'embedding.download': { input: z.strictObject({ id: idSchema }), output: z.array(embeddingModelStateSchema) },
  'embedding.cancel': { input: z.strictObject({ id: idSchema }), output: done },
  /** A folder with `config.json`, `tokenizer.json`, `tokenizer_config.json` and `onnx/model_quantized.onnx` becomes a model of the list. */
  'embedding.addFolder': {
    input: z.strictObject({
      path: z.string().min(1).max(1_000),
      pooling: z.enum(['mean', 'cls']).optional(),
      queryPrefix: z.string().max(100).optional(),
      passagePrefix: z.string().max(100).optional(),
      multilingual: z.boolean().optional()
    }),
    output: z.object({ id: z.string() })
  },
  /** Facts are embedded again in the background; until that is done the old model answers. */
  'embedding.select': { input: z.strictObject({ id: idSchema }), output: done },
  'deletions.undo': { input: z.strictObject({ deletionId: idSchema }), output: done },

  'privacy.receipts': {
    input: z.strictObject({ conversationId: idSchema.optional(), turnId: idSchema.optional(), limit: limit(10_000) }),
    output: z.array(receiptSchema)
  },
  'tools.list': {
    input: nothing,
    output: z.array(
      z.object({ name: z.string(), description: z.string(), enabled: z.boolean(), network: z.boolean(), parameters: z.json() })
    )
  }
} as const

/** `locked` waits for a passphrase, `new` for a first one, `failed` names what stopped the core. */
export const shellStateSchema = z.object({
  state: z.enum(['starting', 'new', 'locked', 'ready', 'failed']),
  shell: z.enum(['electron', 'stand-in', 'headless']),
  /** True when the system's keystore protects nothing, so that a passphrase is asked for. */
  weakKeystore: z.boolean(),
  profile: z.string(),
  locale: z.string(),
  error: errorDataSchema.nullable()
})
export type ShellState = z.infer<typeof shellStateSchema>

export const shellRoutes = {
  'shell.state': { input: nothing, output: shellStateSchema },
  /** Opens a locked profile, or makes the first passphrase of a new one. */
  'shell.unlock': { input: z.strictObject({ passphrase: z.string().min(1).max(1_000) }), output: shellStateSchema },
  /** Tries to start the core again. */
  'shell.retry': { input: nothing, output: shellStateSchema },
  /** After `DB_DAMAGED`: moves the damaged file into the folder `aside` (nothing is deleted) and goes on with a new one. */
  'shell.setAside': { input: nothing, output: shellStateSchema },
  /** Opens an https or mailto address in the system's browser after a dialog that shows the host. */
  'shell.openExternal': { input: z.strictObject({ url: z.string().max(8_000) }), output: z.object({ opened: z.boolean() }) },
  /** Saves a text in a file that the person names in a dialog. */
  'shell.saveFile': {
    input: z.strictObject({ name: z.string().min(1).max(200), text: z.string().max(200_000_000) }),
    output: z.object({ path: z.string().nullable() })
  },
  /** Reads the text file that the person chooses in a dialog; null when they choose none. */
  'shell.openFile': {
    input: z.strictObject({ kind: z.enum(['memory']) }),
    output: z.object({ name: z.string(), text: z.string() }).nullable()
  },
  'shell.showDataFolder': { input: nothing, output: done },
  'shell.chooseFile': {
    input: z.strictObject({ kind: z.enum(['certificate', 'model-folder']) }),
    output: z.object({ path: z.string().nullable() })
  }
} as const

export const routes = { ...coreRoutes, ...shellRoutes } as const

export const events = {
  'turn.event': turnEventBatchSchema,
  /** Something stored changed; a list that shows it asks again. */
  'data.changed': z.object({
    what: z.enum(['conversations', 'facts', 'profile', 'projects', 'extraction', 'settings', 'providers', 'receipts', 'embedder'])
  }),
  /** Extraction stored or proposed facts from a message; they are noted at the answer to it, as `remembered` and `proposed`. */
  'memory.learned': z.object({
    conversationId: z.string(),
    messageId: z.string(),
    remembered: z.array(z.string()),
    proposed: z.array(z.string())
  }),
  'shell.state': shellStateSchema
} as const

export type CoreRoute = keyof typeof coreRoutes
export type ShellRoute = keyof typeof shellRoutes
export type Route = keyof typeof routes
export type RouteInput<R extends Route> = z.input<(typeof routes)[R]['input']>
export type ParsedInput<R extends Route> = z.output<(typeof routes)[R]['input']>
export type RouteOutput<R extends Route> = z.output<(typeof routes)[R]['output']>
export type EventName = keyof typeof events
export type EventData<E extends EventName> = z.output<(typeof events)[E]>
