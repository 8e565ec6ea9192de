/**
 * One shape for every way to write the same text: compatibility forms, case, invisible characters, white space, separators inside numbers, and
 * the encodings of JSON, URLs and HTML. Protected values and outgoing texts are folded alike and then compared.
 */

const IGNORABLE = /\p{Default_Ignorable_Code_Point}|[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/gu
const TAG_LETTERS = /[\u{e0020}-\u{e007e}]/gu
const TAG_BASE = 0xe0000
const SPACES = /[\s+]+/g
const WIDE = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}'
const SPACE_BESIDE_WIDE = new RegExp(`(?<=[${WIDE}\\u3000-\\u303f]) | (?=[${WIDE}\\u3000-\\u303f])`, 'gu')

/** What people put between the digits of one number: spaces, dashes, slashes, brackets; a point or comma only without a space. */
const SEPARATOR = " ?[-\\u2010-\\u2015\\u2212_/·'\\u2019()]{1,2} ?| {1,2}|[.,]"
const SEPARATED = new RegExp(`(?<=\\d)(?:${SEPARATOR})(?=\\d)`, 'g')
const DIGIT_GROUP = new RegExp(`\\d+(?:(?:${SEPARATOR})\\d+)*`, 'g')

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }
const ESCAPED_SIGNS: Readonly<Record<string, string>> = { n: ' ', t: ' ', r: ' ', b: '', f: ' ' }
const ENTITY = /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(amp|lt|gt|quot|apos|nbsp));?/gi
const PERCENT = /(?:%[\da-f]{2})+/gi
const BACKSLASH = /\\(?:u\{([\da-f]{1,6})\}|u([\da-f]{4})|x([\da-f]{2})|([ntrbf"'/\\]))/gi

/** Shorter runs are words. */
const BASE64_RUN = /[a-z\d+/_-]{16,}/gi
const HEX_RUN = /[\da-f]{12,}/gi
const RUN_END = '\u241e'

/** Each round of decoding makes a text shorter; this many are followed. */
const MOST_ROUNDS = 8

/** Compatibility forms and invisible characters gone, case kept: what recognisers read. */
export function clean(text: string): string {
  return text.normalize('NFKC').replace(IGNORABLE, '')
}

/** Case and white space folded; separators inside numbers are still there. */
export function fold(text: string): string {
  return clean(text).toLowerCase().replace(SPACES, ' ').replace(SPACE_BESIDE_WIDE, '').trim()
}

/** Of a folded text: numbers written as one run of digits. */
export function joinDigits(folded: string): string {
  return folded.replace(SEPARATED, '')
}

/** Of a folded text: every number with its parts, as `138 0013-8000` has three. */
export function digitGroups(folded: string): Iterable<{ readonly start: number; readonly text: string }> {
  return Iterator.from(folded.matchAll(DIGIT_GROUP)).map((match) => ({ start: match.index, text: match[0] }))
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : ''
}

function decodeOnce(text: string): string {
  return text
    .replace(BACKSLASH, (_all, braced?: string, four?: string, two?: string, sign?: string) => {
      const hex = braced ?? four ?? two
      return hex === undefined ? (ESCAPED_SIGNS[sign ?? ''] ?? sign ?? '') : character(Number.parseInt(hex, 16))
    })
    .replace(PERCENT, (run) => Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'))
    .replace(ENTITY, (_all, hex?: string, decimal?: string, name?: string) => {
      if (hex !== undefined) return character(Number.parseInt(hex, 16))
      return decimal === undefined ? (NAMED[(name ?? '').toLowerCase()] ?? '') : character(Number(decimal))
    })
}

/** Bytes written as letters. Which character they start at is not known, so each start is tried; a wrong one gives noise, which holds no value. */
function embedded(cleaned: string): string {
  const decode = (run: string, as: 'base64' | 'hex', starts: readonly number[]) =>
    starts.map((start) => Buffer.from(run.slice(start), as).toString('utf8'))
  const found = [
    ...(cleaned.match(BASE64_RUN) ?? []).flatMap((run) => decode(run, 'base64', [0, 1, 2, 3])),
    ...(cleaned.match(HEX_RUN) ?? []).flatMap((run) => decode(run, 'hex', [0, 1]))
  ]
  return found.join(RUN_END)
}

function tagsAsLetters(text: string): string {
  return text.replace(TAG_LETTERS, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? TAG_BASE) - TAG_BASE))
}

/**
 * The folded text, what it says after each round of decoding, and the bytes written in it as base64 or hex. All of them count: decoding can
 * also destroy a value that stood there plainly.
 */
export function views(text: string): readonly string[] {
  const letters = tagsAsLetters(text)
  const found = [fold(text)]
  let current = clean(letters)
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const bytes = fold(embedded(current))
    if (bytes !== '') found.push(bytes)
    const decoded = clean(decodeOnce(current))
    const folded = fold(decoded)
    if (found.includes(folded)) break
    found.push(folded)
    current = decoded
  }
  return found
}

const WIDE_LETTER = new RegExp(`[${WIDE}]`, 'gu')
const OTHER_LETTER = new RegExp(`(?![${WIDE}])\\p{L}`, 'gu')

/** How much a folded text says: CJK characters, other letters, and gaps (spaces or digits) between them. */
export function weigh(folded: string): { readonly wide: number; readonly letters: number; readonly gaps: number } {
  return {
    wide: folded.match(WIDE_LETTER)?.length ?? 0,
    letters: folded.match(OTHER_LETTER)?.length ?? 0,
    gaps: folded.match(/[ \d]+/g)?.length ?? 0
  }
}
