import * as z from 'zod'
import { noticeCodeSchema } from './notice.ts'
import { originSchema, privacySchema } from './privacy.ts'

export const conversationSchema = z.object({
  conversationId: z.string(),
  title: z.string(),
  projectId: z.string().nullable(),
  temporary: z.boolean(),
  createdAt: z.string(),
  updatedAt: z.string(),
  messageCount: z.number().int()
})
export type Conversation = z.infer<typeof conversationSchema>

/** `streaming` while it is written, `interrupted` after a crash or a cut stream, `stopped` by the person, `failed` with an error, `blocked` kept here by the gate. */
export const messageStatusSchema = z.enum(['complete', 'streaming', 'interrupted', 'stopped', 'failed', 'blocked'])
export type MessageStatus = z.infer<typeof messageStatusSchema>

export const toolOutcomeSchema = z.enum(['ok', 'error', 'denied', 'skipped'])
export type ToolOutcome = z.infer<typeof toolOutcomeSchema>

export const toolCallSchema = z.object({
  callId: z.string(),
  name: z.string(),
  /** The exact JSON text that the model wrote. */
  args: z.string(),
  outcome: toolOutcomeSchema.nullable(),
  preview: z.string().nullable()
})
export type ToolCallRecord = z.infer<typeof toolCallSchema>

export const messageSchema = z.object({
  messageId: z.string(),
  turnId: z.string().nullable(),
  parentId: z.string().nullable(),
  role: z.enum(['system', 'user', 'assistant', 'tool']),
  content: z.string(),
  reasoning: z.string().optional(),
  toolCalls: z.array(toolCallSchema).optional(),
  /** Role `tool` only: the call that this result answers. */
  toolCallId: z.string().optional(),
  status: messageStatusSchema,
  privacy: privacySchema,
  origin: originSchema,
  /** Error code of a failed message. */
  errorCode: z.string().optional(),
  factIds: z.array(z.string()).optional(),
  /** What was told beside the answer: remembered, cut off, compacted … */
  notices: z.array(z.object({ code: noticeCodeSchema, factIds: z.array(z.string()), seconds: z.number().nullable() })).optional(),
  /** `compactionId` opens the note that was written then. */
  compactions: z.array(z.object({ removed: z.number().int(), kept: z.number().int(), compactionId: z.string().nullable() })).optional(),
  /** Role `tool` only: characters of the whole result, when it is kept beside the message. */
  fullLength: z.number().int().optional(),
  tokens: z.object({ input: z.number(), output: z.number() }).optional(),
  /** Messages that stand beside this one as other versions (edited or answered again), itself included, oldest first. */
  siblings: z.array(z.string()).optional(),
  createdAt: z.string()
})
export type Message = z.infer<typeof messageSchema>

export const searchHitSchema = z.object({
  conversationId: z.string(),
  messageId: z.string(),
  title: z.string(),
  snippet: z.string(),
  createdAt: z.string(),
  /** True when it holds only some of the words; else absent. */
  relaxed: z.literal(true).optional()
})
export type SearchHit = z.infer<typeof searchHitSchema>

export const projectSchema = z.object({
  projectId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  conversations: z.number().int(),
  facts: z.number().int()
})
export type Project = z.infer<typeof projectSchema>
