import type { Message } from '../../src/shared/model/conversation.ts'

export const FORGOTTEN = '[forgotten]'

/** What the window had on screen, and when. */
export interface Shown {
  /** `performance.now()` */
  readonly at: number
  /** Everything shown of the answer until then. */
  readonly text: string
}

export interface ExpectedTurn {
  readonly text: string
  /** Everything that the scripted model says in this turn, in order. Null for an answer of this machine. */
  readonly full: string | null
  userMessageId: string | null
  turnId: string | null
  readonly shown: Shown[]
  stopAsked: boolean
  /** As the app said it. */
  end: 'done' | 'stopped' | 'limit' | 'error' | null
  /** Messages as the first start after the turn showed them: from then on they must stay so. */
  settled: readonly Settled[] | null
}

interface Settled {
  readonly messageId: string
  content: string
  readonly status: Message['status']
}

export interface ExpectedConversation {
  readonly id: string
  draft: string
  readonly turns: ExpectedTurn[]
  state: 'there' | 'held' | 'gone'
}

export function shownText(turn: ExpectedTurn): string {
  return turn.shown.at(-1)?.text ?? ''
}

/** What was on screen at a moment. */
function shownAt(turn: ExpectedTurn, at: number): string {
  return turn.shown.findLast((entry) => entry.at <= at)?.text ?? ''
}

/** What erasing texts does to a message. */
export function withoutForgotten(content: string, erased: ReadonlySet<string>): string {
  let rest = content
  for (const text of erased) if (rest.includes(text)) rest = rest.replaceAll(text, FORGOTTEN)
  return rest
}

function checkEnded(turn: ExpectedTurn, answer: string, last: Message | undefined): string[] {
  const wanted = shownText(turn)
  if (answer !== wanted) return [`an answer that had ended is "${answer}", and shown was "${wanted}"`]
  const allowed: Readonly<Record<NonNullable<ExpectedTurn['end']>, readonly string[]>> = {
    done: ['complete'],
    limit: ['complete'],
    stopped: ['stopped'],
    error: ['failed']
  }
  // Stopped before the first word, a turn has no answer.
  if (turn.end === null || last === undefined || allowed[turn.end].includes(last.status)) return []
  return [`a turn that ended with ${turn.end} is stored as ${last.status}`]
}

/** @param mustBeThere what was on screen long enough before the kill. */
function checkCut(turn: ExpectedTurn, answer: string, mustBeThere: string, last: Message | undefined): string[] {
  if (!answer.startsWith(mustBeThere)) return [`a partial answer lost text: shown "${mustBeThere}", stored "${answer}"`]
  if (turn.full !== null && !turn.full.startsWith(answer)) return [`a partial answer holds what the model never said: "${answer}"`]
  if (last === undefined || last.status === 'interrupted' || last.errorCode === 'PRIVATE_BLOCKED') return []
  const whole = turn.full === null || answer === turn.full
  const fits = (last.status === 'complete' && whole) || (last.status === 'stopped' && turn.stopAsked)
  return fits ? [] : [`a partial answer is marked ${last.status}`]
}

function checkFresh(turn: ExpectedTurn, own: readonly Message[], shownBefore: number): string[] {
  const answers = own.filter((message) => message.role === 'assistant')
  const answer = answers.map((message) => message.content).join('')
  const last = answers.at(-1)
  return turn.end === null ? checkCut(turn, answer, shownAt(turn, shownBefore), last) : checkEnded(turn, answer, last)
}

function checkSettled(settled: readonly Settled[], own: readonly Message[]): string[] {
  if (settled.length !== own.length) return [`a turn had ${settled.length} messages and has ${own.length} now`]
  return settled.flatMap((wanted, index) => {
    const is = own[index]
    const same = is !== undefined && is.messageId === wanted.messageId && is.content === wanted.content && is.status === wanted.status
    return same ? [] : [`a stored message changed: "${wanted.content}" (${wanted.status}) is "${is?.content}" (${is?.status})`]
  })
}

function messagesOfTurn(messages: readonly Message[], turn: ExpectedTurn): Message[] {
  return messages.filter((message) => message.turnId === turn.turnId)
}

/** A turn that was sent and not acknowledged is either not there at all or there with its message. */
function adopt(turn: ExpectedTurn, messages: readonly Message[], known: ReadonlySet<string | null>): void {
  if (turn.turnId !== null) return
  const found = messages.find((message) => message.role === 'user' && message.content === turn.text && !known.has(message.turnId))
  turn.turnId = found?.turnId ?? null
  turn.userMessageId = found?.messageId ?? null
}

/**
 * Compares a conversation with what must be in it, and remembers what is there for the next time.
 * @param erased facts that were forgotten: their words are gone from messages.
 * @param shownBefore what was on screen by then (`performance.now()`) must be stored.
 */
export function compareConversation(
  conversation: ExpectedConversation,
  messages: readonly Message[],
  erased: ReadonlySet<string>,
  shownBefore: number
): string[] {
  const problems: string[] = []
  const say = (found: readonly string[]): void => void problems.push(...found.map((one) => `conversation ${conversation.id}: ${one}`))
  const known = new Set(conversation.turns.map((turn) => turn.turnId).filter((id) => id !== null))
  for (const turn of conversation.turns) adopt(turn, messages, known)
  const kept = conversation.turns.filter((turn) => turn.turnId !== null)
  conversation.turns.splice(0, conversation.turns.length, ...kept)
  for (const turn of kept) {
    const own = messagesOfTurn(messages, turn)
    if (turn.settled === null) {
      const user = own.find((message) => message.role === 'user')
      const wanted = withoutForgotten(turn.text, erased)
      if (user?.messageId !== turn.userMessageId) say([`lost: the message "${turn.text}"`])
      else if (user?.content !== wanted) say([`the message "${wanted}" is "${user?.content}"`])
      say(checkFresh(turn, own, shownBefore))
    } else {
      for (const one of turn.settled) one.content = withoutForgotten(one.content, erased)
      say(checkSettled(turn.settled, own))
    }
    turn.settled = own.map(({ messageId, content, status }) => ({ messageId, content, status }))
  }
  const order = messages.filter((message) => message.role === 'user').map((message) => message.messageId)
  const sent = kept.flatMap((turn) => (turn.userMessageId === null ? [] : [turn.userMessageId]))
  if (order.join() !== sent.join()) say(['user messages are not those that were sent, in that order'])
  if (messages.some((message) => message.status === 'streaming')) say(['a message is still marked as streaming'])
  return problems
}
