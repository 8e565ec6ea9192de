import * as z from 'zod'
import { factCategorySchema, factScopeSchema } from '../../../shared/model/memory.ts'

export const CONTENT_MAX = 400
export const CANDIDATE_KEY_MAX = 80
/** Candidates of one answer that are looked at. */
export const MOST_CANDIDATES = 50

const word = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' ? value.trim().toLowerCase() : value), schema)

/** A number from 0 to 1, also written as text or in percent. */
const share = z.preprocess((value) => {
  const text = typeof value === 'string' ? value.trim() : value
  if (typeof text !== 'string') return value
  if (!/^\d+(?:\.\d+)?\s*%?$/u.test(text)) return Number.NaN
  return text.endsWith('%') ? Number(text.slice(0, -1)) / 100 : Number(text)
}, z.number().min(0).max(1))

/** Null for what models write instead of leaving a field out. */
const optionalText = z.preprocess(
  (value) => (typeof value === 'string' && !/^\s*(?:null|none|n\/a|unknown|无)?\s*$/iu.test(value) ? value.trim() : null),
  z.string().nullable()
)
const text = z.string().trim().min(1)

/** What a model proposes. A label that is missing or unknown fails the candidate, never the batch. */
export const candidateSchema = z.object({
  key: optionalText.pipe(z.string().max(CANDIDATE_KEY_MAX).nullable()).optional().default(null),
  content: text.max(CONTENT_MAX),
  category: word(factCategorySchema),
  /** Whom it is about; absent means the person. */
  subject: optionalText.pipe(z.string().max(200).nullable()).optional().default(null),
  scope: word(factScopeSchema),
  durability: word(z.enum(['durable', 'temporary'])),
  authority: word(z.enum(['descriptive', 'transactional'])),
  confidence: share,
  evidenceMessageId: text,
  evidenceText: text,
  /** ISO date from which it holds, when the words name one. */
  since: optionalText.optional().default(null),
  /** How it stands to what was known: `was_wrong` when the person says that they had been mistaken. */
  change: z
    .preprocess((value) => (value === 'was_wrong' || value === 'changed' ? value : null), z.enum(['was_wrong', 'changed']).nullable())
    .optional()
    .default(null)
})

export type Candidate = z.output<typeof candidateSchema>
/** A candidate as a model or a rule writes it. */
export type CandidateInput = z.input<typeof candidateSchema>
