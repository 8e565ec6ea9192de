/** What can be decided about a card by one key. */
export type Decision = 'accept' | 'edit' | 'reject' | 'both'

export interface KeyPress {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

const KEYS: Readonly<Record<string, Decision>> = {
  a: 'accept',
  enter: 'accept',
  e: 'edit',
  r: 'reject',
  delete: 'reject',
  backspace: 'reject',
  b: 'both'
}

/** The decision that a key on a card means; null for any other, and with Ctrl, Cmd or Alt held. */
export function decisionOf({ key, ctrlKey, metaKey, altKey }: KeyPress): Decision | null {
  if (ctrlKey || metaKey || altKey) return null
  return KEYS[key.toLowerCase()] ?? null
}

/** Where an arrow key leads from card `at` of `size`; null for any other key or at the end. */
export function cardStep(key: string, at: number, size: number): number | null {
  const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: size - 1 }[key]
  return to === undefined || to < 0 || to >= size || to === at ? null : to
}

/** The card that is in hand after some went: the same one while it is there, else the one that took its place. */
export function cardAfter(before: readonly string[], chosen: string | null, now: readonly string[]): string | null {
  if (chosen !== null && now.includes(chosen)) return chosen
  const left = new Set(now)
  const from = chosen === null ? 0 : Math.max(0, before.indexOf(chosen))
  return before.slice(from).find((id) => left.has(id)) ?? now.at(chosen === null ? 0 : -1) ?? null
}
