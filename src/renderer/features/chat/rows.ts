import type { Message, MessageStatus, ToolCallRecord } from '../../../shared/model/conversation.ts'
import { ERROR_CODES, type ErrorData } from '../../../shared/model/errors.ts'
import type { Privacy } from '../../../shared/model/privacy.ts'
import type { TurnNotice, TurnView } from '../../../shared/turn/reduce.ts'
import type { LiveTurn, TurnRequest } from './live-turn.ts'
import type { SentMessage } from './turn-store.ts'

export interface CallView extends ToolCallRecord {
  /** The whole result as it went to the model, where it is stored. */
  readonly result: string | null
  /** The message of a result whose whole text is kept beside it, and its length in characters. */
  readonly whole: { readonly messageId: string; readonly length: number } | null
}

/** One assistant message of a turn; tool calls make a turn have several. */
export interface Round {
  readonly messageId: string
  readonly content: string
  readonly reasoning: string
  /** How long it reasoned, in milliseconds; null when this window did not see it. */
  readonly reasoningMs: number | null
  readonly calls: readonly CallView[]
  readonly status: MessageStatus
}

export interface UserView {
  readonly messageId: string
  readonly turnId: string | null
  readonly text: string
  readonly privacy: Privacy
  readonly createdAt: string | null
  readonly siblings: readonly string[]
}

export interface AnswerView {
  readonly turnId: string | null
  readonly userMessageId: string | null
  readonly rounds: readonly Round[]
  readonly status: MessageStatus
  readonly error: ErrorData | null
  readonly factIds: readonly string[]
  readonly notices: readonly TurnNotice[]
  readonly compactions: TurnView['compactions']
  readonly request: TurnRequest | null
  readonly usage: TurnView['usage']
  readonly running: boolean
  readonly createdAt: string | null
  readonly siblings: readonly string[]
  readonly privacy: Privacy
}

export type Row =
  | { readonly kind: 'user'; readonly key: string; readonly user: UserView }
  | { readonly kind: 'answer'; readonly key: string; readonly answer: AnswerView }

function userView(message: Message): UserView {
  return {
    messageId: message.messageId,
    turnId: message.turnId,
    text: message.content,
    privacy: message.privacy,
    createdAt: message.createdAt,
    siblings: message.siblings ?? []
  }
}

function errorOf(message: Message | undefined): ErrorData | null {
  const code = ERROR_CODES.find((known) => known === message?.errorCode)
  return code === undefined ? null : { code, message: '' }
}

function reasoningMs(live: LiveTurn | undefined, messageId: string): number | null {
  const span = live?.reasoning[messageId]
  return span === undefined || span.to === null ? null : span.to - span.from
}

function callView(call: ToolCallRecord, result: Message | undefined): CallView {
  const length = result?.fullLength
  return {
    ...call,
    result: result?.content ?? null,
    whole: result === undefined || length === undefined ? null : { messageId: result.messageId, length }
  }
}

function storedRounds(messages: readonly Message[], live: LiveTurn | undefined): readonly Round[] {
  const results = new Map(messages.filter((message) => message.role === 'tool').map((message) => [message.toolCallId, message]))
  return messages
    .filter((message) => message.role === 'assistant')
    .map((message) => ({
      messageId: message.messageId,
      content: message.content,
      reasoning: message.reasoning ?? '',
      reasoningMs: reasoningMs(live, message.messageId),
      calls: (message.toolCalls ?? []).map((call) => callView(call, results.get(call.callId))),
      status: message.status
    }))
}

function liveRounds(live: LiveTurn): readonly Round[] {
  return live.view.messages.map((message) => ({
    messageId: message.messageId,
    content: message.content,
    reasoning: message.reasoning,
    reasoningMs: reasoningMs(live, message.messageId),
    calls: message.toolCalls.map((call) => callView(call, undefined)),
    status: message.status
  }))
}

function storedUsage(messages: readonly Message[]): TurnView['usage'] {
  const known = messages.flatMap((message) => (message.tokens === undefined ? [] : [message.tokens]))
  if (known.length === 0) return null
  return known.reduce((sum, tokens) => ({ input: sum.input + tokens.input, output: sum.output + tokens.output }), { input: 0, output: 0 })
}

/** A running turn is told by its events, and so is a finished one until its last message is stored. */
function roundsOf(messages: readonly Message[], live: LiveTurn | undefined): readonly Round[] {
  const stored = messages.findLast((message) => message.role === 'assistant')
  const settled = stored !== undefined && stored.status !== 'streaming'
  if (live === undefined || (settled && live.view.ended !== null)) return storedRounds(messages, live)
  return live.view.messages.length === 0 ? storedRounds(messages, live) : liveRounds(live)
}

function answerView(
  turnId: string | null,
  userMessageId: string | null,
  messages: readonly Message[],
  live: LiveTurn | undefined
): AnswerView {
  const assistants = messages.filter((message) => message.role === 'assistant')
  const last = assistants.at(-1)
  const running = live === undefined ? last?.status === 'streaming' : live.view.ended === null
  const rounds = roundsOf(messages, live)
  const failed = live !== undefined && live.view.error !== null
  // What is learned later is noted at the stored message, so that one is believed as soon as it is there.
  const told = running || last === undefined || last.status === 'streaming' ? live?.view : undefined
  return {
    turnId,
    userMessageId,
    rounds,
    status: running ? 'streaming' : failed ? 'failed' : (rounds.at(-1)?.status ?? 'complete'),
    error: running ? null : (live?.view.error ?? errorOf(last)),
    factIds: [...new Set([...(live?.view.factIds ?? []), ...assistants.flatMap((message) => message.factIds ?? [])])],
    notices: told?.notices ?? assistants.flatMap((message) => message.notices ?? []),
    compactions: told?.compactions ?? assistants.flatMap((message) => message.compactions ?? []),
    request: live?.request ?? null,
    usage: live?.view.usage ?? storedUsage(assistants),
    running,
    createdAt: last?.createdAt ?? null,
    siblings: assistants.find((message) => (message.siblings?.length ?? 0) > 1)?.siblings ?? [],
    privacy: last?.privacy ?? live?.privacy ?? 'open'
  }
}

interface Known {
  readonly messages: readonly Message[]
  readonly live: LiveTurn | undefined
  readonly answer: AnswerView
}

const answers = new WeakMap<Message, Known>()

/** The same answer object for the same messages and events, so that a streaming turn renders its own row and no other. */
function sameAnswer(userMessageId: string | null, group: readonly [Message, ...Message[]], live: LiveTurn | undefined): AnswerView {
  const [first] = group
  const before = answers.get(first)
  const same =
    before !== undefined &&
    before.live === live &&
    before.messages.length === group.length &&
    before.messages.every((message, at) => message === group[at])
  if (same && before.answer.userMessageId === userMessageId) return before.answer
  const answer = answerView(first.turnId, userMessageId, group, live)
  answers.set(first, { messages: group, live, answer })
  return answer
}

/** Consecutive messages that make one row: a user message, or all that one turn answered. */
function groups(messages: readonly Message[]): readonly (readonly [Message, ...Message[]])[] {
  const result: [Message, ...Message[]][] = []
  for (const message of messages) {
    if (message.role === 'system') continue
    const last = result.at(-1)
    const joins =
      last !== undefined &&
      message.role !== 'user' &&
      last[0].role !== 'user' &&
      (message.turnId === last[0].turnId || message.role === 'tool')
    if (joins) last.push(message)
    else result.push([message])
  }
  return result
}

/** Where a turn that is not stored yet belongs: behind its user message, or in place of the message that it is another version of. */
function addLive(rows: Row[], live: LiveTurn, own: SentMessage | undefined, seen: ReadonlySet<string>): void {
  const userId = live.view.userMessageId ?? own?.messageId ?? null
  const place = rows.findIndex((row) => row.key === userId)
  if (place < 0 && userId !== null && seen.has(userId)) return
  if (place >= 0) rows.splice(place + 1)
  else if (own !== undefined) {
    const replaced = rows.findIndex((row) => row.key === own.editOf)
    if (replaced >= 0) rows.splice(replaced)
    const user = { messageId: own.messageId, turnId: own.turnId, text: own.text, privacy: own.privacy, createdAt: null, siblings: [] }
    rows.push({ kind: 'user', key: own.messageId, user })
  }
  rows.push({ kind: 'answer', key: live.turnId, answer: answerView(live.turnId, userId, [], live) })
}

/** A message whose answer was lost before its first word: it can still be answered. */
function unanswered(user: UserView): Row {
  const answer = { ...answerView(user.turnId, user.messageId, [], undefined), status: 'interrupted' as const }
  return { kind: 'answer', key: `${user.messageId} unanswered`, answer }
}

export interface LiveState {
  readonly turns: readonly LiveTurn[]
  readonly sent: readonly SentMessage[]
  readonly seen: ReadonlySet<string>
}

/**
 * The rows of a transcript: what is stored, with what the running turns add. All assistant messages of one turn are one answer. A turn
 * keeps its key from its first event to its stored form, so that nothing is mounted anew when it ends.
 */
export function buildRows(messages: readonly Message[], live: LiveState): readonly Row[] {
  const rows: Row[] = []
  const stored = new Set<string>()
  let userMessageId: string | null = null
  for (const group of groups(messages)) {
    const [first] = group
    if (first.role === 'user') {
      userMessageId = first.messageId
      rows.push({ kind: 'user', key: first.messageId, user: userView(first) })
      continue
    }
    const { turnId } = first
    if (turnId !== null) stored.add(turnId)
    const turn = live.turns.find((known) => known.turnId === turnId)
    rows.push({ kind: 'answer', key: turnId ?? first.messageId, answer: sameAnswer(userMessageId, group, turn) })
  }
  for (const turn of live.turns) {
    if (stored.has(turn.turnId) || live.seen.has(turn.turnId)) continue
    addLive(
      rows,
      turn,
      live.sent.find((message) => message.turnId === turn.turnId),
      live.seen
    )
  }
  const last = rows.at(-1)
  if (last?.kind === 'user') rows.push(unanswered(last.user))
  return rows
}
