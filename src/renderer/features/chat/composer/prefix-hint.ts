/** A message that begins with one of these words is more than a message; the composer says what will happen. */
export type Prefix = 'remember' | 'private'

const PREFIXES: readonly (readonly [Prefix, RegExp])[] = [
  ['remember', /^\s*(?:记住|remember)\s*[:：]/iu],
  ['private', /^\s*(?:私密|private)\s*[:：]/iu]
]

export function prefixOf(text: string): Prefix | null {
  return PREFIXES.find(([, pattern]) => pattern.test(text))?.[0] ?? null
}
