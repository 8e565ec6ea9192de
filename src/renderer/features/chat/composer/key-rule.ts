/** What of a key press decides whether it sends. */
export interface KeyPress {
  readonly key: string
  readonly keyCode: number
  readonly isComposing: boolean
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly metaKey: boolean
}

/** An Enter this soon after a composition ended belongs to the input method (some end the composition before the key arrives). */
const AFTER_COMPOSITION_MS = 40

/**
 * Enter sends; with Shift it breaks the line. An Enter that confirms an input method's choice never sends: while composing, with key code
 * 229, or right after the composition ended.
 * @param sinceComposition milliseconds since a composition ended; infinite when none did.
 */
export function sendsOnKey(press: KeyPress, sinceComposition = Number.POSITIVE_INFINITY): boolean {
  if (press.key !== 'Enter' || press.shiftKey || press.altKey) return false
  if (press.isComposing || press.keyCode === 229) return false
  return sinceComposition > AFTER_COMPOSITION_MS
}
