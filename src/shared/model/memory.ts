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

/** Why a fact waits for the person's word, or a look. */
export const reviewReasonSchema = z.enum([
  /** Found by a rule, without a model. */
  'rule',
  /** The model was not sure, or a label was missing. */
  'doubt',
  /** It contradicts another fact, and the words do not say which holds. */
  'conflict',
  /** A tool or foreign text was in the turn. */
  'foreign'
])
export type ReviewReason = z.infer<typeof reviewReasonSchema>

/** The three lists of upkeep, beside the inbox of proposals. */
export const reviewListSchema = z.enum(['inbox', 'stale', 'unconfirmed', 'unused'])
export type ReviewList = z.infer<typeof reviewListSchema>

export const factSourceSchema = z.enum(['person', 'message', 'extraction', 'tool', 'import'])
export type FactSource = z.infer<typeof factSourceSchema>

export const evidenceSchema = z.object({
  messageId: z.string(),
  conversationId: z.string().nullable(),
  text: z.string(),
  at: z.string()
})
export type Evidence = z.infer<typeof evidenceSchema>

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
  source: factSourceSchema,
  /** Who or what it is about, as the extraction named it. */
  subject: z.string().nullable(),
  /** Of whom the thread of a thread fact is. */
  conversationId: z.string().nullable(),
  /** What the person said, first the oldest. */
  evidence: z.array(evidenceSchema),
  /** Why it waits for the person's word; null when it does not. `otherFactId` is the fact it contradicts. */
  review: z.object({ reason: reviewReasonSchema, otherFactId: z.string().nullable() }).nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  /** When it began to hold: the time of the event, not of its arrival. */
  validFrom: z.string(),
  /** When the person said that it is so. */
  confirmedAt: z.string().nullable(),
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
  category: factCategorySchema.nullable(),
  confidence: z.number(),
  pinned: z.boolean(),
  source: factSourceSchema,
  createdAt: z.string(),
  validFrom: z.string()
})
export type RecalledFact = z.infer<typeof recalledFactSchema>

export const profileSectionNameSchema = z.enum(['workContext', 'personalContext', 'topOfMind', 'cognitiveStyle'])
export type ProfileSectionName = z.infer<typeof profileSectionNameSchema>

export const PROFILE_TEXT_MAX = 1_200

/** One of four short texts that are rewritten, never appended to. */
export const profileSectionSchema = z.object({
  section: profileSectionNameSchema,
  text: z.string(),
  /** True when the person wrote it; it is then not rewritten without them. */
  edited: z.boolean(),
  /** What it was made from. */
  factIds: z.array(z.string()),
  messageIds: z.array(z.string()),
  updatedAt: z.string().nullable()
})
export type ProfileSection = z.infer<typeof profileSectionSchema>

/** A point of the map of memory; both coordinates from 0 to 1, near in meaning is near on the map. */
export const mapPointSchema = z.object({
  factId: z.string(),
  text: z.string(),
  category: factCategorySchema.nullable(),
  privacy: privacySchema,
  x: z.number(),
  y: z.number()
})
export type MapPoint = z.infer<typeof mapPointSchema>

/** What extraction is doing, and batches that failed and wait to be tried again or let go. */
export const extractionStateSchema = z.object({
  /** Messages that wait. */
  waiting: z.number().int(),
  running: z.boolean(),
  failed: z.array(
    z.object({
      batchId: z.string(),
      conversationId: z.string(),
      messages: z.number().int(),
      attempts: z.number().int(),
      errorCode: z.string().nullable(),
      at: z.string()
    })
  )
})
export type ExtractionState = z.infer<typeof extractionStateSchema>

export const embeddingModelStateSchema = z.object({
  id: z.string(),
  name: z.string(),
  dimensions: z.number().int(),
  /** True when it knows Chinese. */
  multilingual: z.boolean(),
  licence: z.string(),
  /** Bytes of its files. */
  bytes: z.number().int(),
  origin: z.enum(['box', 'download', 'folder']),
  installed: z.boolean(),
  /** The one whose vectors answer now. */
  active: z.boolean(),
  /** The one that is to answer; differs from the active one while facts are embedded again. */
  wanted: z.boolean(),
  /** Bytes loaded so far while it is downloaded; null when it is not. */
  downloaded: z.number().int().nullable()
})
export type EmbeddingModelState = z.infer<typeof embeddingModelStateSchema>
