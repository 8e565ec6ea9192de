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

/** Groups of messages that fit one call of the summarizer; a tool interaction is not torn apart. */
function chunks(leaving: readonly ChatMessage[], clip: number, limit: number): string[] {
  const result: string[] = []
  let current = ''
  for (const message of leaving) {
    const next = line(message, Math.min(clip, limit))
    if (current !== '' && current.length + next.length > limit && message.role !== 'tool') {
      result.push(current)
      current = ''
    }
    current = current === '' ? next : `${current}\n${next}`
  }
  return current === '' ? result : [...result, current]
}

async function summarise(old: ChatMessage | undefined, leaving: readonly ChatMessage[], options: CompressOptions): Promise<string | null> {
  let summary = old?.content ?? ''
  // Room for the old summary beside each piece, which is carried from piece to piece.
  const limit = Math.max(500, options.summarizer.inputLimit - SUMMARY_LIMIT)
  for (const piece of chunks(leaving, options.clip ?? CLIP, limit)) {
    const text = summary === '' ? piece : `summary so far: ${summary}\n\n${piece}`
    const made = (await options.summarizer.summarize(text, options.signal))?.trim() ?? ''
    if (made === '' || made.length > SUMMARY_LIMIT) return null
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
  const old = messages.find(isSummary)
  const rest = messages.filter((message) => !isSystem(message) && !isSummary(message))
  if (rest.length <= options.keep) return messages
  const cut = cutBefore(rest, options.keep)
  const lastUser = rest.findLastIndex((message) => message.role === 'user')
  const leaving = rest.slice(0, cut).filter((_message, index) => index !== lastUser)
  if (leaving.length === 0) return messages
  const text = await summarise(old, leaving, options)
  if (text === null) return messages
  const summary: ChatMessage = {
    id: leaving.at(-1)?.id ?? '',
    role: 'user',
    kind: 'summary',
    content: text,
    privacy: strictest([...leaving.map((message) => message.privacy), old?.privacy ?? 'open']),
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
