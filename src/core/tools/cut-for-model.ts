/** The most that a model is given of one tool result, in bytes of UTF-8, and how much of it is the beginning. */
export const MODEL_RESULT_BYTES = 64 * 1024
const HEAD_BYTES = 48 * 1024
const NOTE_BYTES = 128

/** A UTF-8 continuation byte: a text cut here would break a character. */
function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80
}

/**
 * A long result as its head, a line that says how many characters (code points) were left out, and its tail; no character is broken.
 * A result that fits comes back as the same string.
 */
export function cutForModel(text: string): string {
  // A UTF-16 unit is at most three bytes, so most results need no encoding.
  if (text.length * 3 <= MODEL_RESULT_BYTES) return text
  const bytes = Buffer.from(text, 'utf8')
  if (bytes.length <= MODEL_RESULT_BYTES) return text
  let head = HEAD_BYTES
  while (isContinuation(bytes[head])) head -= 1
  let tail = bytes.length - (MODEL_RESULT_BYTES - HEAD_BYTES - NOTE_BYTES)
  while (isContinuation(bytes[tail])) tail += 1
  let cut = 0
  for (let at = head; at < tail; at += 1) if (!isContinuation(bytes[at])) cut += 1
  const note = `\n[… ${cut} characters were left out here …]\n`
  return bytes.toString('utf8', 0, head) + note + bytes.toString('utf8', tail)
}
