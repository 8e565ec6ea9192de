import type { Readable } from 'node:stream'

/** A longer line is refused without being kept: 16 MB is more than any route takes. */
const LINE_LIMIT = 16 * 1024 * 1024

/**
 * Splits a byte stream into lines, each with its number from 1. Lines over the limit come as null. UTF-8 is decoded per line, so a
 * character cut between two chunks stays whole.
 */
export async function* linesOf(input: Readable): AsyncGenerator<string | null, void, undefined> {
  let parts: Buffer[] = []
  let size = 0
  const take = (): string | null => {
    const line = size > LINE_LIMIT ? null : Buffer.concat(parts).toString('utf8').replace(/\r$/u, '')
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
