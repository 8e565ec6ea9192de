import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment, so that a question is asked per word and not per key. */
export function useSettled<T>(value: T, afterMs = 120): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
