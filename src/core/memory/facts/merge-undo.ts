import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { AppError } from '../../kernel/app-error.ts'
import { evidenceRows, type EvidenceRow } from './fact-evidence.ts'
import { aliasesOf, NO_END, type FactRow } from './fact-rows.ts'
import type { FactStore } from './fact-store.ts'

/** What a merge changed, as it was before. */
export interface MergeRecord {
  /** The fact that stayed, as it was; null when it was made by the merge. */
  readonly target: FactRow | null
  readonly targetId: string
  readonly evidence: readonly EvidenceRow[]
  readonly otherIds: readonly string[]
}

export function evidenceOf(db: Db, row: FactRow | null): readonly EvidenceRow[] {
  return row === null ? [] : evidenceRows(db, [row.rowid])
}

/** Merges that can still be taken apart, by their number. They are kept while the core runs and not stored: the offer stands for ten seconds. */
export class MergeBook {
  readonly #records = new Map<string, MergeRecord>()
  readonly #most: number
  #next = 1

  /** @param most so many of the latest merges are kept */
  constructor(most = 20) {
    this.#most = most
  }

  /** @returns the number of the merge */
  add(record: MergeRecord): string {
    const mergeId = `merge_${this.#next++}`
    this.#records.set(mergeId, record)
    const [oldest] = this.#records.keys()
    if (this.#records.size > this.#most && oldest !== undefined) this.#records.delete(oldest)
    return mergeId
  }

  /** @throws AppError `NOT_FOUND` */
  take(mergeId: string): MergeRecord {
    const record = this.#records.get(mergeId)
    if (record === undefined) throw new AppError('NOT_FOUND', 'No such merge')
    this.#records.delete(mergeId)
    return record
  }
}

/** The fact that stayed is as it was: its words, labels, uses and evidence. */
function putBack(db: Db, facts: FactStore, target: FactRow, evidence: readonly EvidenceRow[]): void {
  facts.update(target.id, {
    text: target.text,
    privacy: target.privacy,
    key: target.key,
    category: target.category,
    aliases: aliasesOf(target),
    pinned: target.pinned === 1
  })
  statement(
    db,
    'update facts set subject = ?, used_count = ?, last_used_at = ?, confidence = ?, confirmed_at = ?, updated_at = ? where rowid = ?'
  ).run(target.subject, target.used_count, target.last_used_at, target.confidence, target.confirmed_at, target.updated_at, target.rowid)
  const kept = evidence.map((each) => JSON.stringify([each.message_id, each.text]))
  statement(
    db,
    'delete from fact_evidence where fact_rowid = ? and json_array(message_id, text) not in (select value from json_each(?))'
  ).run(target.rowid, JSON.stringify(kept))
}

/** Takes a merge apart in one transaction: what it replaced holds again, and the fact that stayed is as it was, or gone when the merge made it. */
export function unmergeFacts(db: Db, facts: FactStore, { target, targetId, evidence, otherIds }: MergeRecord): void {
  transaction(db, () => {
    if (target === null) {
      facts.takeBack(targetId)
      return
    }
    // First, so that none of them competes for a key.
    putBack(db, facts, target, evidence)
    for (const id of otherIds) {
      const other = facts.row(id)
      if (other?.superseded_by !== targetId) continue
      statement(db, `update facts set status = 'live', valid_to = ?, superseded_by = null where rowid = ?`).run(NO_END, other.rowid)
    }
  })
}
