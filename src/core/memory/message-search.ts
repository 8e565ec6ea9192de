import type { SearchHit } from '../../shared/model/conversation.ts'
import type { Destination, Privacy } from '../../shared/model/privacy.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { isoTime } from '../kernel/clock.ts'
import { matchExpression, segmentQuery, type QueryTerms } from './segment.ts'

interface Found {
  readonly id: string
  readonly conversation_id: string
  readonly title: string
  readonly content: string
  readonly privacy: Privacy
  readonly created_at: number
  readonly bm25: number
}

const SNIPPET_BEFORE = 24
const SNIPPET_LENGTH = 120

/** A piece of the text around the first term that occurs in it. */
export function snippetOf(content: string, terms: QueryTerms, length = SNIPPET_LENGTH): string {
  const flat = content.replace(/\s+/gu, ' ').trim()
  const low = flat.toLowerCase()
  const places = [...terms.words, ...terms.chars].map((term) => low.indexOf(term)).filter((place) => place >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const start = Math.max(0, first - SNIPPET_BEFORE)
  const piece = flat.slice(start, start + length).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/gu, '')
  return `${start > 0 ? '…' : ''}${piece}${start + length < flat.length ? '…' : ''}`
}

/** Who looks, and from where. */
export interface MessageScope {
  readonly audience: Destination
  /** Threads of other projects are left out. */
  readonly projectId: string | null
  /** The thread that looks: it has its own messages before it. */
  readonly exceptConversationId: string
}

/** An old message as a run is given it. */
export interface FoundMessage {
  readonly messageId: string
  readonly text: string
  readonly privacy: Privacy
  readonly createdAt: string
}

const RUN_LENGTH = 400

function search(db: Db, terms: QueryTerms, limit: number, scope: MessageScope | null): Found[] {
  const expression = matchExpression(terms, 'words')
  if (expression === null) return []
  const remote = scope?.audience === 'remote'
  const tables = remote ? ['messages_fts_open'] : ['messages_fts_open', 'messages_fts_private']
  const label = remote ? ` and m.privacy = 'open'` : ''
  const place = scope === null ? '' : ' and c.id <> ? and (c.project_id is null or c.project_id = ?)'
  const values = scope === null ? [] : [scope.exceptConversationId, scope.projectId]
  return tables
    .flatMap(
      (table) =>
        statement(
          db,
          `select m.id, m.conversation_id, c.title, m.content, m.privacy, m.created_at, bm25(${table}, 1.0, 0.7) as bm25
           from ${table} join messages m on m.rowid = ${table}.rowid join conversations c on c.id = m.conversation_id
           where ${table} match ? and c.deletion_id is null and c.temporary = 0${label}${place} order by bm25 limit ?`
        ).all(expression, ...values, limit) as Found[]
    )
    .sort((a, b) => a.bm25 - b.bm25)
    .slice(0, limit)
}

/** Old messages for a run, best first: those that its audience may see, of its project or of none. */
export function findMessages(db: Db, query: string, limit: number, scope: MessageScope): FoundMessage[] {
  const terms = segmentQuery(query)
  return search(db, terms, limit, scope).map((row) => ({
    messageId: row.id,
    text: snippetOf(row.content, terms, RUN_LENGTH),
    privacy: row.privacy,
    createdAt: isoTime(row.created_at)
  }))
}

/** Messages of all threads by their words, best first. Temporary threads and those that wait to be erased are left out. */
export function searchMessages(db: Db, query: string, limit: number): SearchHit[] {
  const terms = segmentQuery(query)
  return search(db, terms, limit, null).map((row) => ({
      conversationId: row.conversation_id,
      messageId: row.id,
      title: row.title,
      snippet: snippetOf(row.content, terms),
      createdAt: isoTime(row.created_at)
    }))
}
