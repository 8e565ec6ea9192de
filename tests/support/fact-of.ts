import type { Fact } from '../../src/shared/model/memory.ts'

/** A fact as the core gives it, its text being its id, with some parts of one's own. */
export function factOf(factId: string, parts: Partial<Fact> = {}): Fact {
  const at = '2026-01-01T00:00:00.000Z'
  return {
    factId,
    text: factId,
    privacy: 'open',
    key: null,
    category: null,
    aliases: [],
    scope: 'user',
    projectId: null,
    pinned: false,
    status: 'live',
    durability: 'durable',
    authority: 'descriptive',
    confidence: 1,
    source: 'person',
    subject: null,
    conversationId: null,
    evidence: [],
    review: null,
    createdAt: at,
    updatedAt: at,
    validFrom: at,
    confirmedAt: null,
    validTo: null,
    supersededBy: null,
    usedCount: 0,
    lastUsedAt: null,
    embedded: true,
    ...parts
  }
}
