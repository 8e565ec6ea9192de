import type { Fact, FactCategory, FactStatus, ReviewReason } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { statement } from '../../db/statements.ts'
import { addEvidence, type NewEvidence } from './fact-evidence.ts'
import { userNamespace, type FactNamespace } from './fact-id.ts'
import { indexText, storeOf, unindexText, unindexVectors, writeIndex } from './fact-index.ts'
import { settleKey } from './fact-keys.ts'
import type { FactContext } from './fact-reader.ts'
import { aliasesOf, type FactRow } from './fact-rows.ts'
import { FactWords } from './fact-words.ts'

/** Steps of writing `facts` and its text index. Call them in the transaction of the whole change. */

export interface NewFact {
  readonly text: string
  readonly namespace?: FactNamespace
  /** Absent means `open` for a new fact; a known fact keeps its own label. */
  readonly privacy?: Privacy
  readonly key?: string | null
  readonly category?: FactCategory | null
  readonly aliases?: readonly string[]
  readonly pinned?: boolean
  readonly confidence?: number
  readonly subject?: string | null
  readonly source: Fact['source']
  readonly evidence?: NewEvidence | null
  /** Milliseconds since the epoch; absent means now. */
  readonly createdAt?: number
  /** When it began to hold, milliseconds since the epoch: that, and not its arrival, decides between two values of a key. Absent means `createdAt`. */
  readonly since?: number
  readonly proposed?: boolean
  /** Of a proposal: why it waits. */
  readonly review?: { readonly reason: ReviewReason; readonly otherFactId: string | null }
  /** Worked out before; absent: when it is stored. */
  readonly words?: FactWords
}

export function wordsOfRow({ key }: FactContext, row: FactRow): FactWords {
  return new FactWords(key, { text: row.text, namespace: namespaceOfRow(row), key: row.key, aliases: aliasesOf(row) })
}

export function wordsOf(context: FactContext, fact: NewFact): FactWords {
  const { text, namespace = userNamespace, key = null, aliases = [] } = fact
  return fact.words ?? new FactWords(context.key, { text, namespace, key, aliases })
}

const CONFIRMED = 1
const SAID = 0.9

export function rowAt(context: FactContext, rowid: number | bigint): FactRow {
  return statement(context.db, 'select * from facts where rowid = ?').get(rowid) as FactRow
}

export function namespaceOfRow(row: FactRow): FactNamespace {
  return { scope: row.scope, projectId: row.project_id, threadId: row.thread_id }
}

/** Moves text and vectors when the label means another store; the vectors are made anew there. */
export function relabel(context: FactContext, row: FactRow, privacy: Privacy): void {
  const { db } = context
  const now = context.clock.now()
  const moves = storeOf(row) !== storeOf({ privacy })
  const moved = { ...row, privacy }
  if (moves && row.status !== 'proposed') unindexText(db, row)
  if (moves) unindexVectors(db, row)
  statement(db, 'update facts set privacy = ?, updated_at = ? where rowid = ?').run(privacy, now, row.rowid)
  if (moves && row.status !== 'proposed') indexText(db, moved)
  if (moves) settleKey(db, moved, 'this', now, now)
}

/** @returns its row number */
export function insertFact(context: FactContext, words: FactWords, fact: NewFact): number {
  const { db } = context
  const { namespace = userNamespace, privacy = 'open' } = fact
  const now = context.clock.now()
  const at = fact.createdAt ?? now
  const since = fact.since ?? at
  const status: FactStatus = fact.proposed === true ? 'proposed' : 'live'
  const inserted = statement(
    db,
    `insert into facts(id, text, normal_text, key, category, aliases, scope, project_id, thread_id, confidence, privacy, pinned, status, source,
      subject, review, created_at, updated_at, valid_from)
     values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
  ).run(
    words.factId,
    fact.text.toWellFormed(),
    words.normal,
    fact.key ?? null,
    fact.category ?? null,
    JSON.stringify(fact.aliases ?? []),
    namespace.scope,
    namespace.projectId,
    namespace.threadId,
    fact.confidence ?? (fact.source === 'person' ? CONFIRMED : SAID),
    privacy,
    fact.pinned === true ? 1 : 0,
    status,
    fact.source,
    fact.subject ?? null,
    status === 'proposed' && fact.review !== undefined ? JSON.stringify(fact.review) : null,
    at,
    now,
    since
  )
  const rowid = Number(inserted.lastInsertRowid)
  if (fact.evidence) addEvidence(db, rowid, fact.evidence, at)
  if (status === 'proposed') return rowid
  writeIndex(db, { rowid, privacy }, words.index)
  if (typeof fact.key !== 'string') return rowid
  // What is said now holds now, also when the clock went back meanwhile.
  settleKey(db, rowAt(context, rowid), fact.createdAt === undefined && fact.since === undefined ? 'this' : 'latest', since, now)
  return rowid
}

/** Removes a row with its index and vectors; evidence goes with it. */
export function removeRow(context: FactContext, row: FactRow): void {
  if (row.status !== 'proposed') unindexText(context.db, row)
  unindexVectors(context.db, row)
  statement(context.db, 'delete from facts where rowid = ?').run(row.rowid)
}
