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
