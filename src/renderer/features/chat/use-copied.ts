import { useCallback, useEffect, useState } from 'react'

const SHOWN_MS = 1_600

/** Copies a text and says so for a moment. */
export function useCopied(): { readonly copied: boolean; readonly copy: (text: string) => void } {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = useCallback((text: string) => void navigator.clipboard.writeText(text).then(() => setCopied(true)), [])
  return { copied, copy }
}
