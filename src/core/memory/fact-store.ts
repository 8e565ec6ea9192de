import type { Fact, FactCategory, FactStatus } from '../../shared/model/memory.ts'
import type { Privacy } from '../../shared/model/privacy.ts'
import { strictest } from '../../shared/privacy-order.ts'
import type { Db } from '../db/database.ts'
import { transaction } from '../db/database.ts'
import { statement } from '../db/statements.ts'
import { AppError } from '../kernel/app-error.ts'
import type { Clock } from '../kernel/clock.ts'
import { addEvidence, evidenceRows, factsOf, type EvidenceRow, type NewEvidence } from './fact-evidence.ts'
import { factIdOf, userNamespace, type FactNamespace } from './fact-id.ts'
import { indexText, normalText, storeOf, unindexText, unindexVectors } from './fact-index.ts'
import { rivalsOf, settleKey, supersede } from './fact-keys.ts'
import { listFactRows, type FactFilter } from './fact-search.ts'
import { aliasesOf, type FactRow } from './fact-rows.ts'

export interface NewFact {
  readonly text: string
  readonly namespace?: FactNamespace
  /** Absent means `open` for a new fact; a known fact keeps its own label. */
  readonly privacy?: Privacy
  readonly key?: string | null
  readonly category?: FactCategory | null
  readonly aliases?: readonly string[]
  readonly pinned?: boolean
  readonly confidence?: number
  readonly source: Fact['source']
  readonly evidence?: NewEvidence | null
  /** Milliseconds since the epoch; absent means now. */
  readonly createdAt?: number
  readonly proposed?: boolean
}

export interface FactPatch {
  readonly text?: string | undefined
  readonly privacy?: Privacy | undefined
  readonly key?: string | null | undefined
  readonly category?: FactCategory | null | undefined
  readonly aliases?: readonly string[] | undefined
  readonly pinned?: boolean | undefined
  readonly confirmed?: true | undefined
}

export interface FactStoreOptions {
  readonly db: Db
  /** The profile's key for fact ids. */
  readonly key: Uint8Array
  readonly clock: Clock
  /** Called after anything changed that recall or the gate may depend on. */
  readonly onChange: () => void
}

/** Whether a deletion takes along what a fact had replaced. */
export type Reach = 'with-history' | 'alone'

export interface Erased {
  readonly rows: FactRow[]
  readonly evidence: EvidenceRow[]
}

const ROWS = 'select * from facts where id in (select value from json_each(?))'
const ROWS_WITH_HISTORY = `with recursive chain(id) as (select value from json_each(?) union select f.id from facts f join chain c on f.superseded_by = c.id)
  select * from facts where id in (select id from chain)`

const CONFIRMED = 1
const SAID = 0.9

/** The rows of `facts` with their text index, kept in step in one transaction. Vectors come later from the embedding queue. */
export class FactStore {
  readonly #db: Db
  readonly #key: Uint8Array
  readonly #clock: Clock
  readonly #onChange: () => void

  constructor(options: FactStoreOptions) {
    this.#db = options.db
    this.#key = options.key
    this.#clock = options.clock
    this.#onChange = options.onChange
  }

  idOf(namespace: FactNamespace, text: string): string {
    return factIdOf(this.#key, namespace, text)
  }

  row(factId: string): FactRow | null {
    return (statement(this.#db, 'select * from facts where id = ? and deletion_id is null').get(factId) as FactRow | undefined) ?? null
  }

  /** @throws AppError `NOT_FOUND` */
  require(factId: string): FactRow {
    const row = this.row(factId)
    if (row === null) throw new AppError('NOT_FOUND', 'No such fact')
    return row
  }

  /** Adds a fact; the same text in the same namespace changes nothing but can only become stricter in privacy. */
  add(fact: NewFact): { factId: string; created: boolean } {
    const added = transaction(this.#db, () => this.#add(fact))
    if (added.changed) this.#onChange()
    return { factId: added.factId, created: added.created }
  }

  /** All or none. */
  addMany(facts: readonly NewFact[]): { factId: string; created: boolean }[] {
    const added = transaction(this.#db, () => facts.map((fact) => this.#add(fact)))
    if (added.some((one) => one.changed)) this.#onChange()
    return added.map(({ factId, created }) => ({ factId, created }))
  }

  #add(fact: NewFact): { factId: string; created: boolean; changed: boolean } {
    const namespace = fact.namespace ?? userNamespace
    const factId = this.idOf(namespace, fact.text)
    const known = statement(this.#db, 'select * from facts where id = ?').get(factId) as FactRow | undefined
    if (known !== undefined) {
      const hidden = known.deletion_id !== null
      // A guess neither changes a fact nor spoils the undo of its deletion.
      if (fact.proposed === true && (hidden || known.status === 'proposed')) return { factId, created: false, changed: false }
      if (!hidden && known.status === 'live') return { factId, created: false, changed: this.#meet(known, fact) }
      if (hidden || known.status === 'proposed') this.#erase(known)
      else this.#moveToHistory(known)
    }
    statement(this.#db, 'delete from tombstones where fact_id = ?').run(factId)
    this.#insert(factId, namespace, fact)
    return { factId, created: true, changed: true }
  }

  /** A fact that was true before comes back as a new row; the old one stays as history under an id of its own. */
  #moveToHistory(row: FactRow): void {
    const historyId = `${row.id}.${row.rowid}`
    statement(this.#db, 'update facts set id = ? where rowid = ?').run(historyId, row.rowid)
    statement(this.#db, 'update facts set superseded_by = ? where superseded_by = ?').run(historyId, row.id)
  }

  /** What a repeated statement may change: a stricter label, and a key where there was none. @returns whether it did. */
  #meet(row: FactRow, fact: NewFact): boolean {
    if (fact.proposed === true) return false
    const stricter = strictest([row.privacy, fact.privacy ?? row.privacy])
    if (stricter !== row.privacy) this.#setPrivacy(row, stricter)
    const keyed = this.#adoptKey({ ...row, privacy: stricter }, fact)
    return keyed || stricter !== row.privacy
  }

  #adoptKey(row: FactRow, fact: NewFact): boolean {
    const { key, createdAt } = fact
    if (key === undefined || key === null || row.key !== null) return false
    const now = this.#clock.now()
    const keyed = { ...row, key }
    // An older word that arrives late does not end what was said since.
    if (createdAt !== undefined && rivalsOf(this.#db, keyed).some((rival) => rival.valid_from > createdAt)) return false
    statement(this.#db, 'update facts set key = ?, updated_at = ? where rowid = ?').run(key, now, row.rowid)
    settleKey(this.#db, keyed, 'this', createdAt ?? now, now)
    return true
  }

  /** Moves text and vectors when the label means another store; the vectors are made anew there. */
  #setPrivacy(row: FactRow, privacy: Privacy): void {
    const now = this.#clock.now()
    const moves = storeOf(row) !== storeOf({ privacy })
    const moved = { ...row, privacy }
    if (moves && row.status !== 'proposed') unindexText(this.#db, row)
    if (moves) unindexVectors(this.#db, row)
    statement(this.#db, 'update facts set privacy = ?, updated_at = ? where rowid = ?').run(privacy, now, row.rowid)
    if (moves && row.status !== 'proposed') indexText(this.#db, moved)
    if (moves) settleKey(this.#db, moved, 'this', now, now)
  }

  #insert(factId: string, namespace: FactNamespace, fact: NewFact): void {
    const now = this.#clock.now()
    const at = fact.createdAt ?? now
    const privacy = fact.privacy ?? 'open'
    const status: FactStatus = fact.proposed === true ? 'proposed' : 'live'
    const inserted = statement(
      this.#db,
      `insert into facts(id, text, normal_text, key, category, aliases, scope, project_id, thread_id, confidence, privacy, pinned, status, source,
        created_at, updated_at, valid_from)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
    ).run(
      factId,
      fact.text.toWellFormed(),
      normalText(fact.text),
      fact.key ?? null,
      fact.category ?? null,
      JSON.stringify(fact.aliases ?? []),
      namespace.scope,
      namespace.projectId,
      namespace.threadId,
      fact.confidence ?? (fact.source === 'person' ? CONFIRMED : SAID),
      privacy,
      fact.pinned === true ? 1 : 0,
      status,
      fact.source,
      at,
      now,
      at
    )
    if (fact.evidence) addEvidence(this.#db, inserted.lastInsertRowid, fact.evidence, at)
    if (status === 'proposed') return
    const row = this.#byRowid(inserted.lastInsertRowid)
    indexText(this.#db, row)
    // What is said now holds now, also when the clock went back meanwhile.
    settleKey(this.#db, row, fact.createdAt === undefined ? 'this' : 'latest', at, now)
  }

  #byRowid(rowid: number | bigint): FactRow {
    return statement(this.#db, 'select * from facts where rowid = ?').get(rowid) as FactRow
  }

  /**
   * Changes a fact. New text is a new fact that supersedes the old one; everything else changes in place.
   * @returns the id of the fact that holds now. @throws AppError `NOT_FOUND`
   */
  update(factId: string, patch: FactPatch): string {
    const result = transaction(this.#db, () => {
      const row = this.require(factId)
      if (patch.text !== undefined && normalText(patch.text) !== row.normal_text) return this.#replace(row, patch.text, patch)
      this.#change(row, patch)
      return row.id
    })
    this.#onChange()
    return result
  }

  #change(row: FactRow, patch: FactPatch): void {
    if (patch.privacy !== undefined && patch.privacy !== row.privacy) this.#setPrivacy(row, patch.privacy)
    const now = this.#clock.now()
    const accepted = patch.confirmed === true && row.status === 'proposed'
    statement(
      this.#db,
      `update facts set text = ?, key = ?, category = ?, aliases = ?, pinned = ?, confidence = ?, updated_at = ? where rowid = ?`
    ).run(
      patch.text?.toWellFormed() ?? row.text,
      patch.key === undefined ? row.key : patch.key,
      patch.category === undefined ? row.category : patch.category,
      JSON.stringify(patch.aliases ?? aliasesOf(row)),
      patch.pinned === undefined ? row.pinned : Number(patch.pinned),
      patch.confirmed === true ? CONFIRMED : row.confidence,
      now,
      row.rowid
    )
    if (accepted) statement(this.#db, `update facts set status = 'live' where rowid = ?`).run(row.rowid)
    const changed = this.#byRowid(row.rowid)
    if (changed.status !== 'proposed') {
      if (!accepted) unindexText(this.#db, changed)
      indexText(this.#db, changed)
    }
    // The person has just said that this is the value.
    if (accepted || changed.key !== row.key) settleKey(this.#db, changed, 'this', now, now)
  }

  #replace(row: FactRow, text: string, patch: FactPatch): string {
    const namespace: FactNamespace = { scope: row.scope, projectId: row.project_id, threadId: row.thread_id }
    const known = this.row(this.idOf(namespace, text))
    const factId = known?.status === 'live' ? known.id : this.#addInstead(row, namespace, text, patch)
    const old = this.#byRowid(row.rowid)
    if (old.status === 'live') supersede(this.#db, old, factId, this.#clock.now(), this.#clock.now())
    else if (old.status === 'proposed') this.#erase(old)
    if (known?.status === 'live') this.#merge(row, known, patch)
    return factId
  }

  #addInstead(row: FactRow, namespace: FactNamespace, text: string, patch: FactPatch): string {
    return this.#add({
      text,
      namespace,
      privacy: patch.privacy ?? row.privacy,
      key: patch.key === undefined ? row.key : patch.key,
      category: patch.category === undefined ? row.category : patch.category,
      aliases: patch.aliases ?? aliasesOf(row),
      pinned: patch.pinned ?? row.pinned === 1,
      confidence: CONFIRMED,
      source: 'person'
    }).factId
  }

  /** The new text is a fact already: that one takes over what the old one had and it has not. */
  #merge(row: FactRow, known: FactRow, patch: FactPatch): void {
    this.#change(known, {
      privacy: patch.privacy ?? strictest([row.privacy, known.privacy]),
      key: patch.key === undefined ? (known.key ?? row.key) : patch.key,
      category: patch.category === undefined ? (known.category ?? row.category) : patch.category,
      aliases: patch.aliases ?? [...new Set([...aliasesOf(known), ...aliasesOf(row)])],
      pinned: patch.pinned ?? (known.pinned === 1 || row.pinned === 1),
      confirmed: true
    })
  }

  list(filter: FactFilter): FactRow[] {
    return listFactRows(this.#db, filter)
  }

  /** The facts that this one replaced, newest first, all the way back. */
  history(factId: string): FactRow[] {
    return statement(
      this.#db,
      `with recursive chain(id) as (values (?) union select f.id from facts f join chain c on f.superseded_by = c.id)
       select * from facts where id in (select id from chain) and id <> ? and deletion_id is null order by valid_to desc, rowid desc`
    ).all(factId, factId) as FactRow[]
  }

  /** Notes that facts were given to a model. Reading never raises their confidence. */
  markUsed(factIds: readonly string[]): void {
    if (factIds.length === 0) return
    statement(this.#db, 'update facts set used_count = used_count + 1, last_used_at = ? where id in (select value from json_each(?))').run(
      this.#clock.now(),
      JSON.stringify(factIds)
    )
  }

  /** True while its deletion can still be undone. */
  isHidden(namespace: FactNamespace, text: string): boolean {
    const id = this.idOf(namespace, text)
    return statement(this.#db, 'select 1 from facts where id = ? and deletion_id is not null').get(id) !== undefined
  }

  isForgotten(namespace: FactNamespace, text: string): boolean {
    return statement(this.#db, 'select 1 from tombstones where fact_id = ?').get(this.idOf(namespace, text)) !== undefined
  }

  /** Hides facts until their deletion is carried out or undone. */
  setDeletion(factIds: readonly string[], deletionId: string, reach: Reach): void {
    const ids = `select id from (${reach === 'alone' ? ROWS : ROWS_WITH_HISTORY})`
    const hide = statement(this.#db, `update facts set deletion_id = ? where deletion_id is null and id in (${ids})`)
    if (hide.run(deletionId, JSON.stringify(factIds)).changes > 0) this.#onChange()
  }

  /** Shows again what a deletion had hidden. */
  undoDeletion(deletionId: string): void {
    transaction(this.#db, () => {
      const rows = statement(this.#db, 'select * from facts where deletion_id = ?').all(deletionId) as FactRow[]
      statement(this.#db, 'update facts set deletion_id = null where deletion_id = ?').run(deletionId)
      // What was said meanwhile is newer.
      for (const row of rows) settleKey(this.#db, row, 'latest', row.valid_from, this.#clock.now())
    })
    this.#onChange()
  }

  /** Erases one fact with its history. */
  erase(factId: string): Erased {
    return this.eraseAll([factId], 'with-history')
  }

  /**
   * Erases facts with index and vectors, hidden or not, and leaves tombstones (an HMAC, no text).
   * @returns the erased rows and their evidence, so that copies elsewhere can be erased too.
   */
  eraseAll(factIds: readonly string[], reach: Reach): Erased {
    const erased = transaction(this.#db, () => {
      const rows = statement(this.#db, reach === 'alone' ? ROWS : ROWS_WITH_HISTORY).all(JSON.stringify(factIds)) as FactRow[]
      const evidence = evidenceRows(
        this.#db,
        rows.map((row) => row.rowid)
      )
      for (const row of rows) this.#erase(row)
      for (const row of rows) this.#bury(row)
      // What an erased fact had replaced stays history, of nothing that could still be named.
      statement(this.#db, 'update facts set superseded_by = null where superseded_by in (select value from json_each(?))').run(
        JSON.stringify(rows.map((row) => row.id))
      )
      return { rows, evidence }
    })
    if (erased.rows.length > 0) this.#onChange()
    return erased
  }

  /** Takes away what a conversation proved, from facts that stay. */
  dropEvidence(conversationId: string): void {
    const done = statement(this.#db, 'delete from fact_evidence where conversation_id = ?').run(conversationId)
    if (done.changes > 0) this.#onChange()
  }

  /** No tombstone for a text that is still a fact: its history alone was erased. */
  #bury(row: FactRow): void {
    const id = this.idOf({ scope: row.scope, projectId: row.project_id, threadId: row.thread_id }, row.text)
    if (statement(this.#db, 'select 1 from facts where id = ?').get(id) !== undefined) return
    statement(this.#db, 'insert or replace into tombstones(fact_id, created_at) values (?, ?)').run(id, this.#clock.now())
  }

  #erase(row: FactRow): void {
    if (row.status !== 'proposed') unindexText(this.#db, row)
    unindexVectors(this.#db, row)
    statement(this.#db, 'delete from facts where rowid = ?').run(row.rowid)
  }

  count(): number {
    const row = statement(this.#db, `select count(*) as n from facts where status = 'live' and deletion_id is null`).get() as { n: number }
    return row.n
  }

  /** Facts of one key that hold now. */
  byKey(key: string, namespace: FactNamespace): Fact[] {
    const rows = statement(
      this.#db,
      `select * from facts where key = ? and status = 'live' and deletion_id is null and scope = ? and project_id is ? and thread_id is ?`
    ).all(key, namespace.scope, namespace.projectId, namespace.threadId) as FactRow[]
    return factsOf(this.#db, rows)
  }
}
