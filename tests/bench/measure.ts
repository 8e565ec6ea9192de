import { readFileSync } from 'node:fs'

export interface Measure {
  readonly name: string
  readonly value: number
  readonly unit: string
}

/** The value below which this share of the values lies (nearest rank). */
export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((one, other) => one - other)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN
}

/** p50 and p95 of times in milliseconds. */
export function spread(name: string, times: readonly number[]): Measure[] {
  return [
    { name: `${name}.p50`, value: percentile(times, 0.5), unit: 'ms' },
    { name: `${name}.p95`, value: percentile(times, 0.95), unit: 'ms' }
  ]
}

/** Milliseconds that an action takes. */
export async function timed(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

/** Resident memory of a process in MiB, NaN where the system does not tell. */
export function residentOf(pid: number | undefined): number {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1]) / 1024
  } catch {
    return Number.NaN
  }
}
