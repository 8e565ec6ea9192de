import type { SearchHit } from '../../../shared/model/conversation.ts'
import type { Destination, Privacy } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { isoTime } from '../../kernel/clock.ts'
import { messageFts } from '../text/message-index.ts'
import { bestRanked, type RankedRow } from './ranked-rows.ts'
import { matchExpression, segmentQuery, strictExpression, type QueryTerms } from '../text/segment.ts'
import { isAskedTime, partTime } from './time-words.ts'

export interface MessageQuery {
  readonly query: string
  /** Messages at the most. */
  readonly limit: number
  /** Who is given them: a remote turn sees open messages only, and nothing of the others has a part in their order. */
  readonly audience: Destination
  /** Absent: all threads. Null: threads without a project. An id: those of this project and those without one. */
  readonly projectId?: string | null | undefined
  /** The thread that looks: it has its own messages before it. */
  readonly exceptConversationId?: string | undefined
  /** Milliseconds since the epoch: written from then on, and before then. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** Characters of a snippet. */
  readonly snippetLength?: number | undefined
}

export interface MessageHit extends SearchHit {
  readonly privacy: Privacy
}

interface Found {
  readonly rowid: number
  readonly id: string
  readonly conversation_id: string
  readonly title: string
  readonly content: string
  readonly privacy: Privacy
  readonly created_at: number
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

/**
 * Left out: temporary threads, threads that wait to be erased, and at once what taught a fact that is being forgotten, also while that can be
 * undone.
 */
const SEEN = `c.deletion_id is null and c.temporary = 0 and not exists (select 1 from fact_evidence e join facts f on f.rowid = e.fact_rowid
  where e.message_id = m.id and f.deletion_id is not null)`

function allowedMessages(db: Db, request: MessageQuery, rowids: readonly number[]): Map<number, Found> {
  const { audience, projectId, exceptConversationId, from, to } = request
  const rows = statement(
    db,
    `select m.rowid as rowid, m.id, m.conversation_id, c.title, m.content, m.privacy, m.created_at
     from messages m join conversations c on c.id = m.conversation_id
     where m.rowid in (select value from json_each(?)) and ${SEEN} and (? = 'local' or m.privacy = 'open') and c.id <> ?
       and (? or c.project_id is null or c.project_id = ?) and m.created_at >= ? and m.created_at < ?`
  ).all(
    JSON.stringify(rowids),
    audience,
    exceptConversationId ?? '',
    projectId === undefined ? 1 : 0,
    projectId ?? null,
    from ?? Number.MIN_SAFE_INTEGER,
    to ?? Number.MAX_SAFE_INTEGER
  ) as Found[]
  return new Map(rows.map((row) => [row.rowid, row]))
}

function found(db: Db, request: MessageQuery, expression: string | null): RankedRow<Found>[] {
  if (expression === null || request.limit < 1) return []
  const stores = request.audience === 'local' ? (['open', 'private'] as const) : (['open'] as const)
  return stores
    .flatMap((store) =>
      bestRanked(db, { table: messageFts[store], weights: '1.0, 0.7' }, expression, request.limit, (rowids) =>
        allowedMessages(db, request, rowids)
      )
    )
    .sort((a, b) => a.bm25 - b.bm25 || a.row.rowid - b.row.rowid)
}

/**
 * Old messages by their words, best first: those that hold all of them, then (`relaxed`) those that hold some. Words of time ("in May", 上个月)
 * need not stand in a message; those that name a month or a year put the messages of that time first.
 */
export function searchMessages(db: Db, request: MessageQuery): MessageHit[] {
  const { about, time } = partTime(request.query)
  const terms = segmentQuery(about.trim() === '' ? request.query : about)
  const asked = segmentQuery(request.query)
  const timely = (rows: readonly RankedRow<Found>[]): RankedRow<Found>[] => {
    const inTime = rows.filter(({ row }) => isAskedTime(time, row.created_at))
    return [...inTime, ...rows.filter((one) => !inTime.includes(one))]
  }
  const strict = timely(found(db, request, strictExpression(about, 'words')))
  const known = new Set(strict.map(({ row }) => row.rowid))
  const relaxed = timely(found(db, request, matchExpression(terms, 'words')).filter(({ row }) => !known.has(row.rowid)))
  return [...strict, ...relaxed].slice(0, request.limit).map(({ row }) => ({
    conversationId: row.conversation_id,
    messageId: row.id,
    title: row.title,
    snippet: snippetOf(row.content, asked, request.snippetLength),
    privacy: row.privacy,
    createdAt: isoTime(row.created_at),
    ...(known.has(row.rowid) ? {} : { relaxed: true as const })
  }))
}
