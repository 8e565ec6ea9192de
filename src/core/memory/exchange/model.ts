import * as z from 'zod'
import { idSchema } from '../../../shared/model/common.ts'
import {
  factCategorySchema,
  factScopeSchema,
  factSourceSchema,
  factStatusSchema,
  profileSectionNameSchema,
  reviewReasonSchema
} from '../../../shared/model/memory.ts'
import { privacySchema } from '../../../shared/model/privacy.ts'

/**
 * What a file of memories holds, whether it is JSON or Markdown. Facts name each other by ids of the file (`n1`, `n2` …), since the ids in a
 * profile are made with its key; messages, conversations and projects keep theirs. Facts stand in the order in which they were stored. What a
 * file leaves out takes the value here, so that a list written by hand is a file too. Anything unknown is refused: it would be lost.
 */
export const FORMAT = 'hearth-memory'
export const FORMAT_VERSION = 1

const LONGEST_TEXT = 1_000_000

const written = z.string().max(LONGEST_TEXT)
const text = written.refine((value) => value.trim() !== '', { message: 'empty' })
const time = z
  .string()
  .max(40)
  .refine((value) => Number.isFinite(Date.parse(value)), { message: 'time' })
const reference = z.string().min(1).max(128)

export const factItemSchema = z.strictObject({
  id: reference.optional(),
  text,
  privacy: privacySchema.default('open'),
  key: z.string().min(1).max(200).nullable().default(null),
  category: factCategorySchema.nullable().default(null),
  aliases: z.array(written).default([]),
  scope: factScopeSchema.default('user'),
  projectId: idSchema.nullable().default(null),
  /** Of whose thread it is. */
  conversationId: idSchema.nullable().default(null),
  pinned: z.boolean().default(false),
  status: factStatusSchema.default('live'),
  durability: z.enum(['durable', 'temporary']).default('durable'),
  authority: z.enum(['descriptive', 'transactional']).default('descriptive'),
  confidence: z.number().min(0).max(1).default(0.9),
  source: factSourceSchema.default('import'),
  subject: written.nullable().default(null),
  evidence: z.array(z.strictObject({ messageId: reference, conversationId: idSchema.nullable(), text: written, at: time })).default([]),
  review: z.strictObject({ reason: reviewReasonSchema, other: reference.nullable() }).nullable().default(null),
  /** Absent means now. */
  createdAt: time.optional(),
  updatedAt: time.optional(),
  validFrom: time.optional(),
  validTo: time.nullable().default(null),
  confirmedAt: time.nullable().default(null),
  supersededBy: reference.nullable().default(null),
  usedCount: z.number().int().min(0).default(0),
  lastUsedAt: time.nullable().default(null)
})
export type FactItem = z.output<typeof factItemSchema>

export const projectItemSchema = z.strictObject({
  projectId: idSchema,
  name: text,
  createdAt: time.optional(),
  updatedAt: time.optional()
})
export type ProjectItem = z.output<typeof projectItemSchema>

/** One of the four texts; there may be one for remote and one for local use. */
export const profileItemSchema = z.strictObject({
  section: profileSectionNameSchema,
  audience: z.enum(['remote', 'local']),
  text,
  edited: z.boolean().default(false),
  facts: z.array(reference).default([]),
  messageIds: z.array(reference).default([]),
  /** All that its author was given, facts by their ids of the file. Absent means what it rests on. */
  given: z.array(reference).optional(),
  /** Absent means `private` for local use: who wrote it by hand says nothing of what they knew. */
  privacy: privacySchema.optional(),
  updatedAt: time.optional()
})
export type ProfileItem = z.output<typeof profileItemSchema>

export const exchangeSchema = z.strictObject({
  format: z.literal(FORMAT),
  version: z.literal(FORMAT_VERSION),
  projects: z.array(projectItemSchema).default([]),
  profile: z.array(profileItemSchema).default([]),
  facts: z.array(factItemSchema).default([])
})
export type Exchange = z.output<typeof exchangeSchema>
