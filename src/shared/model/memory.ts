import * as z from 'zod'
import { privacySchema } from './privacy.ts'
import { isoTimeSchema, idSchema } from './common.ts'

export const FACT_TEXT_MAX = 20_000

export const factCategorySchema = z.enum(['preference', 'context', 'goal', 'correction', 'knowledge'])
export type FactCategory = z.infer<typeof factCategorySchema>

export const factScopeSchema = z.enum(['user', 'thread', 'project'])
export type FactScope = z.infer<typeof factScopeSchema>

/** `live` is believed now, `superseded` was true once, `retracted` was wrong, `proposed` waits for the person's word. */
export const factStatusSchema = z.enum(['live', 'superseded', 'retracted', 'proposed'])
export type FactStatus = z.infer<typeof factStatusSchema>

export const factDraftSchema = z.strictObject({
  text: z.string().trim().min(1).max(FACT_TEXT_MAX),
  privacy: privacySchema.optional(),
  key: z.string().trim().min(1).max(80).optional(),
  category: factCategorySchema.optional(),
  aliases: z.array(z.string().trim().min(1).max(200)).max(50).optional(),
  scope: factScopeSchema.optional(),
  projectId: idSchema.optional(),
  pinned: z.boolean().optional(),
  createdAt: isoTimeSchema.optional()
})
export type FactDraft = z.infer<typeof factDraftSchema>

export const factSchema = z.object({
  factId: z.string(),
  text: z.string(),
  privacy: privacySchema,
  key: z.string().nullable(),
  category: factCategorySchema.nullable(),
  aliases: z.array(z.string()),
  scope: factScopeSchema,
  projectId: z.string().nullable(),
  pinned: z.boolean(),
  status: factStatusSchema,
  durability: z.enum(['durable', 'temporary']),
  authority: z.enum(['descriptive', 'transactional']),
  /** 0 to 1. Only the person's confirmation raises it. */
  confidence: z.number(),
  source: z.enum(['person', 'message', 'tool', 'import']),
  evidence: z.object({ messageId: z.string(), conversationId: z.string().nullable(), text: z.string() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  validTo: z.string().nullable(),
  supersededBy: z.string().nullable(),
  usedCount: z.number().int(),
  lastUsedAt: z.string().nullable(),
  /** False until its vector for the current embedding model is stored; text search finds it all the same. */
  embedded: z.boolean()
})
export type Fact = z.infer<typeof factSchema>

export const recalledFactSchema = z.object({
  factId: z.string(),
  text: z.string(),
  score: z.number(),
  privacy: privacySchema,
  createdAt: z.string()
})
export type RecalledFact = z.infer<typeof recalledFactSchema>
