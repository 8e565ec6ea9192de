import * as z from 'zod'

const ms = (min: number, max: number) => z.number().int().min(min).max(max)
const proxyUrl = z.union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
const serviceUrl = z.url({ protocol: /^https?$/ }).max(500)

const groups = {
  appearance: z.strictObject({
    language: z.enum(['auto', 'zh', 'en']),
    theme: z.enum(['system', 'light', 'dark']),
    zoom: z.number().min(0.5).max(2),
    railCollapsed: z.boolean()
  }),
  chat: z.strictObject({
    /** Empty means the product's own instruction. */
    systemPrompt: z.string().max(20_000),
    persona: z.string().max(4_000),
    /** Null leaves it to the provider. */
    temperature: z.number().min(0).max(2).nullable(),
    maxRounds: z.number().int().min(1).max(8),
    maxCalls: z.number().int().min(1).max(16)
  }),
  memory: z.strictObject({
    enabled: z.boolean(),
    /** Facts in a prompt at the most. */
    recallLimit: z.number().int().min(1).max(8),
    /** `auto` puts recalled facts into the prompt; `tool` gives the model the profile and a search. */
    loading: z.enum(['auto', 'tool']),
    /** Who looks for lasting facts after a turn: nobody, rules on this machine (they only propose), or the chat's own model. */
    extraction: z.enum(['off', 'rules', 'model']),
    /** Whether the profile is rewritten from what is learned. */
    profile: z.boolean(),
    ranking: z.enum(['hearth', 'seed']),
    /** Id of the embedding model that is to answer. */
    embeddingModel: z.string().max(100),
    /** Where embedding models are downloaded from. */
    modelHub: serviceUrl
  }),
  compaction: z.strictObject({
    /** Tokens of history that trigger it; null means a share of the model's window. */
    thresholdTokens: z.number().int().min(200).max(1_000_000).nullable(),
    /** Messages kept word for word. */
    keep: z.number().int().min(1).max(100),
    /** Messages of history that trigger it, whichever comes first. */
    maxMessages: z.number().int().min(4).max(10_000),
    /** Share of the chat model's window that triggers it. */
    fraction: z.number().min(0.1).max(0.95),
    /** Model of the same provider that summarises first; empty means the chat's own. */
    model: z.string().max(200)
  }),
  network: z.strictObject({
    /** No remote destination at all. */
    offline: z.boolean(),
    proxy: z.enum(['system', 'none', 'manual']),
    proxyUrl,
    /** Path of a PEM file with further certificate authorities; empty means none. */
    caFile: z.string().max(1_000),
    connectMs: ms(100, 120_000),
    firstPayloadRemoteMs: ms(100, 600_000),
    firstPayloadLocalMs: ms(100, 1_200_000),
    idleMs: ms(100, 600_000),
    toolMs: ms(100, 600_000),
    turnMs: ms(1_000, 3_600_000),
    /** The longest wait that a Retry-After header can ask for. */
    retryAfterMaxMs: ms(0, 600_000)
  }),
  tools: z.strictObject({
    enabled: z.array(z.string().max(64)).max(64),
    geocodingUrl: serviceUrl,
    forecastUrl: serviceUrl
  })
}

export const settingsSchema = z.strictObject(groups)
export type Settings = z.infer<typeof settingsSchema>

export const settingsPatchSchema = z
  .strictObject({
    appearance: groups.appearance.partial(),
    chat: groups.chat.partial(),
    memory: groups.memory.partial(),
    compaction: groups.compaction.partial(),
    network: groups.network.partial(),
    tools: groups.tools.partial()
  })
  .partial()
export type SettingsPatch = z.infer<typeof settingsPatchSchema>
