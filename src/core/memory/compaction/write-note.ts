import type { ErrorData } from '../../../shared/model/errors.ts'
import { AppError, toErrorData } from '../../kernel/app-error.ts'
import { countTokens, headOfTokens } from '../../kernel/tokens.ts'
import type { ChatMessage } from '../conversation/chat-message.ts'
import { unitsOf } from './compaction-cut.ts'
import type { TextLanguage } from '../memory-texts.ts'
import { carryOver, noteText, plainNote, readNote } from './note.ts'

/** A model that writes notes; memory asks for this, not for a provider. */
export interface Summarizer {
  /** Tokens of text that one call can read. */
  readonly inputLimit: number
  /**
   * Rejects with AppError when no answer came.
   * @param again true when its last answer lacked the four sections
   */
  summarize(text: string, signal: AbortSignal, again?: boolean): Promise<string>
}

export interface NoteTask {
  /** The note so far, or empty. */
  readonly old: string
  readonly leaving: readonly ChatMessage[]
  /** The latest user message, for orientation; it stays and is not summarised. */
  readonly request: string
  readonly language: TextLanguage
  /** Tokens that a note may have. */
  readonly limit: number
  /** Characters of each message that the note is made from (SEED B4); all of it when absent. */
  readonly clip?: number
  /** The last word on a finished note, such as whether the whole has become smaller. */
  readonly accept: (note: string) => boolean
}

export type WrittenNote = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: ErrorData }

const LABELS: Readonly<
  Record<TextLanguage, { readonly old: string; readonly leaving: string; readonly request: string; readonly more: string }>
> = {
  zh: { old: '〔已有的笔记〕', leaving: '〔要并入笔记的记录〕', request: '〔用户当前的请求，仅供定位〕', more: '（接上一段）' },
  en: {
    old: '[note so far]',
    leaving: '[record to merge into the note]',
    request: "[the user's current request, for orientation]",
    more: '(continued)'
  }
}

/** However little a model reads, a call carries so many tokens of messages. */
const LEAST_ROOM = 120
const REQUEST_TOKENS = 300
const REQUEST_SHARE = 1 / 6

function clipped(text: string, limit: number | undefined): string {
  const characters = limit === undefined ? [] : [...text]
  return limit === undefined || characters.length <= limit ? text : `${characters.slice(0, limit).join('')} …`
}

function line(message: ChatMessage, clip: number | undefined): string {
  const calls = (message.toolCalls ?? []).map((call) => ` [${call.name} ${call.args}]`).join('')
  return `${message.role}: ${clipped(message.content, clip)}${calls}`
}

/** Whole units from the front while they fit; one that is too long by itself is continued in the next piece, so that nothing drops out. */
function takePiece(waiting: string[], room: number, more: string): string {
  const first = waiting.shift() ?? ''
  if (countTokens(first) > room) {
    const most = headOfTokens(first, room)
    // Between words or lines where there are any, so that no number is cut in two.
    const border = most.search(/\s\S*$/u)
    const head = border > most.length / 2 ? most.slice(0, border) : most
    waiting.unshift(`${more} ${first.slice(head.length)}`)
    return head
  }
  let piece = first
  for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
    const longer = `${piece}\n${next}`
    if (countTokens(longer) > room) break
    piece = longer
    waiting.shift()
  }
  return piece
}

const unusable = (reason: string): AppError => new AppError('PROVIDER_BAD_REPLY', 'No usable note came', { reason })

/** One answer in four sections. One that lacks them is asked for once more; a weak model's plain text is then brought into shape. */
async function ask(text: string, task: NoteTask, model: Summarizer, signal: AbortSignal): Promise<string> {
  const first = (await model.summarize(text, signal)).trim()
  if (first === '') throw unusable('empty')
  const shaped = readNote(first)
  if (shaped !== null) return bounded(noteText(shaped, task.language), task)
  const second = (await model.summarize(text, signal, true)).trim()
  return bounded(noteText(readNote(second) ?? plainNote(second === '' ? first : second), task.language), task)
}

function bounded(text: string, { limit }: NoteTask): string {
  if (countTokens(text) > limit) throw unusable('too-long')
  return text
}

/** What people, assistant and calls said, the newest first, then what the old note held; results of tools are bulk and left out. */
function sourcesOf({ leaving, old }: NoteTask): string[] {
  const said = leaving.toReversed().flatMap((message) => {
    const calls = (message.toolCalls ?? []).map((call) => call.args)
    return message.role === 'tool' ? [] : [message.content, ...calls]
  })
  return [...said, readNote(old)?.artifacts ?? '']
}

async function byModel(task: NoteTask, model: Summarizer, signal: AbortSignal): Promise<string> {
  const labels = LABELS[task.language]
  const waiting = unitsOf(task.leaving).map((unit) => unit.map((message) => line(message, task.clip)).join('\n'))
  const request = headOfTokens(task.request, Math.min(REQUEST_TOKENS, Math.floor(model.inputLimit * REQUEST_SHARE)))
  let note = task.old
  while (waiting.length > 0) {
    const before = note === '' ? '' : `${labels.old}\n${note}\n\n`
    const after = request === '' ? '' : `\n\n${labels.request}\n${request}`
    const frame = `${before}${labels.leaving}\n${after}`
    const piece = takePiece(waiting, Math.max(LEAST_ROOM, model.inputLimit - countTokens(frame) - 1), labels.more)
    note = await ask(`${before}${labels.leaving}\n${piece}${after}`, task, model, signal)
    if (signal.aborted) throw unusable('stopped')
  }
  const whole = readNote(note)
  return whole === null ? note : noteText(carryOver(whole, sourcesOf(task), task.limit, task.language), task.language)
}

/** Asks one model after the other until a note is good. The error is that of the last one. */
export async function writeNote(task: NoteTask, models: readonly Summarizer[], signal: AbortSignal): Promise<WrittenNote> {
  let error: ErrorData = unusable('no-model').toData()
  for (const model of models) {
    try {
      const text = await byModel(task, model, signal)
      if (task.accept(text)) return { ok: true, text }
      error = unusable('not-smaller').toData()
    } catch (cause) {
      error = toErrorData(cause)
    }
    if (signal.aborted) break
  }
  return { ok: false, error }
}
