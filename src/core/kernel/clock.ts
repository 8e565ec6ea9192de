import { performance } from 'node:perf_hooks'

export interface Clock {
  /** Wall time in milliseconds since the epoch. Fixed by `HEARTH_NOW`. */
  now(): number
  /** Milliseconds from an arbitrary start; never fixed, for durations and timeouts. */
  monotonic(): number
}

/** @param fixedIso ISO time that fixes the wall clock; timers stay real. */
export function createClock(fixedIso?: string): Clock {
  const fixed = fixedIso === undefined || fixedIso === '' ? Number.NaN : Date.parse(fixedIso)
  return {
    now: () => (Number.isNaN(fixed) ? Date.now() : fixed),
    monotonic: () => performance.now()
  }
}

export function isoTime(ms: number): string {
  return new Date(ms).toISOString()
}
