import type { Readable } from 'node:stream'

/** Signs that end a line for some readers, and that JSON leaves as they are: next line, line separator, paragraph separator. */
const LINE_ENDS = /[\u0085\u2028\u2029]/gu

/** A value as one line of JSON, for every reader of lines. */
export function lineOf(value: unknown): string {
  const json = JSON.stringify(value).replace(LINE_ENDS, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  return `${json}\n`
}

/** A line, or why it cannot be read. */
export type Line = { readonly text: string } | { readonly problem: string }

/** A longer line is refused without being kept: 16 MB is more than any route takes. */
const LINE_LIMIT = 16 * 1024 * 1024

/**
 * Splits a byte stream into lines. UTF-8 is decoded per line, so a character cut between two chunks stays whole; bytes that are not UTF-8 are
 * a problem and never replaced in silence.
 */
export async function* linesOf(input: Readable): AsyncGenerator<Line, void, undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let parts: Buffer[] = []
  let size = 0
  const decoded = (): Line => {
    if (size > LINE_LIMIT) return { problem: 'The line is too long' }
    try {
      return { text: decoder.decode(Buffer.concat(parts)).replace(/\r$/u, '') }
    } catch {
      return { problem: 'The line is not UTF-8' }
    }
  }
  const take = (): Line => {
    const line = decoded()
    parts = []
    size = 0
    return line
  }
  const keep = (part: Buffer): void => {
    size += part.length
    if (size <= LINE_LIMIT) parts.push(part)
    else parts = []
  }
  for await (const chunk of input) {
    let rest: Buffer = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      keep(rest.subarray(0, end))
      yield take()
      rest = rest.subarray(end + 1)
    }
    keep(rest)
  }
  if (size > 0) yield take()
}
