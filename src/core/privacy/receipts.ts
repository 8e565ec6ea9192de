import { isoTime } from '../kernel/clock.ts'
import { statement } from '../db/statements.ts'
import { transaction } from '../db/database.ts'
import { forgetIn, formsOfAll } from './forget-text.ts'
import type { Clock } from '../kernel/clock.ts'
import type { IdSource } from '../kernel/ids.ts'
import type { Db } from '../db/database.ts'
import type { Receipt } from '../../shared/model/receipt.ts'

/** A receipt before it has an id and a time. The store leaves out headers that carry a key. */
export type ReceiptDraft = Omit<Receipt, 'receiptId' | 'at' | 'status'>

export interface ReceiptStore {
  /** Stores it, durable when this returns. @returns its id */
  begin(draft: ReceiptDraft): string
  finish(receiptId: string, end: { readonly outcome: Receipt['outcome']; readonly status: number | null }): void
  /** Newest first; 200 unless told. */
  list(filter?: { readonly conversationId?: string; readonly turnId?: string; readonly limit?: number }): readonly Receipt[]
  /**
   * Puts `[forgotten]` for every occurrence of these texts in stored bodies and addresses, and takes these facts off the receipts.
   * @returns how many receipts changed
   */
  redact(texts: readonly string[], factIds?: readonly string[]): number
}

export interface ReceiptStoreOptions {
  readonly db: Db
  readonly ids: IdSource
  readonly clock: Clock
  readonly onChange: () => void
}

/** Characters of a body that are stored whole, and how many of its head and tail otherwise. */
const WHOLE_BODY = 2_000_000
const HEAD_AND_TAIL = 1_000_000
const USUAL_LIMIT = 200

interface ReceiptRow extends Omit<Receipt, 'at' | 'factIds' | 'masked' | 'headers'> {
  readonly at: number
  readonly factIds: string
  readonly masked: string
  readonly headers: string
}

const INSERT = `insert into receipts
  (id, at, conversation_id, turn_id, host, method, path, purpose, destination, bytes, fact_ids, masked, headers, body, outcome, status)
  values (:receiptId, :at, :conversationId, :turnId, :host, :method, :path, :purpose, :destination, :bytes, :factIds, :masked, :headers, :body,
    :outcome, null)`
const LIST = `select id as receiptId, at, conversation_id as conversationId, turn_id as turnId, host, method, path, purpose, destination, bytes,
  fact_ids as factIds, masked, headers, body, outcome, status from receipts
  where (:conversationId is null or conversation_id = :conversationId) and (:turnId is null or turn_id = :turnId) order by rowid desc limit :limit`

/** A long body keeps its head and tail. A character cut in two is stored as U+FFFD. */
export function cutBody(body: string): string {
  if (body.length <= WHOLE_BODY) return body
  const head = body.slice(0, HEAD_AND_TAIL)
  const tail = body.slice(-HEAD_AND_TAIL)
  return `${head}\n[… ${body.length - 2 * HEAD_AND_TAIL} characters are not stored …]\n${tail}`
}

function withoutKey(headers: Receipt['headers']): Receipt['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(?:proxy-)?authorization$/i.test(name)))
}

function toReceipt(row: ReceiptRow): Receipt {
  return {
    ...row,
    at: isoTime(row.at),
    factIds: JSON.parse(row.factIds) as Receipt['factIds'],
    masked: JSON.parse(row.masked) as Receipt['masked'],
    headers: JSON.parse(row.headers) as Receipt['headers']
  }
}

interface StoredParts {
  readonly rowid: number
  readonly path: string
  readonly body: string
  readonly factIds: string
}

function redactAll(db: Db, texts: readonly string[], factIds: ReadonlySet<string>): number {
  const forms = formsOfAll(texts)
  const read = statement(db, 'select rowid, path, body, fact_ids as factIds from receipts where rowid = ?')
  const write = statement(db, 'update receipts set path = ?, body = ?, fact_ids = ? where rowid = ?')
  let changed = 0
  for (const each of statement(db, 'select rowid from receipts').all() as readonly { readonly rowid: number }[]) {
    const stored = read.get(each.rowid) as StoredParts
    const ids = JSON.parse(stored.factIds) as readonly string[]
    const kept = ids.filter((id) => !factIds.has(id))
    const path = forgetIn(stored.path, forms)
    const body = forgetIn(stored.body, forms)
    if (path === stored.path && body === stored.body && kept.length === ids.length) continue
    write.run(path, body, JSON.stringify(kept), stored.rowid)
    changed += 1
  }
  return changed
}

/** The receipts of a profile's database. */
export function createReceiptStore({ db, ids, clock, onChange }: ReceiptStoreOptions): ReceiptStore {
  return {
    begin(draft) {
      const receiptId = ids.next('receipt')
      statement(db, INSERT).run({
        ...draft,
        receiptId,
        at: clock.now(),
        factIds: JSON.stringify(draft.factIds),
        masked: JSON.stringify(draft.masked),
        headers: JSON.stringify(withoutKey(draft.headers)),
        body: cutBody(draft.body)
      })
      onChange()
      return receiptId
    },
    finish(receiptId, { outcome, status }) {
      statement(db, 'update receipts set outcome = ?, status = ? where id = ?').run(outcome, status, receiptId)
      onChange()
    },
    list({ conversationId, turnId, limit } = {}) {
      const rows = statement(db, LIST).all({ conversationId: conversationId ?? null, turnId: turnId ?? null, limit: limit ?? USUAL_LIMIT })
      return (rows as readonly ReceiptRow[]).map(toReceipt)
    },
    redact(texts, factIds = []) {
      const changed = transaction(db, () => redactAll(db, texts, new Set(factIds)))
      if (changed > 0) onChange()
      return changed
    }
  }
}
