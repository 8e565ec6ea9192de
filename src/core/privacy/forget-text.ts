export const FORGOTTEN = '[forgotten]'

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}

function asEscapes(text: string): string {
  return text.replace(/[^\u0020-\u007e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function inUrl(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

/** The ways in which one text stands in stored requests: plain, in JSON (also JSON inside JSON, as tool arguments are), in addresses. */
function formsOf(text: string): readonly string[] {
  const json = inJson(text)
  const forms = [text, json, inJson(json), asEscapes(json), inJson(asEscapes(json)), inUrl(text), inUrl(text).replaceAll('%20', '+')]
  return [...new Set(forms)]
}

/** Longest first, so that a text which contains another one goes as a whole. */
export function formsOfAll(texts: readonly string[]): readonly string[] {
  const wanted = texts.map((text) => text.trim()).filter((text) => text !== '')
  return [...new Set(wanted.flatMap(formsOf))].toSorted((one, other) => other.length - one.length)
}

/** Puts `[forgotten]` in place of every form. */
export function forgetIn(stored: string, forms: readonly string[]): string {
  return forms.reduce((rest, form) => rest.replaceAll(form, FORGOTTEN), stored)
}

const SUBJECT =
  /^(?:(?:(?:the )?user(?:['’]s)?|i|we|my|our)\s+(?:(?:am|is|are|was|have|has)\s+)?|(?:i['’]m|i['’]ve)\s+|(?:用户|我们|我)的?)/iu

function saysSomething(rest: string): boolean {
  const wide = rest.match(/\p{Script=Han}/gu)?.length ?? 0
  const letters = rest.match(/\p{L}/gu)?.length ?? 0
  return wide >= 4 || (wide === 0 && letters >= 8 && /\s/u.test(rest))
}

/** What a text about the person says of them: a model that is given "I am allergic to nuts" answers "you are allergic to nuts". None when that is too little. */
export function saidOfPerson(text: string): readonly string[] {
  const plain = text.trim().replace(/[.。!！]+$/u, '')
  const rest = plain.replace(SUBJECT, '')
  return rest !== plain && saysSomething(rest) ? [rest] : []
}
