import type { PrivateSource, ProtectedValues } from './protected-values.ts'

/** Verdicts that are kept; a conversation's texts are asked about at every turn. */
const MOST_KEPT = 4_000

/** Whether one of some texts holds a protected value. Verdicts are remembered until anything private changes. */
export function createHoldsPrivate(source: PrivateSource, values: ProtectedValues): (texts: readonly string[]) => boolean {
  let revision: number | null = null
  let verdicts = new Map<string, boolean>()

  function holds(text: string): boolean {
    const known = verdicts.get(text)
    if (known !== undefined) return known
    const verdict = values.findIn([text]) > 0
    if (verdicts.size >= MOST_KEPT) verdicts.clear()
    verdicts.set(text, verdict)
    return verdict
  }

  return (texts) => {
    const current = source.revision()
    if (current !== revision) verdicts = new Map()
    revision = current
    return texts.some((text) => text !== '' && holds(text))
  }
}
