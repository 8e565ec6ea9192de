/**
 * Spans of a cleaned text that name a person, a place on the network or a key, whatever stands around them. Case is kept: keys need it. Each
 * pattern begins only where its run begins: on a long text without spaces it would take quadratic time otherwise.
 */

const EMAIL = /(?<![\p{L}\d._%+-])[\p{L}\d._%+-]+@[\p{L}\d-]+(?:\.[\p{L}\d-]+)+/gu
const URL_WITH_USERINFO = /(?<![a-z\d+.-])[a-z][a-z\d+.-]*:\/\/([^\s/@]+)@[^\s"'<>]+/gi
const KEY_WITH_PREFIX = /(?<![A-Za-z\d])(?:sk|pk|rk|ghp|gho|ghs|glpat|hf|xox[abprs]|AKIA|AIza|ya29)[-_.A-Za-z\d]{8,}/g
const LONG_HEX = /(?<![\da-z])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{16,}(?![\da-z])/gi
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
const TOKEN = /[A-Za-z\d+/_-]{20,}={0,2}/g

/** Random text mixes all three; a long word, a path or a name with dashes does not. */
function looksRandom(token: string): boolean {
  return /[a-z]/.test(token) && /[A-Z]/.test(token) && /\d/.test(token)
}

/** What stands after a word for a password, up to the next space or sign of a sentence. */
const AFTER_CUE =
  /(?:密码|口令|暗号|passwords?|passphrase|passcode|pwd|passwort)\s*(?:是|为|[:=]|\bis\b|\bare\b)\s*["'“「]?([^\s"'”」，。,;；!！?？]{4,})/giu
/**
 * A street or a block with its number: 幸福路18号, 阳光小区3栋, 12 Elm Street. Of a Chinese name the last two characters, since nothing says where it
 * begins.
 */
const CHINESE_ADDRESS =
  /\p{Script=Han}{2}(?:大街|大道|胡同|小区|花园|公寓|大厦|新村|[路街道巷弄苑村])\s?[\d一二三四五六七八九十百]{1,6}(?:[-－]\d{1,4})?\s?[号弄栋幢座室]/gu
const ENGLISH_ADDRESS =
  /(?<![\p{L}\d])\d{1,5}[a-z]?\s(?:\p{L}[\p{L}'’.-]{1,30}\s){1,3}(?:street|road|avenue|lane|drive|court|square|boulevard|terrace|st|rd|ave|ln|blvd)(?![\p{L}\d])/giu

/** A digit, a sign or a capital inside: never a single dictionary word. */
const NOT_A_WORD = /\d|[\p{S}\p{P}]|[a-z][A-Z]/u
const MIXED = /(?<![A-Za-z\d])(?=[A-Za-z\d]*[A-Za-z])(?=[A-Za-z\d]*\d)[A-Za-z\d]{8,}(?![A-Za-z\d])/g

/** A product with its number (iPhone15, python312) is a word; letters and digits in any other order are a password, a plate or a number of a document. */
function isNamedVersion(token: string): boolean {
  return /^[A-Za-z]+\d{1,4}$/.test(token)
}

/**
 * Spans that count when the person wrote them: what follows a word for a password, a street with its number, and runs that mix letters with
 * digits. A model writes such runs all the time (ids, code, addresses of shops).
 */
export function recogniseWritten(cleaned: string): readonly string[] {
  return [
    ...[...cleaned.matchAll(AFTER_CUE)].map((match) => match[1] ?? '').filter((word) => NOT_A_WORD.test(word)),
    ...(cleaned.match(CHINESE_ADDRESS) ?? []),
    ...(cleaned.match(ENGLISH_ADDRESS) ?? []),
    ...(cleaned.match(MIXED) ?? []).filter((token) => !isNamedVersion(token))
  ]
}

/** Every recognised span; of an address with a name and password also that pair alone. */
export function recognise(cleaned: string): readonly string[] {
  const addresses = [...cleaned.matchAll(URL_WITH_USERINFO)]
  return [
    ...(cleaned.match(EMAIL) ?? []),
    ...addresses.map((match) => match[0]),
    ...addresses.map((match) => match[1] ?? ''),
    ...(cleaned.match(KEY_WITH_PREFIX) ?? []),
    ...(cleaned.match(LONG_HEX) ?? []),
    ...(cleaned.match(UUID) ?? []),
    ...(cleaned.match(TOKEN) ?? []).filter(looksRandom)
  ].filter((span) => span.length >= 6)
}
