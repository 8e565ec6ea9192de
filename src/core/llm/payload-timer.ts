/** Thrown when no payload came in time. */
export class PayloadTimeout extends Error {
  constructor() {
    super('no payload in time')
    this.name = 'PayloadTimeout'
  }
}

/** Longest delay that a timer of the platform can hold. */
const LONGEST_MS = 2 ** 31 - 1

export interface PayloadTimer {
  /** Waits for `work`. Rejects with `PayloadTimeout` when the limit is used up, with the signal's reason when it is aborted. */
  wait<T>(work: Promise<T>): Promise<T>
  /** Payload has come: counting begins anew with this limit. Keep-alive lines and empty deltas are no payload. */
  restart(limitMs: number): void
}

function bounded<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      act()
    }
    const abort = (): void => settle(() => reject(signal.reason))
    const timer = setTimeout(() => settle(() => reject(new PayloadTimeout())), Math.min(ms, LONGEST_MS))
    signal.addEventListener('abort', abort)
    work.then(
      (value) => settle(() => resolve(value)),
      (cause: unknown) => settle(() => reject(cause))
    )
    if (signal.aborted) abort()
  })
}

/**
 * Limits the time spent waiting for payload. Only time inside `wait` counts, so a slow reader of our own (a tool, an approval) uses nothing up.
 * @param monotonic milliseconds that never jump
 */
export function createPayloadTimer(firstLimitMs: number, signal: AbortSignal, monotonic: () => number): PayloadTimer {
  let limit = firstLimitMs
  let waited = 0
  return {
    wait: async (work) => {
      const before = monotonic()
      try {
        return await bounded(work, Math.max(0, limit - waited), signal)
      } finally {
        waited += monotonic() - before
      }
    },
    restart: (limitMs) => {
      limit = limitMs
      waited = 0
    }
  }
}
