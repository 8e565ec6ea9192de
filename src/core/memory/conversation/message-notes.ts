import type { Message } from '../../../shared/model/conversation.ts'
import type { NoticeCode } from '../../../shared/model/notice.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'

type Notes = Pick<Message, 'notices' | 'compactions'>

function write(db: Db, messageId: string, notes: Notes): void {
  const empty = (notes.notices ?? []).length === 0 && (notes.compactions ?? []).length === 0
  statement(db, 'update messages set notes = ? where id = ?').run(empty ? null : JSON.stringify(notes), messageId)
}

/** Adds facts to what is told beside a stored message. A message that is not there, or is still written, is left alone. */
export function noteFacts(db: Db, messageId: string, code: NoticeCode, factIds: readonly string[]): void {
  const row = statement(db, `select notes from messages where id = ? and status <> 'streaming'`).get(messageId) as
    | { notes: string | null }
    | undefined
  if (row === undefined || factIds.length === 0) return
  const notes = row.notes === null ? {} : (JSON.parse(row.notes) as Notes)
  const others = (notes.notices ?? []).filter((notice) => notice.code !== code)
  const known = (notes.notices ?? []).find((notice) => notice.code === code)
  const notice = { code, factIds: [...new Set([...(known?.factIds ?? []), ...factIds])], seconds: null }
  write(db, messageId, { ...notes, notices: [...others, notice] })
}

/** Adds a compaction that was made by hand to what is told beside a stored message. */
export function noteCompaction(db: Db, messageId: string, compaction: NonNullable<Notes['compactions']>[number]): void {
  const row = statement(db, 'select notes from messages where id = ?').get(messageId) as { notes: string | null } | undefined
  if (row === undefined) return
  const notes = row.notes === null ? {} : (JSON.parse(row.notes) as Notes)
  write(db, messageId, { ...notes, compactions: [...(notes.compactions ?? []), compaction] })
}

/** Takes a fact out of everything that is told beside messages. */
export function unnoteFact(db: Db, factId: string): void {
  const rows = statement(db, `select id, notes from messages where instr(coalesce(notes, ''), ?) > 0`).all(factId) as {
    id: string
    notes: string
  }[]
  for (const row of rows) {
    const notes = JSON.parse(row.notes) as Notes
    const notices = (notes.notices ?? [])
      .map((notice) => ({ ...notice, factIds: notice.factIds.filter((id) => id !== factId) }))
      .filter((notice, index) => notice.factIds.length > 0 || notes.notices?.[index]?.factIds.length === 0)
    write(db, row.id, { ...notes, notices })
  }
}
