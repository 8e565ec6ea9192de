import * as z from 'zod'
import { destinationSchema } from './privacy.ts'

export const purposeSchema = z.enum(['chat', 'summary', 'extraction', 'profile', 'tool', 'models', 'probe', 'download'])
export type Purpose = z.infer<typeof purposeSchema>

export const receiptSchema = z.object({
  receiptId: z.string(),
  at: z.string(),
  conversationId: z.string().nullable(),
  turnId: z.string().nullable(),
  host: z.string(),
  method: z.string(),
  path: z.string(),
  purpose: purposeSchema,
  destination: destinationSchema,
  /** Size of the body in bytes (UTF-8). */
  bytes: z.number().int(),
  factIds: z.array(z.string()),
  /** What was replaced before sending: a kind and how often. */
  masked: z.array(z.object({ kind: z.string(), count: z.number().int() })),
  /** Header names and values as sent, without the key. */
  headers: z.record(z.string(), z.string()),
  body: z.string(),
  /** `sent` once handed to the network, `blocked` when the gate refused, `failed` when no answer came. */
  outcome: z.enum(['sent', 'blocked', 'failed']),
  status: z.number().int().nullable()
})
export type Receipt = z.infer<typeof receiptSchema>
