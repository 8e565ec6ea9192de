import { AppError } from '../../kernel/app-error.ts'
import { transaction } from '../../db/database.ts'
import type { ConversationRow } from '../conversation/conversation-store.ts'
import { noteFacts } from '../conversation/message-notes.ts'
import type { MessageRow } from '../conversation/message-store.ts'
import { applyDecision, type Applied } from './apply.ts'
import type { Batch, Batches } from './batches.ts'
import { MOST_CANDIDATES } from './candidate.ts'
import { decideCandidate, type Decision } from './decide.ts'
import { askForCandidates, type ExtractionModel } from './extraction-model.ts'
import type { ExtractionPorts } from './extraction.ts'
import { withoutUploads } from './filter.ts'
import { partsOf, promptOf } from './prompt.ts'
import type { Reply } from './parse-reply.ts'
import { quoteStands } from './quote.ts'
import { readBatch, type ReadBatch } from './read-messages.ts'
import type { NearFact } from './rivals.ts'
import { extractByRules } from './rules.ts'

export type RunPorts = Omit<ExtractionPorts, 'onLearned' | 'onChange'> & { readonly batches: Batches }

/** What was learned from one message of the person. */
export interface Learned {
  readonly conversationId: string
  readonly messageId: string
  readonly remembered: readonly string[]
  readonly proposed: readonly string[]
}

type Accepted = Exclude<Decision, { readonly outcome: 'refused' }>
interface Weighed {
  readonly decision: Accepted
  readonly near: readonly NearFact[]
}

function conversationOf(ports: RunPorts, batch: Batch): ConversationRow | null {
  try {
    return ports.conversations.require(batch.conversationId)
  } catch {
    return null
  }
}

/** @throws AppError when the model is not to be used now, or its answer cannot be read. */
async function proposedByModel(
  ports: RunPorts,
  model: ExtractionModel,
  read: ReadBatch,
  where: ConversationRow,
  signal: AbortSignal
): Promise<Reply> {
  const candidates: unknown[] = []
  let cut = false
  for (const [index, part] of partsOf(read.messages, model.inputTokens).entries()) {
    const said = part.flatMap((message) => (message.role === 'user' ? [message.content] : [])).join('\n')
    const known = await ports.knownFacts(said, where.project_id, model.destination)
    const prompt = promptOf(part, { earlier: index === 0 ? read.earlier : [], known, language: ports.language() })
    const run = { conversationId: where.id, factIds: known.map((fact) => fact.factId) }
    const answer = await askForCandidates(model, prompt, run, signal)
    if (!answer.ok) throw new AppError(answer.error.code, answer.error.message, answer.error.data)
    candidates.push(...answer.value.candidates.slice(0, MOST_CANDIDATES))
    cut ||= answer.value.cut
  }
  return { candidates, cut }
}

function foundByRules(read: ReadBatch): Reply {
  const own = new Set(read.messages.map((message) => message.id))
  const candidates = read.evidence
    .filter((message) => own.has(message.id))
    .flatMap((message) => extractByRules(message.content).map((candidate) => ({ ...candidate, evidenceMessageId: message.id })))
  return { candidates, cut: false }
}

async function weigh(ports: RunPorts, decisions: readonly Decision[], projectId: string | null): Promise<Weighed[]> {
  const accepted = decisions.filter((decision) => decision.outcome !== 'refused')
  const weighed: Weighed[] = []
  // The older event first: what happened later replaces it.
  for (const decision of accepted.toSorted((a, b) => a.fact.since - b.fact.since)) {
    weighed.push({ decision, near: await ports.nearFacts(decision.fact.text, projectId) })
  }
  return weighed
}

/** A decision on its message as it is by now: that may have been forgotten or made private while the model was asked. */
function asItStands(ports: RunPorts, { decision }: Weighed): { readonly said: number; readonly decision: Accepted } | null {
  const { fact } = decision
  const row = ports.messages.row(fact.evidence.messageId)
  if (row === null || !quoteStands(fact.evidence.text, withoutUploads(row.content))) return null
  return { said: row.created_at, decision: { ...decision, fact: { ...fact, privacy: row.privacy } } }
}

/** The message that answered one of the person, on the shown path. */
function answerTo(path: readonly MessageRow[], userMessageId: string): string | null {
  const start = path.findIndex((row) => row.id === userMessageId)
  if (start === -1) return null
  const next = path.findIndex((row, index) => index > start && row.role === 'user')
  return path.slice(start, next === -1 ? path.length : next).findLast((row) => row.role === 'assistant')?.id ?? null
}

function learnedFrom(applied: readonly Applied[], conversationId: string): Learned[] {
  const ids = (messageId: string, outcome: Applied['outcome']): string[] => [
    ...new Set(applied.filter((one) => one.messageId === messageId && one.outcome === outcome).map((one) => one.factId))
  ]
  return [...new Set(applied.map((one) => one.messageId))]
    .map((messageId) => ({ conversationId, messageId, remembered: ids(messageId, 'remembered'), proposed: ids(messageId, 'proposed') }))
    .filter(({ remembered, proposed }) => remembered.length + proposed.length > 0)
}

/**
 * Stores what is accepted and ends the batch, in one transaction.
 * @param cut the answer was cut short: the batch stays, is seen as failed and is read again later; what is stored now is then met again.
 */
function finish(ports: RunPorts, batch: Batch, weighed: readonly Weighed[], cut: boolean): Learned[] {
  return transaction(ports.db, () => {
    const where = conversationOf(ports, batch)
    if (!ports.batches.exists(batch.id)) return []
    // Its deletion waits: the batch waits with it.
    if (where === null) return []
    if (cut) ports.batches.fail(batch, 'PROVIDER_BAD_REPLY')
    else ports.batches.remove(batch.id)
    const applied = weighed.flatMap((one) => {
      const now = asItStands(ports, one)
      if (now === null) return []
      return [applyDecision(ports, now.decision, { conversationId: batch.conversationId, said: now.said, near: one.near })]
    })
    const learned = learnedFrom(applied, batch.conversationId)
    const path = ports.messages.path(where.head_message_id)
    for (const { messageId, remembered, proposed } of learned) {
      const answer = answerTo(path, messageId)
      if (answer === null) continue
      noteFacts(ports.db, answer, 'remembered', remembered)
      noteFacts(ports.db, answer, 'proposed', proposed)
    }
    return learned
  })
}

/** Reads one batch and stores what it teaches. @throws AppError when it must be tried again. */
export async function runBatch(ports: RunPorts, batch: Batch, signal: AbortSignal): Promise<Learned[]> {
  const where = conversationOf(ports, batch)
  if (where === null) return []
  const model = ports.settings().extraction === 'model' ? await ports.model() : null
  if (model !== null && 'error' in model) throw new AppError(model.error.code, model.error.message, model.error.data)
  const source = { messageIds: batch.messageIds, conversationId: where.id, headId: where.head_message_id }
  const read = readBatch(ports, source, model?.destination ?? 'local')
  if (read.messages.length === 0) return finish(ports, batch, [], false)
  const reply = model === null ? foundByRules(read) : await proposedByModel(ports, model, read, where, signal)
  if (signal.aborted) throw new AppError('INTERNAL', 'Stopped')
  const readable = new Set(read.messages.map((message) => message.id))
  const context = {
    messages: read.evidence.filter((message) => readable.has(message.id)),
    projectId: where.project_id,
    by: model === null ? ('rule' as const) : ('model' as const)
  }
  const decisions = reply.candidates.map((candidate) => decideCandidate(candidate, context))
  // Switched off meanwhile: nothing is written.
  const { enabled, extraction } = ports.settings()
  const weighed = enabled && extraction !== 'off' ? await weigh(ports, decisions, where.project_id) : []
  if (signal.aborted) throw new AppError('INTERNAL', 'Stopped')
  return finish(ports, batch, weighed, reply.cut)
}
