import { useCallback, useEffect, useState } from 'react'
import type { Fact } from '../../../../shared/model/memory.ts'

/**
 * Facts without those that were just decided, so that the next one is in hand at once and not after the answer of the core.
 * @returns what is left, and how to run a decision: its card is gone while it runs and comes back when it fails (gives false)
 */
export function useDecided(facts: readonly Fact[] | undefined) {
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    // What the core no longer lists need not be hidden; taken back, it is to be seen again.
    setGone((before) => {
      const listed = new Set((facts ?? []).map(({ factId }) => factId))
      const next = new Set([...before].filter((factId) => listed.has(factId)))
      return next.size === before.size ? before : next
    })
  }, [facts])
  const decide = useCallback(async (factId: string, work: () => Promise<boolean>): Promise<void> => {
    setGone((before) => new Set(before).add(factId))
    if (await work()) return
    setGone((before) => {
      const next = new Set(before)
      next.delete(factId)
      return next
    })
  }, [])
  return { left: (facts ?? []).filter(({ factId }) => !gone.has(factId)), decide }
}
