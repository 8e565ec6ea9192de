import type { SearchHit } from '../../../shared/model/conversation.ts'
import type { Fact } from '../../../shared/model/memory.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { factsOf } from './fact-evidence.ts'
import type { FactRow } from './fact-rows.ts'
import { factRowsNaming } from './fact-search.ts'
import { messagesNaming } from './messages-naming.ts'
import { normalise } from '../text/segment.ts'

export interface AboutPorts {
  readonly db: Db
  /** Ids of facts that are near in meaning, private ones too; nothing when nothing is near. */
  readonly near: (query: string) => Promise<readonly string[]>
}

/** A message that speaks of it. `redacted`: forgetting the facts takes their words out of it; otherwise it stays as it is. */
export interface MessageAbout extends SearchHit {
  readonly redacted: boolean
}

export interface About {
  readonly facts: Fact[]
  readonly messages: MessageAbout[]
}

const MOST_FACTS = 1_000
const MOST_MESSAGES = 500
/** Texts shorter than this are redacted only where they are known to stand; the eraser has the same bound. */
const QUOTED_LENGTH = 4

/** Facts whose subject is it or holds it. */
function rowidsBySubject(db: Db, query: string): number[] {
  const asked = normalise(query)
  if (asked === '') return []
  const rows = statement(db, 'select rowid, subject from facts where subject is not null and deletion_id is null').all() as {
    rowid: number
    subject: string
  }[]
  return rows.filter((row) => normalise(row.subject).includes(asked)).map((row) => row.rowid)
}

function rowidsOf(db: Db, factIds: readonly string[]): number[] {
  const rows = statement(db, 'select rowid, id from facts where id in (select value from json_each(?))').all(JSON.stringify(factIds)) as {
    rowid: number
    id: string
  }[]
  const found = new Map(rows.map((row) => [row.id, row.rowid]))
  return factIds.map((id) => found.get(id)).filter((rowid) => rowid !== undefined)
}

/** Rows in the order of their ids, without those that wait to be erased. */
function inOrder(db: Db, rowids: readonly number[]): FactRow[] {
  const rows = statement(db, 'select * from facts where deletion_id is null and rowid in (select value from json_each(?))').all(
    JSON.stringify(rowids)
  ) as FactRow[]
  const found = new Map(rows.map((row) => [row.rowid, row]))
  return rowids.map((rowid) => found.get(rowid)).filter((row) => row !== undefined)
}

/**
 * What "forget everything about this" would forget: facts of every status that name it in text or aliases, that have it as their subject, or that
 * are near it in meaning, in this order; and messages of any thread that name it or that prove one of the facts. Nothing changes. Forgetting the
 * facts redacts their words wherever they stand; a message that only names it stays until its conversation is deleted, and says so.
 */
export async function aboutQuery({ db, near }: AboutPorts, query: string): Promise<About> {
  const nearIds = await near(query)
  const rowids = [...new Set([...factRowsNaming(db, query), ...rowidsBySubject(db, query), ...rowidsOf(db, nearIds)])]
  const facts = factsOf(db, inOrder(db, rowids.slice(0, MOST_FACTS)))
  const evidence = facts.flatMap((fact) => fact.evidence)
  const proving = new Set(evidence.map((one) => one.messageId))
  const quoted = [...facts.map((fact) => fact.text), ...evidence.map((one) => one.text)].filter((text) => [...text].length >= QUOTED_LENGTH)
  const messages = messagesNaming(db, { query, ids: [...proving], limit: MOST_MESSAGES })
  return {
    facts,
    messages: messages.map(({ content, ...hit }) => ({
      ...hit,
      redacted: proving.has(hit.messageId) || quoted.some((text) => content.includes(text))
    }))
  }
}
