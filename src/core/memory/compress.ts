import { strictest } from '../../shared/privacy-order.ts'
import { totalTokens, type ChatMessage } from './chat-message.ts'

/** Turns text into a summary; memory asks for this, not for a provider. Null when it failed: then nothing is removed. */
export interface Summarizer {
  /** Characters that one call can read. */
  readonly inputLimit: number
  summarize(text: string, signal: AbortSignal): Promise<string | null>
}

export interface CompressOptions {
  /** Messages kept word for word. */
  readonly keep: number
  readonly summarizer: Summarizer
  readonly signal: AbortSignal
  /** Characters of each old message that the summary is made from. */
  readonly clip?: number
}

const CLIP = 2_000
const SUMMARY_LIMIT = 4_000
/** However little a summarizer reads, a call carries so many characters of messages. */
const LEAST_ROOM = 500
const LEAST_CLIP = 40

const isSystem = (message: ChatMessage): boolean => message.role === 'system' && message.kind === undefined
const isSummary = (message: ChatMessage): boolean => message.kind === 'summary'

/**
 * Where the kept part begins. A tool call and all its results are one unit: a cut inside goes back to the assistant message
 * that made the calls.
 */
function cutBefore(rest: readonly ChatMessage[], keep: number): number {
  let cut = Math.max(0, rest.length - keep)
  while (cut > 0 && rest[cut]?.role === 'tool') cut -= 1
  return cut
}

function clipped(content: string, limit: number): string {
  const characters = [...content]
  return characters.length <= limit ? content : `${characters.slice(0, limit).join('')} …`
}

function line(message: ChatMessage, clip: number): string {
  const calls = (message.toolCalls ?? []).map((call) => ` [${call.name} ${clipped(call.args, 200)}]`).join('')
  return `${message.role}: ${clipped(message.content, clip)}${calls}`
}

/** A message by itself, or a tool call with all its results. */
function unitsOf(leaving: readonly ChatMessage[]): ChatMessage[][] {
  const units: ChatMessage[][] = []
  for (const message of leaving) {
    const last = units.at(-1)
    if (message.role === 'tool' && last !== undefined) last.push(message)
    else units.push([message])
  }
  return units
}

/** A unit in `room` characters: what is too long for that is cut message by message, so that none drops out. */
function unitText(unit: readonly ChatMessage[], clip: number, room: number): string {
  const text = unit.map((message) => line(message, clip)).join('\n')
  if (text.length <= room) return text
  return clip > LEAST_CLIP ? unitText(unit, Math.max(LEAST_CLIP, Math.floor(clip / 2)), room) : text.slice(0, room).toWellFormed()
}

/** Takes units from the front, one at least, while they fit one call of the summarizer. */
function takePiece(waiting: ChatMessage[][], clip: number, room: number): string {
  let piece = unitText(waiting.shift() ?? [], clip, room)
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const more = `\n${unitText(next, clip, room)}`
    if (piece.length + more.length > room) break
    piece += more
    waiting.shift()
  }
  return piece
}

async function ask(text: string, { summarizer, signal }: CompressOptions): Promise<string | null> {
  try {
    const made = (await summarizer.summarize(text, signal))?.trim() ?? ''
    return made === '' || made.length > SUMMARY_LIMIT ? null : made
  } catch {
    return null
  }
}

async function summarise(old: string, leaving: readonly ChatMessage[], options: CompressOptions): Promise<string | null> {
  let summary = old
  const waiting = unitsOf(leaving)
  while (waiting.length > 0) {
    const head = summary === '' ? '' : `summary so far: ${summary}\n\n`
    const room = Math.max(LEAST_ROOM, options.summarizer.inputLimit - head.length)
    const made = await ask(head + takePiece(waiting, options.clip ?? CLIP, room), options)
    if (made === null) return null
    summary = made
  }
  return summary
}

/**
 * SEED A4. System prompts stay; what is older than the last `keep` others becomes one summary, made from the old summary and the
 * newly old messages; the latest user message stays word for word. With nothing to compress, or when the summarizer fails, the very same array comes back.
 */
export async function compress(messages: readonly ChatMessage[], options: CompressOptions): Promise<readonly ChatMessage[]> {
  const systems = messages.filter(isSystem)
  const old = messages.filter(isSummary)
  const rest = messages.filter((message) => !isSystem(message) && !isSummary(message))
  if (rest.length <= options.keep) return messages
  const cut = cutBefore(rest, options.keep)
  const lastUser = rest.findLastIndex((message) => message.role === 'user')
  const leaving = rest.slice(0, cut).filter((_message, index) => index !== lastUser)
  if (leaving.length === 0) return messages
  const text = await summarise(old.map((message) => message.content).join('\n'), leaving, options)
  if (text === null) return messages
  const summary: ChatMessage = {
    id: leaving.at(-1)?.id ?? '',
    role: 'user',
    kind: 'summary',
    content: text,
    privacy: strictest([...leaving, ...old].map((message) => message.privacy)),
    origin: 'runtime'
  }
  const kept = rest.filter((_message, index) => index >= cut || index === lastUser)
  return [...systems, summary, ...kept]
}

/** SEED A4: only over the threshold (tokens) and only with more than `keep + 1` others; else the very same array. */
export async function maybeCompress(
  messages: readonly ChatMessage[],
  options: CompressOptions & { readonly threshold: number }
): Promise<readonly ChatMessage[]> {
  const others = messages.filter((message) => !isSystem(message) && !isSummary(message))
  if (others.length <= options.keep + 1 || totalTokens(messages) <= options.threshold) return messages
  return compress(messages, options)
}
