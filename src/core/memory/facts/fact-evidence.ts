import type { Evidence, Fact } from '../../../shared/model/memory.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { isoTime } from '../../kernel/clock.ts'
import { factOf, type FactRow } from './fact-rows.ts'

/** What a person said that a fact rests on. */
export interface NewEvidence {
  readonly messageId: string
  readonly conversationId: string | null
  /** Their words, as they stand in the message. */
  readonly text: string
}

export interface EvidenceRow {
  readonly fact_rowid: number
  readonly message_id: string
  readonly conversation_id: string | null
  readonly text: string
  readonly at: number
}

/** Adds one piece of evidence; the same words of the same message count once. @param at milliseconds since the epoch */
export function addEvidence(db: Db, factRowid: number | bigint, evidence: NewEvidence, at: number): void {
  statement(db, 'insert or ignore into fact_evidence(fact_rowid, message_id, conversation_id, text, at) values (?, ?, ?, ?, ?)').run(
    factRowid,
    evidence.messageId,
    evidence.conversationId,
    evidence.text,
    at
  )
}

/** Evidence of several facts, the oldest first. */
export function evidenceRows(db: Db, factRowids: readonly number[]): EvidenceRow[] {
  return statement(
    db,
    'select * from fact_evidence where fact_rowid in (select value from json_each(?)) order by at, message_id, text'
  ).all(JSON.stringify(factRowids)) as EvidenceRow[]
}

/** Evidence moves to the fact that took another's place. */
export function moveEvidence(db: Db, from: number, to: number): void {
  statement(
    db,
    `insert or ignore into fact_evidence(fact_rowid, message_id, conversation_id, text, at)
       select ?, message_id, conversation_id, text, at from fact_evidence where fact_rowid = ?`
  ).run(to, from)
}

/** Rows as the contract gives them, with their evidence. */
export function factsOf(db: Db, rows: readonly FactRow[]): Fact[] {
  const found = new Map<number, Evidence[]>()
  for (const row of evidenceRows(
    db,
    rows.map(({ rowid }) => rowid)
  )) {
    const evidence = { messageId: row.message_id, conversationId: row.conversation_id, text: row.text, at: isoTime(row.at) }
    found.set(row.fact_rowid, [...(found.get(row.fact_rowid) ?? []), evidence])
  }
  return rows.map((row) => factOf(row, found.get(row.rowid) ?? []))
}
