import type { SearchHit } from '../../../shared/model/conversation.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { isoTime } from '../../kernel/clock.ts'
import { snippetOf } from '../recall/message-search.ts'
import { segmentQuery, strictExpression } from '../text/segment.ts'

interface Found {
  readonly id: string
  readonly conversation_id: string
  readonly title: string
  readonly content: string
  readonly created_at: number
}

const COLUMNS = 'm.id, m.conversation_id, c.title, m.content, m.created_at'
const SHOWN = 'c.deletion_id is null and c.temporary = 0'

function byWords(db: Db, query: string, limit: number): Found[] {
  const expression = strictExpression(query, 'words')
  if (expression === null) return []
  return ['messages_fts_open', 'messages_fts_private'].flatMap(
    (table) =>
      statement(
        db,
        `select ${COLUMNS} from ${table} join messages m on m.rowid = ${table}.rowid join conversations c on c.id = m.conversation_id
         where ${table} match ? and ${SHOWN} order by m.created_at desc limit ?`
      ).all(expression, limit) as Found[]
  )
}

function byId(db: Db, ids: readonly string[], limit: number): Found[] {
  return statement(
    db,
    `select ${COLUMNS} from messages m join conversations c on c.id = m.conversation_id
     where m.id in (select value from json_each(?)) and ${SHOWN} order by m.created_at desc limit ?`
  ).all(JSON.stringify(ids), limit) as Found[]
}

/** Messages with every word of the query, and those that are named by id, the newest first. Temporary threads and what waits to be erased are left out. */
export function messagesNaming(
  db: Db,
  { query, ids, limit }: { readonly query: string; readonly ids: readonly string[]; readonly limit: number }
): (SearchHit & { readonly content: string })[] {
  const terms = segmentQuery(query)
  const found = new Map([...byId(db, ids, limit), ...byWords(db, query, limit)].map((row) => [row.id, row]))
  return [...found.values()]
    .toSorted((one, other) => other.created_at - one.created_at)
    .slice(0, limit)
    .map((row) => ({
      conversationId: row.conversation_id,
      messageId: row.id,
      title: row.title,
      snippet: snippetOf(row.content, terms),
      createdAt: isoTime(row.created_at),
      content: row.content
    }))
}
