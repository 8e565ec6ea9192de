import { useSyncExternalStore } from 'react'

const NARROW_REM = 56.25

function subscribeTo(listener: () => void): () => void {
  const observer = new ResizeObserver(listener)
  observer.observe(document.documentElement)
  return () => observer.disconnect()
}

/** Below 900 px at zoom 1: measured in rem, since zoom is the root's font size. */
function isNarrow(): boolean {
  const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16
  return window.innerWidth / rem < NARROW_REM
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribeTo, isNarrow)
}
