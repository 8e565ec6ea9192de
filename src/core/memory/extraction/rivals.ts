import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import type { FactNamespace } from '../facts/fact-id.ts'
import { storeOf } from '../facts/fact-index.ts'
import type { FactRow } from '../facts/fact-rows.ts'
import { normalise } from '../text/segment.ts'
import { mayBeOne, relationOf, statementOf } from '../facts/statement.ts'
import type { DecidedFact } from './decide.ts'

/** A stored fact that is near a candidate in words or meaning. */
export interface NearFact {
  readonly factId: string
  /** So near that, with equal numbers, dates, names and negation, both say the same. */
  readonly same: boolean
}

export interface Rivals {
  /** Says what the candidate says. */
  readonly known: FactRow | null
  /** Holds now for the same attribute, with another value. */
  readonly value: FactRow | null
  /** Has the same subject and predicate and says the opposite, or another number. */
  readonly contradicted: FactRow | null
}

const bare = (text: string): string => normalise(text).replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')

function inPlace(row: FactRow, namespace: FactNamespace, fact: DecidedFact): boolean {
  return (
    row.scope === namespace.scope &&
    row.project_id === namespace.projectId &&
    row.thread_id === namespace.threadId &&
    // Whether an open fact is stored must not depend on a private one.
    storeOf(row) === storeOf(fact)
  )
}

function compared(db: Db, fact: DecidedFact, near: readonly NearFact[]): FactRow[] {
  const { scope, projectId } = fact.namespace
  return statement(
    db,
    `select * from facts where deletion_id is null and status in ('live', 'proposed') and scope = ? and project_id is ?
       and (key = ? or status = 'proposed' or id in (select value from json_each(?))
         or rowid in (select fact_rowid from fact_evidence where message_id = ?))
     order by status = 'live' desc, rowid desc limit 500`
  ).all(scope, projectId, fact.key, JSON.stringify(near.map(({ factId }) => factId)), fact.evidence.messageId) as FactRow[]
}

/** The same claim: letter by letter, as the same value of the same key, or near in meaning. */
function saysTheSame(row: FactRow, fact: DecidedFact, near: readonly NearFact[]): boolean {
  if (bare(row.text) === bare(fact.text) || bare(row.text) === bare(fact.evidence.text)) return true
  const [a, b] = [statementOf(row.text), statementOf(fact.text)]
  const relation = relationOf(a, b)
  if (relation !== null) return relation === 'same'
  // Of one key: the stored value holds all that the new words say.
  if (row.key !== null && row.key === fact.key) return mayBeOne(a, b) && b.terms.every((term) => a.terms.includes(term))
  return near.some((one) => one.same && one.factId === row.id) && mayBeOne(a, b)
}

function contradicts(row: FactRow, fact: DecidedFact): boolean {
  const relation = relationOf(statementOf(row.text), statementOf(fact.text))
  return relation === 'opposed' || relation === 'other-number'
}

/** What a candidate meets in the store. Only the same key, or the same subject and predicate, are ever compared. */
export function rivalsOfCandidate(db: Db, fact: DecidedFact, near: readonly NearFact[]): Rivals {
  const rows = compared(db, fact, near).filter((row) => inPlace(row, fact.namespace, fact))
  const known = rows.find((row) => saysTheSame(row, fact, near)) ?? null
  const live = rows.filter((row) => row.status === 'live' && row !== known)
  return {
    known,
    value: fact.key === null ? null : (live.find((row) => row.key === fact.key) ?? null),
    contradicted: live.find((row) => (row.key === null || row.key !== fact.key) && contradicts(row, fact)) ?? null
  }
}
