import type { Db } from '../db/database.ts'
import { transaction } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { FORGOTTEN, forgetIn, formsOfAll } from '../privacy/forget-text.ts'
import type { ReceiptStore } from '../privacy/receipts.ts'
import type { Eraser } from './deletions.ts'
import type { FactStore } from './fact-store.ts'
import type { MessageStore } from './message-store.ts'
import type { SummaryStore } from './summary-store.ts'

export interface EraserPorts {
  readonly db: Db
  readonly facts: FactStore
  readonly messages: MessageStore
  readonly summaries: SummaryStore
  readonly receipts: ReceiptStore
  /** Empties the journal: erased text must not stay in it. */
  readonly checkpoint: () => void
}

/** Texts shorter than this would blank innocent words elsewhere; they are erased where they are known to stand, not searched for. */
const SEARCHED_LENGTH = 4

/**
 * Forgetting is real: the fact with its history, its words in the messages that taught or quoted it, in summaries, and in receipts.
 */
export function createEraser(ports: EraserPorts): Eraser {
  const { db, facts, messages, summaries, receipts } = ports

  function messagesWith(texts: readonly string[], evidenceIds: readonly string[]): { id: string; conversation_id: string }[] {
    const evidence = statement(db, 'select id, conversation_id from messages where id in (select value from json_each(?))').all(
      JSON.stringify(evidenceIds)
    ) as { id: string; conversation_id: string }[]
    const quoting = texts.flatMap(
      (text) =>
        statement(
          db,
          "select id, conversation_id from messages where instr(content, ?) or instr(reasoning, ?) or instr(coalesce(tool_calls, ''), ?)"
        ).all(text, text, JSON.stringify(text).slice(1, -1)) as { id: string; conversation_id: string }[]
    )
    return [...new Map([...evidence, ...quoting].map((row) => [row.id, row])).values()]
  }

  return {
    eraseFact: (factId) => {
      transaction(db, () => {
        const rows = facts.erase(factId)
        if (rows.length === 0) return
        const known = rows.flatMap((row) => [row.text, row.evidence_text ?? '']).filter((text) => text.trim() !== '')
        const texts = [...new Set(known)]
        const searched = texts.filter((text) => [...text].length >= SEARCHED_LENGTH)
        const evidenceIds = rows.map((row) => row.evidence_message_id).filter((id) => id !== null)
        const edit = (stored: string): string => forgetIn(stored, formsOfAll(texts))
        const touched = messagesWith(searched, evidenceIds)
        for (const message of touched) messages.redact(message.id, edit)
        for (const conversationId of conversationsWithSummaries(db))
          summaries.redact(conversationId, (text) => forgetIn(text, formsOfAll(searched)))
        receipts.redact(
          searched,
          rows.map((row) => row.id)
        )
      })
      ports.checkpoint()
    },
    eraseConversation: (conversationId) => {
      transaction(db, () => {
        messages.eraseConversation(conversationId)
        // That something left, when and whereto stays on record; what it said does not.
        statement(db, `update receipts set body = ?, fact_ids = '[]', conversation_id = null where conversation_id = ?`).run(
          FORGOTTEN,
          conversationId
        )
        statement(db, 'delete from conversations where id = ?').run(conversationId)
      })
      ports.checkpoint()
    }
  }
}

function conversationsWithSummaries(db: Db): string[] {
  const rows = statement(db, 'select distinct conversation_id from summaries').all() as { conversation_id: string }[]
  return rows.map((row) => row.conversation_id)
}
