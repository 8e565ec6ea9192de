import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { toErrorData } from '../../kernel/app-error.ts'
import { FORGOTTEN, forgetIn, formsOfAll, saidOfPerson } from '../../privacy/forget-text.ts'
import type { ReceiptStore } from '../../privacy/receipts.ts'
import type { CompactionStore } from '../compaction/compaction-store.ts'
import type { Eraser } from './deletions.ts'
import type { EvidenceRow } from '../facts/fact-evidence.ts'
import type { FactStore, Reach } from '../facts/fact-store.ts'
import { forgetDerived } from './forget-derived.ts'
import { threadFactIds } from '../facts/learned.ts'
import type { MessageStore } from '../conversation/message-store.ts'
import type { ProjectStore } from '../facts/project-store.ts'
import type { SummaryStore } from '../compaction/summary-store.ts'
import type { ToolResultStore } from '../conversation/tool-result-store.ts'

export interface EraserPorts {
  readonly db: Db
  readonly facts: FactStore
  readonly messages: MessageStore
  readonly summaries: SummaryStore
  readonly compactions: CompactionStore
  readonly results: ToolResultStore
  readonly receipts: ReceiptStore
  readonly projects: ProjectStore
  /** Takes facts and messages out of the profile. @returns texts that were written from them and are gone now */
  readonly forgetInProfile: (ids: readonly string[], edit: (text: string) => string) => readonly string[]
  /** Empties the journal: erased text must not stay in it. */
  readonly checkpoint: () => void
  /** Takes the words out of what is still only in memory: a running turn would store and send them again. */
  readonly onForgotten: (edit: (text: string) => string) => void
  /** Gives up reserved space on a full disk. @returns true when trying again makes sense. */
  readonly makeRoom: () => boolean
}

/** Texts shorter than this would blank innocent words elsewhere; they are erased where they are known to stand, not searched for. */
const SEARCHED_LENGTH = 4

/**
 * Forgetting is real: the fact with its history, its words in the messages that taught or quoted it, in notes, in long
 * tool results, and in receipts.
 */
export function createEraser(ports: EraserPorts): Eraser {
  const { db, facts, messages, receipts } = ports

  /** One look at every message, however many texts are forgotten at once. */
  function messagesWith(texts: readonly string[], evidenceIds: readonly string[]): string[] {
    const evidence = new Set(evidenceIds)
    const inCalls = texts.map((text) => JSON.stringify(text).slice(1, -1))
    const found: string[] = []
    for (const each of statement(db, 'select id, content, reasoning, tool_calls as calls from messages').iterate()) {
      const { id, content, reasoning, calls } = each as { id: string; content: string; reasoning: string; calls: string | null }
      const quotes = texts.some((text) => content.includes(text) || reasoning.includes(text))
      if (quotes || evidence.has(id) || (calls !== null && inCalls.some((text) => calls.includes(text)))) found.push(id)
    }
    return found
  }

  /** Forgetting needs space too: on a full disk the reserve is given up for it. */
  function withRoom(work: () => void): void {
    try {
      work()
    } catch (cause) {
      if (toErrorData(cause).code !== 'DISK_FULL' || !ports.makeRoom()) throw cause
      work()
    }
  }

  /** Other facts that quote the same words as their evidence. */
  function redactEvidence(edit: (stored: string) => string): void {
    const rows = statement(db, 'select * from fact_evidence').all() as EvidenceRow[]
    for (const row of rows) {
      const text = edit(row.text)
      if (text === row.text) continue
      statement(db, 'update or replace fact_evidence set text = ? where fact_rowid = ? and message_id = ? and text = ?').run(
        text,
        row.fact_rowid,
        row.message_id,
        row.text
      )
    }
  }

  /** Titles come from the first words of a message; a long one holds only the beginning of the text. */
  function redactTitles(texts: readonly string[], edit: (stored: string) => string): void {
    const rows = statement(db, `select id, title from conversations where title <> ''`).all() as { id: string; title: string }[]
    for (const row of rows) {
      const title = isBeginning(row.title, texts) ? FORGOTTEN : edit(row.title)
      if (title !== row.title) statement(db, 'update conversations set title = ? where id = ?').run(title, row.id)
    }
  }

  function redactDrafts(edit: (stored: string) => string): void {
    const rows = statement(db, 'select conversation_id, text from drafts').all() as { conversation_id: string; text: string }[]
    for (const row of rows) {
      const text = edit(row.text)
      if (text !== row.text) statement(db, 'update drafts set text = ? where conversation_id = ?').run(text, row.conversation_id)
    }
  }

  return {
    eraseFacts: (factIds, reach) => {
      withRoom(() => eraseFactsNow(factIds, reach))
      withRoom(ports.checkpoint)
    },
    eraseEvidence: (conversationId) => {
      withRoom(() => facts.dropEvidence(conversationId))
      withRoom(ports.checkpoint)
    },
    eraseConversation: (conversationId) => {
      withRoom(() => eraseConversationNow(conversationId))
      withRoom(ports.checkpoint)
    },
    eraseProject: (projectId) => {
      withRoom(() => {
        transaction(db, () => {
          eraseFactsNow(ports.projects.factIds(projectId), 'with-history')
          ports.projects.remove(projectId)
        })
      })
      withRoom(ports.checkpoint)
    }
  }

  function eraseFactsNow(factIds: readonly string[], reach: Reach): void {
    transaction(db, () => {
      const { rows, evidence } = facts.eraseAll(factIds, reach)
      if (rows.length === 0) return
      const known = [...rows, ...evidence].map((row) => row.text).filter((text) => text.trim() !== '')
      const texts = [...new Set(known)]
      const searched = texts.filter((text) => [...text].length >= SEARCHED_LENGTH)
      const evidenceIds = evidence.map((row) => row.message_id)
      const allForms = formsOfAll(texts)
      const edit = (stored: string): string => forgetIn(stored, allForms)
      const touched = messagesWith(searched, evidenceIds)
      // Before the messages: it compares a shortened result with the whole one.
      forgetDerived(ports, searched, touched)
      for (const id of touched) messages.redact(id, edit)
      const forms = formsOfAll(searched)
      const editSearched = (stored: string): string => forgetIn(stored, forms)
      redactEvidence(editSearched)
      redactTitles(searched, editSearched)
      redactDrafts(editSearched)
      const factRowIds = rows.map((row) => row.id)
      const written = ports.forgetInProfile([...factRowIds, ...evidenceIds], editSearched)
      receipts.redact([...searched, ...written], factRowIds)
      // A model that has just been given it speaks to the person of it.
      const spoken = formsOfAll([...searched, ...searched.flatMap(saidOfPerson)])
      ports.onForgotten((stored) => forgetIn(stored, spoken))
    })
  }

  function eraseConversationNow(conversationId: string): void {
    transaction(db, () => {
      // What holds in this thread alone ends with it.
      eraseFactsNow(threadFactIds(db, conversationId), 'alone')
      const messageIds = statement(db, 'select id from messages where conversation_id = ?').all(conversationId) as { id: string }[]
      const written = ports.forgetInProfile(
        messageIds.map(({ id }) => id),
        (text) => text
      )
      if (written.length > 0) receipts.redact(written)
      messages.eraseConversation(conversationId)
      // That something left, when and whereto stays on record; what it said does not.
      statement(
        db,
        `update receipts set body = ?, path = substr(path, 1, instr(path || '?', '?') - 1), fact_ids = '[]', conversation_id = null
           where conversation_id = ?`
      ).run(FORGOTTEN, conversationId)
      statement(db, 'delete from conversations where id = ?').run(conversationId)
    })
  }
}

function isBeginning(title: string, texts: readonly string[]): boolean {
  const start = title.endsWith('…') ? title.slice(0, -1) : null
  return start !== null && start.length >= SEARCHED_LENGTH && texts.some((text) => text.replace(/\s+/gu, ' ').includes(start))
}
