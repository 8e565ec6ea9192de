import * as z from 'zod'
import { toolOutcomeSchema } from './conversation.ts'
import { ERROR_CODES } from './errors.ts'
import { noticeCodeSchema } from './notice.ts'
import { destinationSchema, privacySchema } from './privacy.ts'

export const errorDataSchema = z.object({
  code: z.enum(ERROR_CODES),
  message: z.string(),
  data: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional()
})

export const turnEventSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('turn-start'),
    conversationId: z.string(),
    userMessageId: z.string(),
    destination: destinationSchema.nullable(),
    host: z.string().nullable(),
    privacy: privacySchema
  }),
  z.object({ type: z.literal('memory-used'), factIds: z.array(z.string()) }),
  /** A new assistant message begins; what follows belongs to it until the next one. */
  z.object({ type: z.literal('message-start'), messageId: z.string() }),
  z.object({ type: z.literal('text-delta'), text: z.string() }),
  z.object({ type: z.literal('reasoning-delta'), text: z.string() }),
  z.object({ type: z.literal('tool-start'), callId: z.string(), name: z.string(), args: z.string() }),
  z.object({ type: z.literal('tool-approval-request'), requestId: z.string(), callId: z.string(), why: z.string(), args: z.string() }),
  z.object({ type: z.literal('ask-request'), requestId: z.string(), factIds: z.array(z.string()) }),
  z.object({ type: z.literal('tool-end'), callId: z.string(), outcome: toolOutcomeSchema, preview: z.string() }),
  z.object({ type: z.literal('compaction'), removed: z.number().int(), kept: z.number().int(), compactionId: z.string().nullable() }),
  z.object({
    type: z.literal('notice'),
    code: noticeCodeSchema,
    factIds: z.array(z.string()).optional(),
    seconds: z.number().optional()
  }),
  z.object({ type: z.literal('usage'), input: z.number(), output: z.number() }),
  z.object({
    type: z.literal('turn-end'),
    reason: z.enum(['done', 'stopped', 'limit', 'error']),
    error: errorDataSchema.optional()
  })
])
export type TurnEvent = z.infer<typeof turnEventSchema>
export type TurnEndReason = Extract<TurnEvent, { type: 'turn-end' }>['reason']

export const turnEventBatchSchema = z.object({
  turnId: z.string(),
  /** Number of the last event in the batch; the first event of a turn is 1. */
  seq: z.number().int(),
  events: z.array(turnEventSchema)
})
export type TurnEventBatch = z.infer<typeof turnEventBatchSchema>
