import { useEffect, useRef, useState } from 'react'

const STEP_MS = 32
/** Each step shows this share of what is waiting, so that the text flows and never falls far behind. */
const SHARE = 0.22
const LEAST = 2

/** The end of the next step: never in the middle of a character of two code units. */
export function nextLength(shown: number, text: string): number {
  const waiting = text.length - shown
  if (waiting <= 0) return text.length
  const to = Math.min(text.length, shown + Math.max(LEAST, Math.ceil(waiting * SHARE)))
  const code = text.charCodeAt(to - 1)
  return code >= 0xd800 && code <= 0xdbff && to < text.length ? to + 1 : to
}

/** A growing text that appears in even steps instead of the lumps in which it arrives. A finished text is shown whole. */
export function useSteady(text: string, live: boolean): string {
  const [shown, setShown] = useState(live ? 0 : text.length)
  const latest = useRef(text)
  latest.current = text
  const behind = live && shown < text.length
  useEffect(() => {
    if (!behind) return
    const timer = setTimeout(() => setShown((length) => nextLength(length, latest.current)), STEP_MS)
    return () => clearTimeout(timer)
  }, [behind, shown])
  return live ? text.slice(0, shown) : text
}
