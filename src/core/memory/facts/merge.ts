import { strictest } from '../../../shared/privacy-order.ts'
import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { AppError } from '../../kernel/app-error.ts'
import type { Clock } from '../../kernel/clock.ts'
import { moveEvidence } from './fact-evidence.ts'
import { evidenceOf, type MergeBook } from './merge-undo.ts'
import type { FactNamespace } from './fact-id.ts'
import { supersede } from './fact-keys.ts'
import { aliasesOf, type FactRow } from './fact-rows.ts'
import type { FactStore } from './fact-store.ts'

export interface MergePorts {
  readonly db: Db
  readonly facts: FactStore
  readonly clock: Clock
  /** Remembers how to take it apart again. */
  readonly book: MergeBook
}

const MOST_ALIASES = 50

function refused(problem: string): AppError {
  return new AppError('INVALID_INPUT', 'These facts cannot become one', { field: 'factIds', problem })
}

const placeOf = (row: FactRow): string => JSON.stringify([row.scope, row.project_id, row.thread_id])

/** @throws AppError `NOT_FOUND`, `INVALID_INPUT` with `problem` `too-few`, `status` (one does not hold now) or `scope` (not all of one namespace) */
function mergeable(facts: FactStore, factIds: readonly string[]): readonly [FactRow, ...FactRow[]] {
  const [first, ...rest] = [...new Set(factIds)].map((id) => facts.require(id))
  if (first === undefined || rest.length === 0) throw refused('too-few')
  if ([first, ...rest].some((row) => row.status !== 'live')) throw refused('status')
  if (rest.some((row) => placeOf(row) !== placeOf(first))) throw refused('scope')
  return [first, ...rest]
}

/** The fact that stays: the first one, or the one that has the new text; a new text is the person's word and holds from now on. */
function targetOf(facts: FactStore, first: FactRow, text: string | undefined): { readonly target: FactRow; readonly made: boolean } {
  if (text === undefined) return { target: first, made: false }
  const namespace: FactNamespace = { scope: first.scope, projectId: first.project_id, threadId: first.thread_id }
  const known = facts.row(facts.idOf(namespace, text))
  if (known?.status === 'live') return { target: known, made: false }
  return { target: facts.require(facts.add({ text, namespace, privacy: first.privacy, source: 'person' }).factId), made: true }
}

const firstKnown = <T>(values: readonly (T | null)[]): T | null => values.find((value) => value !== null) ?? null

/** What has no place in a patch: of whom it speaks, how often it was used, and the words that prove it. */
function takeOver(db: Db, target: FactRow, others: readonly FactRow[]): void {
  for (const other of others) moveEvidence(db, other.rowid, target.rowid)
  const lastUsed = Math.max(...[target, ...others].map((row) => row.last_used_at ?? 0))
  statement(db, 'update facts set subject = ?, used_count = ?, last_used_at = ? where rowid = ?').run(
    firstKnown([target, ...others].map((row) => row.subject)),
    [target, ...others].reduce((sum, row) => sum + row.used_count, 0),
    lastUsed === 0 ? null : lastUsed,
    target.rowid
  )
}

/**
 * Puts one fact in place of several that hold now, in one transaction: evidence, aliases and uses come together, the strictest label wins, it is
 * pinned if one was, and the others become its history. Confidence rises only when the person gives a new text.
 * @returns the id of the fact that stays, and the number by which the merge can be taken apart. @throws AppError as `mergeable` does
 */
export function mergeFacts(
  { db, facts, clock, book }: MergePorts,
  factIds: readonly string[],
  text?: string
): { readonly factId: string; readonly mergeId: string } {
  return transaction(db, () => {
    const rows = mergeable(facts, factIds)
    const { target, made } = targetOf(facts, rows[0], text)
    const before = made ? null : target
    const evidence = evidenceOf(db, before)
    const others = rows.filter((row) => row.id !== target.id)
    const all = [target, ...others]
    const now = clock.now()
    // First, so that none of them competes for the key.
    for (const other of others) supersede(db, other, target.id, now, now)
    takeOver(db, target, others)
    const factId = facts.update(target.id, {
      ...(text === undefined ? {} : { text, confirmed: true as const }),
      privacy: strictest(all.map((row) => row.privacy)),
      key: firstKnown(all.map((row) => row.key)),
      category: firstKnown(all.map((row) => row.category)),
      aliases: [...new Set(all.flatMap(aliasesOf))].slice(0, MOST_ALIASES),
      pinned: all.some((row) => row.pinned === 1)
    })
    const mergeId = book.add({ target: before, targetId: factId, evidence, otherIds: others.map((row) => row.id) })
    return { factId, mergeId }
  })
}
