import type { Fact } from '../../../shared/model/memory.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { isoTime } from '../../kernel/clock.ts'
import { factsOf } from '../facts/fact-evidence.ts'
import type { FactRow } from '../facts/fact-rows.ts'
import { FORMAT, FORMAT_VERSION, type Exchange, type FactItem, type ProfileItem, type ProjectItem } from './model.ts'

type Naming = (factId: string) => string | null

function factItem(fact: Fact, name: Naming): FactItem {
  return {
    id: name(fact.factId) ?? '',
    text: fact.text,
    privacy: fact.privacy,
    key: fact.key,
    category: fact.category,
    aliases: fact.aliases,
    scope: fact.scope,
    projectId: fact.projectId,
    conversationId: fact.conversationId,
    pinned: fact.pinned,
    status: fact.status,
    durability: fact.durability,
    authority: fact.authority,
    confidence: fact.confidence,
    source: fact.source,
    subject: fact.subject,
    evidence: fact.evidence,
    review:
      fact.review === null
        ? null
        : { reason: fact.review.reason, other: fact.review.otherFactId === null ? null : name(fact.review.otherFactId) },
    createdAt: fact.createdAt,
    updatedAt: fact.updatedAt,
    validFrom: fact.validFrom,
    validTo: fact.validTo,
    confirmedAt: fact.confirmedAt,
    supersededBy: fact.supersededBy === null ? null : name(fact.supersededBy),
    usedCount: fact.usedCount,
    lastUsedAt: fact.lastUsedAt
  }
}

interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly created_at: number
  readonly updated_at: number
}

function projectItems(db: Db): ProjectItem[] {
  const rows = statement(db, 'select * from projects where deletion_id is null order by created_at, id').all() as ProjectRow[]
  return rows.map((row) => ({
    projectId: row.id,
    name: row.name,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at)
  }))
}

interface ProfileRow {
  readonly section: ProfileItem['section']
  readonly audience: ProfileItem['audience']
  readonly text: string
  readonly fact_ids: string
  readonly message_ids: string
  readonly given_ids: string
  readonly privacy: NonNullable<ProfileItem['privacy']>
  readonly edited: number
  readonly updated_at: number
}

/** A fact that is gone is not named; a message keeps its id. */
const FACT = /^fact_/u

function profileItems(db: Db, name: Naming): ProfileItem[] {
  const rows = statement(db, `select * from profile_sections where trim(text) <> '' order by section, audience`).all() as ProfileRow[]
  return rows.map((row) => ({
    section: row.section,
    audience: row.audience,
    text: row.text,
    edited: row.edited === 1,
    facts: (JSON.parse(row.fact_ids) as string[]).map(name).filter((id) => id !== null),
    messageIds: JSON.parse(row.message_ids) as string[],
    given: (JSON.parse(row.given_ids) as string[]).map((id) => name(id) ?? (FACT.test(id) ? null : id)).filter((id) => id !== null),
    privacy: row.privacy,
    updatedAt: isoTime(row.updated_at)
  }))
}

/** Everything that is remembered: facts of every status, private ones too, projects and the profile. What waits to be erased is left out. */
export function collectMemory(db: Db): Exchange {
  const rows = statement(db, 'select * from facts where deletion_id is null order by rowid').all() as FactRow[]
  const names = new Map(rows.map((row, at) => [row.id, `n${at + 1}`]))
  const name: Naming = (factId) => names.get(factId) ?? null
  return {
    format: FORMAT,
    version: FORMAT_VERSION,
    projects: projectItems(db),
    profile: profileItems(db, name),
    facts: factsOf(db, rows).map((fact) => factItem(fact, name))
  }
}
