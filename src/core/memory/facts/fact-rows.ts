import {
  reviewReasonSchema,
  type Evidence,
  type Fact,
  type FactCategory,
  type FactScope,
  type FactStatus
} from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { isoTime } from '../../kernel/clock.ts'

/** Stands for "no end" in `valid_to`. */
export const NO_END = Number.MAX_SAFE_INTEGER

/** A row of `facts` as SQLite gives it. Times in milliseconds since the epoch. */
export interface FactRow {
  readonly rowid: number
  readonly id: string
  readonly text: string
  readonly normal_text: string
  readonly key: string | null
  readonly category: FactCategory | null
  readonly aliases: string
  readonly scope: FactScope
  readonly project_id: string | null
  readonly thread_id: string | null
  readonly durability: Fact['durability']
  readonly authority: Fact['authority']
  readonly confidence: number
  readonly privacy: Privacy
  readonly pinned: number
  readonly status: FactStatus
  readonly source: Fact['source']
  readonly subject: string | null
  readonly confirmed_at: number | null
  /** JSON: why it waits for the person's word. */
  readonly review: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly valid_from: number
  readonly valid_to: number
  readonly superseded_by: string | null
  readonly used_count: number
  readonly last_used_at: number | null
  readonly embedded_model: string | null
  readonly deletion_id: string | null
}

export function aliasesOf(row: Pick<FactRow, 'aliases'>): string[] {
  const parsed: unknown = JSON.parse(row.aliases)
  return Array.isArray(parsed) ? parsed.filter((alias) => typeof alias === 'string') : []
}

/** What `review` says; null for a fact that does not wait, and for what nobody can read. */
export function reviewOf(row: Pick<FactRow, 'review'>): Fact['review'] {
  if (row.review === null) return null
  const parsed = JSON.parse(row.review) as { reason?: unknown; otherFactId?: unknown }
  const reason = reviewReasonSchema.safeParse(parsed.reason)
  return reason.success ? { reason: reason.data, otherFactId: typeof parsed.otherFactId === 'string' ? parsed.otherFactId : null } : null
}

export function factOf(row: FactRow, evidence: readonly Evidence[]): Fact {
  return {
    factId: row.id,
    text: row.text,
    privacy: row.privacy,
    key: row.key,
    category: row.category,
    aliases: aliasesOf(row),
    scope: row.scope,
    projectId: row.project_id,
    pinned: row.pinned === 1,
    status: row.status,
    durability: row.durability,
    authority: row.authority,
    confidence: row.confidence,
    source: row.source,
    subject: row.subject,
    conversationId: row.thread_id,
    evidence: [...evidence],
    review: reviewOf(row),
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    validFrom: isoTime(row.valid_from),
    confirmedAt: row.confirmed_at === null ? null : isoTime(row.confirmed_at),
    validTo: row.valid_to === NO_END ? null : isoTime(row.valid_to),
    supersededBy: row.superseded_by,
    usedCount: row.used_count,
    lastUsedAt: row.last_used_at === null ? null : isoTime(row.last_used_at),
    embedded: row.embedded_model !== null
  }
}
