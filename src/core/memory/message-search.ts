import type { SearchHit } from '../../shared/model/conversation.ts'
import type { Db } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { isoTime } from '../kernel/clock.ts'
import { matchExpression, segmentQuery, type QueryTerms } from './segment.ts'

interface Found {
  readonly id: string
  readonly conversation_id: string
  readonly title: string
  readonly content: string
  readonly created_at: number
  readonly bm25: number
}

const SNIPPET_BEFORE = 24
const SNIPPET_LENGTH = 120

/** A piece of the text around the first term that occurs in it. */
export function snippetOf(content: string, terms: QueryTerms): string {
  const flat = content.replace(/\s+/gu, ' ').trim()
  const low = flat.toLowerCase()
  const places = [...terms.words, ...terms.chars].map((term) => low.indexOf(term)).filter((place) => place >= 0)
  const first = places.length === 0 ? 0 : Math.min(...places)
  const start = Math.max(0, first - SNIPPET_BEFORE)
  const piece = flat.slice(start, start + SNIPPET_LENGTH).replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/gu, '')
  return `${start > 0 ? '…' : ''}${piece}${start + SNIPPET_LENGTH < flat.length ? '…' : ''}`
}

/** Messages of all threads by their words, best first. Temporary threads and those that wait to be erased are left out. */
export function searchMessages(db: Db, query: string, limit: number): SearchHit[] {
  const terms = segmentQuery(query)
  const expression = matchExpression(terms, 'words')
  if (expression === null) return []
  const found = ['messages_fts_open', 'messages_fts_private'].flatMap(
    (table) =>
      statement(
        db,
        `select m.id, m.conversation_id, c.title, m.content, m.created_at, bm25(${table}, 1.0, 0.7) as bm25
         from ${table} join messages m on m.rowid = ${table}.rowid join conversations c on c.id = m.conversation_id
         where ${table} match ? and c.deletion_id is null and c.temporary = 0 order by bm25 limit ?`
      ).all(expression, limit) as Found[]
  )
  return found
    .sort((a, b) => a.bm25 - b.bm25)
    .slice(0, limit)
    .map((row) => ({
      conversationId: row.conversation_id,
      messageId: row.id,
      title: row.title,
      snippet: snippetOf(row.content, terms),
      createdAt: isoTime(row.created_at)
    }))
}
