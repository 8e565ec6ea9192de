import type { ReviewReason } from '../../../shared/model/memory.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import type { FactRow } from '../facts/fact-rows.ts'
import type { FactStore } from '../facts/fact-store.ts'
import type { NewFact } from '../facts/fact-writing.ts'
import type { DecidedFact, Decision } from './decide.ts'
import { rivalsOfCandidate, type NearFact, type Rivals } from './rivals.ts'

export interface ApplyPorts {
  readonly db: Db
  readonly facts: FactStore
}

/** What became of an accepted candidate. */
export interface Applied {
  readonly outcome: 'remembered' | 'proposed' | 'known' | 'forgotten'
  readonly factId: string
  readonly messageId: string
}

type Accepted = Exclude<Decision, { readonly outcome: 'refused' }>

/** Hidden ones too. */
function rowOf(db: Db, factId: string): FactRow | null {
  return (statement(db, 'select * from facts where id = ?').get(factId) as FactRow | undefined) ?? null
}

/** Heard before it became history: it brings nothing back. */
function wasHeard(db: Db, row: FactRow, fact: DecidedFact): boolean {
  const found = statement(db, 'select 1 from fact_evidence where fact_rowid = ? and message_id = ?').get(row.rowid, fact.evidence.messageId)
  return found !== undefined || (row.status === 'retracted' ? row.updated_at : row.valid_to) > fact.since
}

function newFact(fact: DecidedFact, conversationId: string, said: number): NewFact {
  return {
    text: fact.text,
    namespace: fact.namespace,
    privacy: fact.privacy,
    key: fact.key,
    category: fact.category,
    subject: fact.subject,
    confidence: fact.confidence,
    source: 'extraction',
    evidence: { ...fact.evidence, conversationId },
    createdAt: said,
    since: fact.since
  }
}

/** Stores what is to hold; an older value is history or, if it was wrong, never held. */
function store(ports: ApplyPorts, fact: DecidedFact, rivals: Rivals, draft: NewFact): string {
  const { facts } = ports
  const id = facts.idOf(fact.namespace, fact.text)
  const wrong = fact.change === 'was-wrong' ? (rivals.value ?? rivals.contradicted) : null
  // What was wrong never held; the right value holds from where it began.
  const since = wrong === null || fact.sinceNamed ? fact.since : Math.min(fact.since, wrong.valid_from)
  if (wrong !== null) facts.retractFor(wrong.id, id)
  facts.add({ ...draft, since })
  if (wrong === null && rivals.contradicted !== null) facts.supersedeBy(rivals.contradicted.id, id, since)
  return id
}

/**
 * Applies one accepted candidate. Call it in the transaction that ends the batch.
 * @param said when its message was said, milliseconds since the epoch.
 */
export function applyDecision(
  ports: ApplyPorts,
  decision: Accepted,
  run: { readonly conversationId: string; readonly said: number; readonly near: readonly NearFact[] }
): Applied {
  const { db, facts } = ports
  const { fact } = decision
  const id = facts.idOf(fact.namespace, fact.text)
  const ended = (outcome: Applied['outcome'], factId = id): Applied => ({ outcome, factId, messageId: fact.evidence.messageId })
  const exact = rowOf(db, id)
  if (exact !== null && exact.deletion_id !== null) return ended('forgotten')
  if (exact !== null && (exact.status === 'superseded' || exact.status === 'retracted') && wasHeard(db, exact, fact)) return ended('known')
  const evidence = { ...fact.evidence, conversationId: run.conversationId }
  const rivals = rivalsOfCandidate(db, fact, run.near)
  const known = exact !== null && (exact.status === 'live' || exact.status === 'proposed') ? exact : rivals.known
  // A proposal in these very words becomes a fact when the gate lets it through; in any other case the words are one proof more.
  const forgotten = facts.isForgotten(fact.namespace, fact.text, fact.key)
  const promoted = known?.status === 'proposed' && known.id === id && decision.outcome === 'store' && !forgotten
  if (known !== null && !promoted) {
    // A key makes one fact replace another; what only proposes gives none.
    const key = decision.outcome === 'store' ? fact.key : null
    facts.support(known.id, { evidence, privacy: fact.privacy, key, at: run.said })
    return ended('known', known.id)
  }
  if (forgotten) return ended('forgotten')
  const draft = newFact(fact, run.conversationId, run.said)
  const unclear = rivals.contradicted !== null && fact.change === null
  if (decision.outcome === 'propose' || unclear) {
    const reason: ReviewReason = unclear ? 'conflict' : decision.outcome === 'propose' ? decision.review : 'doubt'
    facts.add({ ...draft, proposed: true, review: { reason, otherFactId: (rivals.contradicted ?? rivals.value)?.id ?? null } })
    return ended('proposed')
  }
  store(ports, fact, rivals, draft)
  return ended(facts.row(id)?.status === 'live' ? 'remembered' : 'known')
}
