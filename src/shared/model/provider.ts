import * as z from 'zod'
import { idSchema } from './common.ts'
import { destinationSchema } from './privacy.ts'

export const presetIdSchema = z.enum(['deepseek', 'moonshot', 'openai', 'qwen', 'openrouter', 'ollama', 'lmstudio', 'custom'])
export type PresetId = z.infer<typeof presetIdSchema>

export const providerDraftSchema = z.strictObject({
  id: idSchema,
  preset: presetIdSchema,
  name: z.string().trim().min(1).max(60).optional(),
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .max(500)
    .optional(),
  model: z.string().trim().min(1).max(200).optional(),
  /** A loopback address may be declared `remote` (a local proxy to a cloud); never the other way round. */
  destination: destinationSchema.optional(),
  /** Tokens that fit the model's window; absent means the preset's figure. */
  contextWindow: z.number().int().min(512).max(10_000_000).optional()
})
export type ProviderDraft = z.infer<typeof providerDraftSchema>

export const providerSchema = z.object({
  id: z.string(),
  preset: presetIdSchema,
  name: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  destination: destinationSchema,
  host: z.string(),
  contextWindow: z.number().int(),
  /** Where the key comes from; the key itself never leaves the secret store. */
  key: z.enum(['none', 'env-file', 'environment', 'keystore', 'not-needed']),
  /** Name of the environment variable that may hold the key. */
  keyEnv: z.string().nullable(),
  selected: z.boolean()
})
export type Provider = z.infer<typeof providerSchema>

export const presetSchema = z.object({
  preset: presetIdSchema,
  name: z.string(),
  baseUrl: z.string(),
  model: z.string(),
  keyEnv: z.string().nullable(),
  needsKey: z.boolean(),
  keyUrl: z.string().nullable()
})
export type Preset = z.infer<typeof presetSchema>
