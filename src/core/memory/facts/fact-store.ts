import type { FactCategory } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { strictest } from '../../../shared/privacy-order.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { addEvidence, moveEvidence, type NewEvidence } from './fact-evidence.ts'
import type { FactNamespace } from './fact-id.ts'
import { indexText, normalText, storeOf, unindexText } from './fact-index.ts'
import { rivalsOf, settleKey, supersede } from './fact-keys.ts'
import { FactReader, type FactContext } from './fact-reader.ts'
import { eraseFacts, hideFacts, retractFact, showFacts, takeBackFact, type Erased, type Reach } from './fact-removal.ts'
import { aliasesOf, reviewOf, type FactRow } from './fact-rows.ts'
import { anyBuried, unbury } from './fact-tombstones.ts'
import { workOutWords } from './fact-words.ts'
import { insertFact, namespaceOfRow, relabel, removeRow, rowAt, wordsOf, wordsOfRow, type NewFact } from './fact-writing.ts'

export type { Erased, Reach } from './fact-removal.ts'
export type { NewFact } from './fact-writing.ts'

export interface FactPatch {
  readonly text?: string | undefined
  readonly privacy?: Privacy | undefined
  readonly key?: string | null | undefined
  readonly category?: FactCategory | null | undefined
  readonly aliases?: readonly string[] | undefined
  readonly pinned?: boolean | undefined
  /** The person's word: a proposal holds, and confidence rises. */
  readonly confirmed?: true | undefined
  /** With `confirmed`: the fact that a proposal contradicts holds as well. Two values of one key cannot, so it needs `key: null` where they share one. */
  readonly alongside?: true | undefined
  /** It was wrong: kept as history, never recalled. */
  readonly retracted?: true | undefined
}

export interface FactStoreOptions extends FactContext {
  /** Called after anything changed that recall or the gate may depend on. */
  readonly onChange: () => void
}

const CONFIRMED = 1

/** What a repeated statement may change of a fact that is known. */
export interface Support {
  readonly evidence: NewEvidence | null
  readonly privacy: Privacy
  readonly key: string | null
  /** Milliseconds since the epoch. */
  readonly at: number
}

/** The rows of `facts` with their text index, kept in step in one transaction. Vectors come later from the embedding queue. */
export class FactStore extends FactReader {
  readonly #onChange: () => void

  constructor(options: FactStoreOptions) {
    super(options)
    this.#onChange = options.onChange
  }

  /** Adds a fact; the same text in the same namespace changes nothing but can only become stricter in privacy. */
  add(fact: NewFact): { factId: string; created: boolean } {
    const added = transaction(this.context.db, () => this.#add(fact))
    if (added.changed) this.#onChange()
    return { factId: added.factId, created: added.created }
  }

  /** Does what can be done before `addMany`, which holds the database: other work is let in meanwhile, unless the list is short. */
  async prepare(facts: readonly NewFact[]): Promise<NewFact[]> {
    const prepared = facts.map((fact) => ({ ...fact, words: wordsOf(this.context, fact) }))
    await workOutWords(
      prepared.map((fact) => fact.words),
      anyBuried(this.context.db)
    )
    return prepared
  }

  /** All or none. */
  addMany(facts: readonly NewFact[]): { factId: string; created: boolean }[] {
    const added = transaction(this.context.db, () => facts.map((fact) => this.#add(fact)))
    if (added.some((one) => one.changed)) this.#onChange()
    return added.map(({ factId, created }) => ({ factId, created }))
  }

  #add(fact: NewFact): { factId: string; created: boolean; changed: boolean } {
    const { db } = this.context
    const words = wordsOf(this.context, fact)
    const { factId } = words
    const known = statement(db, 'select * from facts where id = ?').get(factId) as FactRow | undefined
    const hidden = known !== undefined && known.deletion_id !== null
    if (known !== undefined) {
      // A guess neither changes a fact nor spoils the undo of its deletion.
      if (fact.proposed === true && (hidden || known.status === 'proposed')) return { factId, created: false, changed: false }
      if (!hidden && known.status === 'live') return { factId, created: false, changed: this.#meet(known, fact) }
      if (!hidden && known.status !== 'proposed') this.#moveToHistory(known)
    }
    const replaced = known !== undefined && (hidden || known.status === 'proposed') ? known : null
    // Its id is wanted by the new row; what was said for a proposal is said for the fact.
    if (replaced !== null) statement(db, `update facts set id = id || '.' || rowid where rowid = ?`).run(replaced.rowid)
    // A proposal alone takes no tombstone away: only the person does, or words that were never forgotten.
    if (fact.proposed !== true) unbury(db, words)
    const rowid = insertFact(this.context, words, fact)
    if (replaced !== null) {
      if (!hidden) moveEvidence(db, replaced.rowid, rowid)
      removeRow(this.context, rowAt(this.context, replaced.rowid))
    }
    return { factId, created: true, changed: true }
  }

  /** A fact that was true before comes back as a new row; the old one stays as history under an id of its own. */
  #moveToHistory(row: FactRow): void {
    const { db } = this.context
    const historyId = `${row.id}.${row.rowid}`
    statement(db, 'update facts set id = ? where rowid = ?').run(historyId, row.rowid)
    statement(db, 'update facts set superseded_by = ? where superseded_by = ?').run(historyId, row.id)
  }

  /** @returns whether anything changed. */
  #meet(row: FactRow, fact: NewFact): boolean {
    if (fact.proposed === true) return false
    const at = fact.since ?? fact.createdAt
    return this.#support(row, { evidence: fact.evidence ?? null, privacy: fact.privacy ?? row.privacy, key: fact.key ?? null, at })
  }

  /** Further words for a fact that is known: evidence, a stricter label, a key where there was none. Never confidence, never its text. */
  support(factId: string, support: Support): void {
    const changed = transaction(this.context.db, () => this.#support(this.require(factId), support))
    if (changed) this.#onChange()
  }

  #support(row: FactRow, support: Omit<Support, 'at'> & { readonly at: number | undefined }): boolean {
    const stricter = strictest([row.privacy, support.privacy])
    if (stricter !== row.privacy) relabel(this.context, row, stricter)
    const { evidence, key, at } = support
    if (evidence !== null) addEvidence(this.context.db, row.rowid, evidence, at ?? this.context.clock.now())
    const keyed = row.status === 'live' && this.#adoptKey({ ...row, privacy: stricter }, key, at)
    return keyed || evidence !== null || stricter !== row.privacy
  }

  #adoptKey(row: FactRow, key: string | null, at: number | undefined): boolean {
    const { db, clock } = this.context
    if (key === null || row.key !== null) return false
    const now = clock.now()
    const keyed = { ...row, key }
    // An older word that arrives late does not end what was said since.
    if (at !== undefined && rivalsOf(db, keyed).some((rival) => rival.valid_from > at)) return false
    statement(db, 'update facts set key = ?, updated_at = ? where rowid = ?').run(key, now, row.rowid)
    settleKey(db, keyed, 'this', at ?? now, now)
    return true
  }

  /**
   * Changes a fact. New text is a new fact that supersedes the old one; everything else changes in place.
   * @returns the id of the fact that holds now. @throws AppError `NOT_FOUND`
   */
  update(factId: string, patch: FactPatch): string {
    const result = transaction(this.context.db, () => {
      const row = this.require(factId)
      if (patch.text !== undefined && normalText(patch.text) !== row.normal_text) return this.#replace(row, patch.text, patch)
      this.#change(row, patch)
      if (patch.retracted === true) retractFact(this.context, rowAt(this.context, row.rowid), null)
      return row.id
    })
    this.#onChange()
    return result
  }

  #change(row: FactRow, patch: FactPatch): void {
    const { db, clock } = this.context
    if (patch.privacy !== undefined && patch.privacy !== row.privacy) relabel(this.context, row, patch.privacy)
    const now = clock.now()
    const confirmed = patch.confirmed === true
    statement(
      db,
      `update facts set text = ?, key = ?, category = ?, aliases = ?, pinned = ?, confidence = ?, confirmed_at = ?, updated_at = ? where rowid = ?`
    ).run(
      patch.text?.toWellFormed() ?? row.text,
      patch.key === undefined ? row.key : patch.key,
      patch.category === undefined ? row.category : patch.category,
      JSON.stringify(patch.aliases ?? aliasesOf(row)),
      patch.pinned === undefined ? row.pinned : Number(patch.pinned),
      confirmed ? CONFIRMED : row.confidence,
      confirmed ? now : row.confirmed_at,
      now,
      row.rowid
    )
    const accepted = confirmed && row.status === 'proposed'
    if (accepted) statement(db, `update facts set status = 'live', review = null where rowid = ?`).run(row.rowid)
    const changed = rowAt(this.context, row.rowid)
    if (changed.status !== 'proposed') {
      if (!accepted) unindexText(db, changed)
      indexText(db, changed)
    }
    if (accepted) unbury(db, wordsOfRow(this.context, changed))
    if (accepted && patch.alongside !== true) this.#settleConflict(row, changed)
    // The person has just said that this is the value.
    if (accepted || changed.key !== row.key) settleKey(db, changed, 'this', now, now)
  }

  /** The person chose the proposal: the fact that it contradicts is history. */
  #settleConflict(proposal: FactRow, accepted: FactRow): void {
    const review = reviewOf(proposal)
    const other = review?.reason === 'conflict' && review.otherFactId !== null ? this.row(review.otherFactId) : null
    if (other === null || other.status !== 'live' || storeOf(other) !== storeOf(accepted)) return
    const now = this.context.clock.now()
    supersede(this.context.db, other, accepted.id, now, now)
  }

  #replace(row: FactRow, text: string, patch: FactPatch): string {
    const { db, clock } = this.context
    const namespace = namespaceOfRow(row)
    const known = this.row(this.idOf(namespace, text))
    const factId = known?.status === 'live' ? known.id : this.#addInstead(row, namespace, text, patch)
    const old = rowAt(this.context, row.rowid)
    if (old.status === 'live') supersede(db, old, factId, clock.now(), clock.now())
    else if (old.status === 'proposed') {
      moveEvidence(db, old.rowid, this.require(factId).rowid)
      if (patch.alongside !== true) this.#settleConflict(old, this.require(factId))
      removeRow(this.context, old)
    }
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
      subject: row.subject,
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

  /** Makes a live fact one that never held, in favour of another, which holds from where it began. */
  retractFor(factId: string, by: string): void {
    transaction(this.context.db, () => retractFact(this.context, this.require(factId), by))
    this.#onChange()
  }

  /** Makes a live fact history in favour of another. @param at milliseconds since the epoch from which the other holds */
  supersedeBy(factId: string, by: string, at: number): void {
    transaction(this.context.db, () => supersede(this.context.db, this.require(factId), by, at, this.context.clock.now()))
    this.#onChange()
  }

  /** Takes back what a turn wrote. It leaves a tombstone. @throws AppError `NOT_FOUND` */
  takeBack(factId: string): void {
    transaction(this.context.db, () => takeBackFact(this.context, this.require(factId)))
    this.#onChange()
  }

  /** Notes that facts were given to a model. Reading never raises their confidence. */
  markUsed(factIds: readonly string[]): void {
    if (factIds.length === 0) return
    const { db, clock } = this.context
    statement(db, 'update facts set used_count = used_count + 1, last_used_at = ? where id in (select value from json_each(?))').run(
      clock.now(),
      JSON.stringify(factIds)
    )
  }

  /** Hides facts until their deletion is carried out or undone. */
  setDeletion(factIds: readonly string[], deletionId: string, reach: Reach): void {
    transaction(this.context.db, () => hideFacts(this.context, factIds, deletionId, reach))
    this.#onChange()
  }

  /** Shows again what a deletion had hidden. */
  undoDeletion(deletionId: string): void {
    transaction(this.context.db, () => showFacts(this.context, deletionId))
    this.#onChange()
  }

  /** Erases one fact with its history. */
  erase(factId: string): Erased {
    return this.eraseAll([factId], 'with-history')
  }

  /**
   * Erases facts with index and vectors, hidden or not, and leaves tombstones (HMACs, no text).
   * @returns the erased rows and their evidence, so that copies elsewhere can be erased too.
   */
  eraseAll(factIds: readonly string[], reach: Reach): Erased {
    const erased = transaction(this.context.db, () => eraseFacts(this.context, factIds, reach))
    if (erased.rows.length > 0) this.#onChange()
    return erased
  }

  /** Takes away what a conversation proved, from facts that stay. */
  dropEvidence(conversationId: string): void {
    const done = statement(this.context.db, 'delete from fact_evidence where conversation_id = ?').run(conversationId)
    if (done.changes > 0) this.#onChange()
  }
}
