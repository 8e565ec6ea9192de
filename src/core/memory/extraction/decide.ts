import type { FactCategory, ReviewReason } from '../../../shared/model/memory.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import { userNamespace, type FactNamespace } from '../facts/fact-id.ts'
import { isAuthorisation } from './authorisation.ts'
import { candidateSchema, CONTENT_MAX, type Candidate } from './candidate.ts'
import { saysChanged, saysWrong } from './change-words.ts'
import { attributeKey } from './keys.ts'
import { clauseOf, neighbourhoodOf, quoteStands, sentenceOf } from './quote.ts'

/** A message of the person that may serve as evidence. */
export interface EvidenceMessage {
  readonly id: string
  /** Their own words, without uploads. */
  readonly content: string
  readonly privacy: Privacy
  /** When it was said, milliseconds since the epoch. */
  readonly at: number
  /** A tool's or a file's text stood in its turn. */
  readonly foreign: boolean
}

export interface DecisionContext {
  /** User messages only. What the assistant said is context, never proof. */
  readonly messages: readonly EvidenceMessage[]
  /** Project of the conversation. */
  readonly projectId: string | null
  /** `rule`: found without a model, so it only ever proposes. */
  readonly by: 'model' | 'rule'
}

export const REFUSALS = [
  'missing-label',
  'too-long',
  'authorisation',
  'other-scope',
  'temporary',
  'unsure',
  'no-evidence',
  'no-project'
] as const
export type Refusal = (typeof REFUSALS)[number]

export interface DecidedFact {
  readonly namespace: FactNamespace
  readonly text: string
  /** A single-valued attribute, or null. */
  readonly key: string | null
  readonly category: FactCategory
  readonly subject: string | null
  readonly confidence: number
  /** That of its evidence. */
  readonly privacy: Privacy
  readonly evidence: { readonly messageId: string; readonly text: string }
  /** When the event happened, milliseconds since the epoch: a date that the words name, else when they were said. */
  readonly since: number
  readonly sinceNamed: boolean
  /** What the words say of an older value: it changed, it was wrong, or nothing. */
  readonly change: 'changed' | 'was-wrong' | null
}

export type Decision =
  | { readonly outcome: 'refused'; readonly reason: Refusal }
  | { readonly outcome: 'store'; readonly fact: DecidedFact }
  | { readonly outcome: 'propose'; readonly review: ReviewReason; readonly fact: DecidedFact }

const LEAST_CONFIDENCE = 0.7

const refused = (reason: Refusal): Decision => ({ outcome: 'refused', reason })

/** Over-long is told apart from a label that is not there. */
function readCandidate(raw: unknown): Candidate | Refusal {
  const parsed = candidateSchema.safeParse(raw)
  if (parsed.success) return parsed.data
  const long = parsed.error.issues.every((issue) => issue.code === 'too_big' && ['key', 'content'].includes(String(issue.path[0])))
  return long ? 'too-long' : 'missing-label'
}

function changeOf(candidate: Candidate, message: EvidenceMessage): DecidedFact['change'] {
  const { evidenceText, change } = candidate
  const plainly = saysChanged(sentenceOf(evidenceText, message.content))
  if (saysWrong(neighbourhoodOf(evidenceText, message.content)) && change !== 'changed' && (!plainly || change === 'was_wrong'))
    return 'was-wrong'
  return plainly ? 'changed' : null
}

/** A date of the past; what lies ahead, or is no date, began when it was said. */
function sinceOf(candidate: Candidate, message: EvidenceMessage): { readonly since: number; readonly sinceNamed: boolean } {
  const named = candidate.since === null || !/^\d{4}(?:-\d{2}){0,2}/u.test(candidate.since) ? Number.NaN : Date.parse(candidate.since)
  return Number.isNaN(named) || named > message.at ? { since: message.at, sinceNamed: false } : { since: named, sinceNamed: true }
}

/**
 * The gate before memory: what becomes of one candidate. Pure; labels are the model's, the decision is not.
 * @param raw as a model wrote it; nothing about it is taken for granted.
 */
export function decideCandidate(raw: unknown, context: DecisionContext): Decision {
  const candidate = readCandidate(raw)
  if (typeof candidate === 'string') return refused(candidate)
  const { evidenceText, content, scope, subject } = candidate
  const message = context.messages.find((one) => one.id === candidate.evidenceMessageId)
  const said = message === undefined ? '' : clauseOf(evidenceText, message.content)
  if (candidate.authority === 'transactional' || [content, evidenceText, said].some(isAuthorisation)) return refused('authorisation')
  if (candidate.durability === 'temporary') return refused('temporary')
  if (scope === 'thread') return refused('other-scope')
  if (candidate.confidence < LEAST_CONFIDENCE) return refused('unsure')
  if (message === undefined || !quoteStands(evidenceText, message.content)) return refused('no-evidence')
  if (scope === 'project' && context.projectId === null) return refused('no-project')
  const fact: DecidedFact = {
    namespace: scope === 'project' ? { scope, projectId: context.projectId, threadId: null } : userNamespace,
    text: content.slice(0, CONTENT_MAX),
    key: attributeKey(candidate.key, subject),
    category: candidate.category,
    subject,
    confidence: candidate.confidence,
    privacy: message.privacy,
    evidence: { messageId: message.id, text: evidenceText },
    ...sinceOf(candidate, message),
    change: changeOf(candidate, message)
  }
  if (context.by === 'rule') return { outcome: 'propose', review: 'rule', fact }
  return message.foreign ? { outcome: 'propose', review: 'foreign', fact } : { outcome: 'store', fact }
}

/** A line that is to go into a summary of the person. */
export interface ProfileItem {
  readonly text: string
  readonly scope: string
  readonly authority: string
  /** Facts and messages that it was made from. */
  readonly sources: readonly string[]
}

/** The same gate for what describes the person at large: about them, descriptive, with a source, and no permission in disguise. */
export function passesProfileGate(item: ProfileItem): boolean {
  return item.scope === 'user' && item.authority === 'descriptive' && item.sources.length > 0 && !isAuthorisation(item.text)
}
