import type { ErrorData } from '../../../shared/model/errors.ts'
import { strictest } from '../../../shared/privacy-order.ts'
import { totalTokens, type ChatMessage } from '../conversation/chat-message.ts'
import { cutAt, isOther, isSystem, type Cut } from './compaction-cut.ts'
import type { TextLanguage } from '../memory-texts.ts'
import { writeNote, type Summarizer } from './write-note.ts'

export interface NoteOptions {
  /** Asked in this order until one writes a good note. */
  readonly summarizers: readonly Summarizer[]
  readonly language: TextLanguage
  /** Tokens that a note may have. */
  readonly noteTokens: number
  readonly signal: AbortSignal
  /** Characters of each old message that the note is made from (SEED B4). */
  readonly clip?: number
}

export interface CompressOptions extends NoteOptions {
  /** Messages kept word for word. */
  readonly keep: number
}

export type Compressed =
  | { readonly ok: true; readonly note: ChatMessage; readonly messages: readonly ChatMessage[] }
  | { readonly ok: false; readonly error: ErrorData }

/** Tokens of the history: note and messages, without system prompts. */
export function historyTokens(messages: readonly ChatMessage[]): number {
  return totalTokens(messages.filter((message) => !isSystem(message)))
}

/** Puts a new note in the place of what leaves. Fails, and changes nothing, when no model writes one that makes the whole smaller. */
export async function replaceByNote(cut: Cut, options: NoteOptions): Promise<Compressed> {
  const { systems, notes, leaving, kept } = cut
  const gone = [...notes, ...leaving]
  const noteOf = (content: string): ChatMessage => ({
    id: leaving.at(-1)?.id ?? '',
    role: 'user',
    kind: 'summary',
    content,
    privacy: strictest(gone.map((message) => message.privacy)),
    origin: 'runtime'
  })
  const before = totalTokens(gone)
  const written = await writeNote(
    {
      old: notes.map((message) => message.content).join('\n'),
      leaving,
      request: kept.findLast((message) => message.role === 'user')?.content ?? '',
      language: options.language,
      limit: options.noteTokens,
      accept: (text) => totalTokens([noteOf(text)]) < before,
      ...(options.clip === undefined ? {} : { clip: options.clip })
    },
    options.summarizers,
    options.signal
  )
  if (!written.ok) return written
  const note = noteOf(written.text)
  return { ok: true, note, messages: [...systems, note, ...kept] }
}

/**
 * SEED A4. System prompts stay; what is older than the last `keep` others becomes one note, made from the old note and the newly old
 * messages; the latest user message stays word for word. With nothing to compress, or when no note comes, the very same array comes back.
 */
export async function compress(messages: readonly ChatMessage[], options: CompressOptions): Promise<readonly ChatMessage[]> {
  const cut = cutAt(messages, options.keep)
  if (cut.leaving.length === 0) return messages
  const done = await replaceByNote(cut, options)
  return done.ok ? done.messages : messages
}

/** When the history is long enough for a compaction. */
export interface Triggers {
  /** Tokens of history. */
  readonly threshold: number
  /** Messages of history; absent means any number. */
  readonly maxMessages?: number
}

/** SEED A4: only over a limit and only with more than `keep + 1` others. `overLimit` is the caller's own reason, such as a full window. */
export function isDue(messages: readonly ChatMessage[], keep: number, triggers: Triggers, overLimit = false): boolean {
  const others = messages.filter(isOther).length
  if (others <= keep + 1) return false
  return overLimit || others > (triggers.maxMessages ?? Number.POSITIVE_INFINITY) || historyTokens(messages) > triggers.threshold
}

/** Compresses when due; else the very same array comes back. */
export async function maybeCompress(
  messages: readonly ChatMessage[],
  options: CompressOptions & Triggers
): Promise<readonly ChatMessage[]> {
  return isDue(messages, options.keep, options) ? compress(messages, options) : messages
}
