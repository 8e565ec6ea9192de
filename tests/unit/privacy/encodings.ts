/** Ways in which a text can stand in a request without standing there plainly. Each takes a choice so that a property test can vary it. */
export type Encoding = (text: string, choice: (most: number) => number) => string

const hex = (code: number) => code.toString(16)
const units = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
const between = (text: string, joiner: () => string) => [...text].reduce((rest, next) => rest + joiner() + next)
const invisible = ['\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u{e0041}', '\ufe0f', '\u202e']
const separators = [' ', '-', '.', '/', ' - ', '\u2011', '  ', '\u00a0', '_']

export const encodings: Readonly<Record<string, Encoding>> = {
  plain: (text) => text,
  'upper case': (text) => text.toUpperCase(),
  decomposed: (text) => text.normalize('NFKD'),
  'full width': (text) => [...text].map((c) => (c > ' ' && c <= '~' ? String.fromCodePoint(c.charCodeAt(0) + 0xfee0) : c)).join(''),
  'zero-width characters between': (text, choice) => between(text, () => invisible[choice(invisible.length - 1)] ?? ''),
  'other white space': (text, choice) => text.replaceAll(' ', () => ['\n', '\t', '  ', '\u3000', '\u00a0', '\r\n'][choice(5)] ?? ' '),
  'JSON text': (text) => JSON.stringify({ text }),
  'JSON text in JSON text': (text) => JSON.stringify(JSON.stringify({ text })),
  '\\u escapes': (text) =>
    units(text)
      .map((code) => `\\u${hex(code).padStart(4, '0')}`)
      .join(''),
  '\\u escapes in JSON text': (text) =>
    JSON.stringify(
      units(text)
        .map((code) => `\\u${hex(code).padStart(4, '0')}`)
        .join('')
    ),
  '\\u{} escapes': (text) => [...text].map((c) => `\\u{${hex(c.codePointAt(0) ?? 0)}}`).join(''),
  percent: (text) => encodeURIComponent(text),
  'percent, every byte': (text) => [...Buffer.from(text)].map((byte) => `%${hex(byte).padStart(2, '0').toUpperCase()}`).join(''),
  'percent in full width': (text) => [...encodeURIComponent(text)].map((c) => String.fromCodePoint(c.charCodeAt(0) + 0xfee0)).join(''),
  'spaces around CJK characters': (text) => text.replace(/\p{Script=Han}/gu, ' $& '),
  'percent twice': (text) => encodeURIComponent(encodeURIComponent(text)),
  form: (text) => new URLSearchParams({ q: text }).toString(),
  'entities, decimal': (text) => [...text].map((c) => `&#${c.codePointAt(0)};`).join(''),
  'entities, hex': (text) => [...text].map((c) => `&#x${hex(c.codePointAt(0) ?? 0).toUpperCase()};`).join(''),
  'entities, escaped again': (text) => [...text].map((c) => `&amp;#${c.codePointAt(0)};`).join(''),
  'named entities': (text) => text.replaceAll('&', '&amp;').replaceAll(' ', '&nbsp;').replaceAll('"', '&quot;'),
  'separators between digits': (text, choice) =>
    text.replace(/\d+/g, (run) => between(run, () => separators[choice(separators.length - 1)] ?? '')),
  'separators and percent': (text) => encodeURIComponent(text.replace(/\d+/g, (run) => between(run, () => ' '))),
  base64: (text, choice) => Buffer.from(`${'ab'.slice(choice(2))}${text} and more`).toString(choice(1) === 0 ? 'base64' : 'base64url'),
  'base64 cut off at its start': (text, choice) => Buffer.from(`something before ${text}`).toString('base64').slice(choice(3)),
  'base64 in JSON and percent': (text) => encodeURIComponent(JSON.stringify({ data: Buffer.from(`x ${text}`).toString('base64') })),
  hex: (text, choice) => `${choice(1) === 0 ? '' : 'f'}${Buffer.from(text).toString('hex')}`,
  'tag characters': (text) => [...text].map((c) => (c >= ' ' && c <= '~' ? String.fromCodePoint(0xe0000 + c.charCodeAt(0)) : c)).join('')
}
