import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { addEvidence } from '../facts/fact-evidence.ts'
import type { FactNamespace } from '../facts/fact-id.ts'
import { writeIndex } from '../facts/fact-index.ts'
import { settleKey } from '../facts/fact-keys.ts'
import { NO_END, type FactRow } from '../facts/fact-rows.ts'
import type { FactContext } from '../facts/fact-reader.ts'
import { anyBuried, unbury } from '../facts/fact-tombstones.ts'
import { FactWords, workOutWords } from '../facts/fact-words.ts'
import { removeRow } from '../facts/fact-writing.ts'
import { badItem } from './check.ts'
import type { Exchange, FactItem, ProfileItem, ProjectItem } from './model.ts'

/** What becomes of one fact of the file. */
interface Placed {
  readonly item: FactItem
  readonly words: FactWords
  /** The id that its text has in this profile. */
  readonly textId: string
  /** `holds` the id of its text; an earlier statement is `history` under an id of its own; a line that says the same again is `repeated`. */
  readonly as: 'holds' | 'history' | 'repeated'
}

const namespaceOf = (item: FactItem): FactNamespace => ({
  scope: item.scope,
  projectId: item.projectId,
  threadId: item.conversationId
})

const msOf = (time: string | null | undefined): number | null => (time === null || time === undefined ? null : Date.parse(time))

const isNow = (item: FactItem): boolean => item.status === 'live' || item.status === 'proposed'

/** Of several facts with one text, the one that holds now has the id of the text, else the last. */
function place(items: readonly FactItem[], words: readonly FactWords[]): Placed[] {
  const all = items.flatMap((item, at) => {
    const own = words[at]
    return own === undefined ? [] : [{ item, words: own, textId: own.factId }]
  })
  const holders = new Map<string, FactItem>()
  for (const { item, textId } of all) {
    const holder = holders.get(textId)
    if (holder === undefined || !isNow(holder)) holders.set(textId, item)
  }
  return all.map((one) => ({ ...one, as: holders.get(one.textId) === one.item ? 'holds' : isNow(one.item) ? 'repeated' : 'history' }))
}

/** An earlier statement of a text is known when the same one, of the same time, is history already. */
function knownHistory(db: Db, { item, textId }: Placed): string | null {
  const row = statement(
    db,
    `select id from facts where id > ? and id < ? and valid_from = ? and created_at = ? and deletion_id is null order by rowid limit 1`
  ).get(`${textId}.`, `${textId}/`, msOf(item.validFrom ?? item.createdAt), msOf(item.createdAt)) as { id: string } | undefined
  return row?.id ?? null
}

/** The id of a fact that is here already. One whose deletion waits is not: the person says it again, so the hidden one goes now. */
function knownId(context: FactContext, placed: Placed): string | null {
  const { db } = context
  if (placed.as === 'repeated') return placed.textId
  if (placed.as === 'history') return knownHistory(db, placed)
  const row = statement(db, 'select * from facts where id = ?').get(placed.textId) as FactRow | undefined
  if (row === undefined || row.deletion_id === null) return row?.id ?? null
  removeRow(context, row)
  return null
}

const INSERT = `insert into facts(id, text, normal_text, key, category, aliases, scope, project_id, thread_id, durability, authority, confidence, privacy,
    pinned, status, source, subject, confirmed_at, created_at, updated_at, valid_from, valid_to, used_count, last_used_at)
  values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

function insert(context: FactContext, { item, words, textId, as }: Placed, now: number): { rowid: number; id: string } {
  const { db } = context
  const holds = as === 'holds'
  const createdAt = msOf(item.createdAt) ?? now
  const done = statement(db, INSERT).run(
    holds ? textId : `${textId}.new`,
    item.text.toWellFormed(),
    words.normal,
    item.key,
    item.category,
    JSON.stringify(item.aliases),
    item.scope,
    item.projectId,
    item.conversationId,
    item.durability,
    item.authority,
    item.confidence,
    item.privacy,
    Number(item.pinned),
    item.status,
    item.source,
    item.subject,
    msOf(item.confirmedAt),
    createdAt,
    msOf(item.updatedAt) ?? now,
    msOf(item.validFrom) ?? createdAt,
    msOf(item.validTo) ?? NO_END,
    item.usedCount,
    msOf(item.lastUsedAt)
  )
  const rowid = Number(done.lastInsertRowid)
  const id = holds ? textId : `${textId}.${rowid}`
  if (!holds) statement(db, 'update facts set id = ? where rowid = ?').run(id, rowid)
  for (const one of item.evidence) addEvidence(db, rowid, one, Date.parse(one.at))
  return { rowid, id }
}

const rowOf = (db: Db, rowid: number): FactRow => statement(db, 'select * from facts where rowid = ?').get(rowid) as FactRow

/** Links, the text index, and last the keys: where a value of the file meets one that is here, the event that is later holds. */
function finish(db: Db, added: ReadonlyMap<number, Placed>, idOf: ReadonlyMap<string, string>, now: number): void {
  const named = (reference: string | null): string | null => (reference === null ? null : (idOf.get(reference) ?? null))
  for (const [rowid, { item, words }] of added) {
    const { supersededBy, review, status, privacy } = item
    const stored = review === null ? null : JSON.stringify({ reason: review.reason, otherFactId: named(review.other) })
    if (supersededBy !== null || stored !== null)
      statement(db, 'update facts set superseded_by = ?, review = ? where rowid = ?').run(named(supersededBy), stored, rowid)
    if (status !== 'proposed') writeIndex(db, { rowid, privacy }, words.index)
  }
  for (const [rowid, { item }] of added) {
    if (item.key === null) continue
    const row = rowOf(db, rowid)
    settleKey(db, row, 'latest', row.valid_from, now)
  }
}

function storeProjects(db: Db, exchange: Exchange, now: number): void {
  const named = new Set(exchange.facts.map((fact) => fact.projectId).filter((id) => id !== null))
  const listed = new Map<string, ProjectItem>(exchange.projects.map((project) => [project.projectId, project]))
  const all = new Map([...[...named].map((projectId): [string, ProjectItem] => [projectId, { projectId, name: projectId }]), ...listed])
  for (const { projectId, name, createdAt, updatedAt } of all.values()) {
    const hidden = statement(db, 'select 1 from projects where id = ? and deletion_id is not null').get(projectId)
    if (hidden !== undefined) throw badItem('projects', 'being-deleted')
    statement(db, 'insert or ignore into projects(id, name, created_at, updated_at) values (?, ?, ?, ?)').run(
      projectId,
      name.toWellFormed(),
      msOf(createdAt) ?? now,
      msOf(updatedAt) ?? now
    )
  }
}

/** A text of the profile that is written here already stays. */
function storeSection(db: Db, item: ProfileItem, idOf: ReadonlyMap<string, string>, now: number): void {
  const factIds = item.facts.map((reference) => idOf.get(reference)).filter((id) => id !== undefined)
  statement(
    db,
    `insert into profile_sections(section, audience, text, fact_ids, message_ids, given_ids, edited, privacy, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict(section, audience) do update set text = excluded.text, fact_ids = excluded.fact_ids, message_ids = excluded.message_ids,
         given_ids = excluded.given_ids, edited = excluded.edited, privacy = excluded.privacy, updated_at = excluded.updated_at
         where trim(profile_sections.text) = ''`
  ).run(
    item.section,
    item.audience,
    item.text.toWellFormed(),
    JSON.stringify(factIds),
    JSON.stringify(item.messageIds),
    JSON.stringify(item.given?.map((reference) => idOf.get(reference) ?? reference) ?? [...factIds, ...item.messageIds]),
    Number(item.edited),
    item.privacy ?? (item.audience === 'local' ? 'private' : 'open'),
    msOf(item.updatedAt) ?? now
  )
}

function wordsOfFile({ key }: FactContext, { facts }: Exchange): FactWords[] {
  return facts.map((item) => new FactWords(key, { ...item, namespace: namespaceOf(item) }))
}

/**
 * Does what can be done before `storeMemory`, which holds the database: other work is let in meanwhile, unless the file is short.
 * @returns the words of its facts, in its order
 */
export async function prepareMemory(context: FactContext, exchange: Exchange): Promise<FactWords[]> {
  const words = wordsOfFile(context, exchange)
  await workOutWords(words, anyBuried(context.db))
  return words
}

/**
 * Stores what a file holds, all or nothing, in one transaction. What is known already stays as it is. The file is the person's word, so a fact
 * that was forgotten comes back with it. Vectors follow from the embedding queue.
 */
export function storeMemory(
  context: FactContext,
  exchange: Exchange,
  words = wordsOfFile(context, exchange)
): { added: number; known: number } {
  const { db, clock } = context
  return transaction(db, () => {
    const now = clock.now()
    storeProjects(db, exchange, now)
    const idOf = new Map<string, string>()
    const added = new Map<number, Placed>()
    for (const placed of place(exchange.facts, words)) {
      const known = knownId(context, placed)
      const stored = known === null ? insert(context, placed, now) : { rowid: null, id: known }
      // What was forgotten once is said again by the person.
      if (known === null) unbury(db, placed.words)
      if (stored.rowid !== null) added.set(stored.rowid, placed)
      if (placed.item.id !== undefined) idOf.set(placed.item.id, stored.id)
    }
    finish(db, added, idOf, now)
    for (const item of exchange.profile) storeSection(db, item, idOf, now)
    return { added: added.size, known: exchange.facts.length - added.size }
  })
}
