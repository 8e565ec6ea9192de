import type { TextLanguage } from '../memory/memory-texts.ts'

/** The most that a model is given of one tool result, in bytes of UTF-8. */
export const MODEL_RESULT_BYTES = 64 * 1024
/** However small its window is. */
const LEAST_BYTES = 512
/** Share of a model's window that the results of one round may take together. */
const WINDOW_SHARE = 0.3
/** A token is at least so many bytes, as `countTokens` counts. */
const BYTES_PER_TOKEN = 3
const HEAD_SHARE = 0.75
const NOTE_BYTES = 256

/**
 * Bytes that a model is given of each result of one round.
 * @param contextWindow tokens
 * @param calls how many calls share the round
 */
export function resultBytes(contextWindow: number, calls: number): number {
  const share = Math.floor((contextWindow * WINDOW_SHARE * BYTES_PER_TOKEN) / Math.max(1, calls))
  return Math.min(MODEL_RESULT_BYTES, Math.max(LEAST_BYTES, share))
}

/** A UTF-8 continuation byte: a text cut here would break a character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/** The longest beginning of a text in `most` bytes of UTF-8; no character is broken. */
export function headOfBytes(text: string, most: number): string {
  // A UTF-16 unit is at most three bytes, and the rest need not be encoded.
  if (text.length * 3 <= most) return text
  const bytes = Buffer.from(text.slice(0, most + 1), 'utf8')
  if (bytes.length <= most) return text.slice(0, most + 1)
  let end = most
  while (isContinuation(bytes[end])) end -= 1
  return bytes.toString('utf8', 0, end)
}

function tailOfBytes(text: string, most: number): string {
  const bytes = Buffer.from(text.slice(-most - 1), 'utf8')
  let start = Math.max(0, bytes.length - most)
  while (isContinuation(bytes[start])) start += 1
  return bytes.toString('utf8', start)
}

/** A result that a model is given shortened, and where to read on. */
export interface CutOptions {
  readonly bytes: number
  readonly callId: string
  readonly language: TextLanguage
}

const NOTE: Readonly<Record<TextLanguage, (left: number, total: number, callId: string, offset: number) => string>> = {
  zh: (left, total, callId, offset) =>
    `[… 此处略去 ${left} 个字符，全文 ${total} 个字符已保存。继续阅读：read_result(call_id=${JSON.stringify(callId)}, offset=${offset}) …]`,
  en: (left, total, callId, offset) =>
    `[… ${left} characters are left out here; all ${total} are kept. Read on: read_result(call_id=${JSON.stringify(callId)}, offset=${offset}) …]`
}

/**
 * A long result as its head, a line that says how much was left out and how to read on, and its tail; no character is broken. A result that
 * fits comes back as the same string. Characters are counted in UTF-16 units.
 */
export function cutForModel(text: string, { bytes, callId, language }: CutOptions): string {
  if (text.length * 3 <= bytes || (text.length <= bytes && Buffer.byteLength(text, 'utf8') <= bytes)) return text
  // An id of a server's own making may be long.
  const room = Math.max(0, bytes - NOTE_BYTES - Buffer.byteLength(callId, 'utf8'))
  const head = headOfBytes(text, Math.floor(room * HEAD_SHARE))
  const tail = tailOfBytes(text, room - Math.floor(room * HEAD_SHARE))
  const left = text.length - head.length - tail.length
  return `${head}\n${NOTE[language](left, text.length, callId, head.length)}\n${tail}`
}
