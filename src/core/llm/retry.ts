const NUMBER = /^\d+(\.\d+)?$/

function parseRetryAfter(value: string, nowMs: number): number | null {
  if (NUMBER.test(value)) return Number(value) * 1000
  const at = /[a-z]{3}/i.test(value) ? Date.parse(value) : Number.NaN
  return Number.isNaN(at) || at <= nowMs ? null : at - nowMs
}

/**
 * What `Retry-After` (or `retry-after-ms`) asks to wait, in milliseconds. Seconds and dates are understood; negative values, past dates and
 * garbage count as absent (null). May be huge: the caller caps it.
 * @param nowMs wall time; the server's own `Date` is preferred for dates, since clocks differ
 */
export function retryAfterMs(headers: Headers, nowMs: number): number | null {
  const exact = headers.get('retry-after-ms')?.trim() ?? ''
  if (NUMBER.test(exact)) return Number(exact)
  const value = headers.get('retry-after')?.trim() ?? ''
  if (value === '') return null
  const serverNow = Date.parse(headers.get('date') ?? '')
  return parseRetryAfter(value, Number.isNaN(serverNow) ? nowMs : serverNow)
}

/** Wait before attempt 2, 3, … in milliseconds: half a second, doubling, up to a quarter less by chance. */
export function backoffMs(retry: number, random: () => number): number {
  return 500 * 2 ** retry * (1 - random() * 0.25)
}
