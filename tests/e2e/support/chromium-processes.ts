import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Folder in which the stand-in of this process keeps Chromium's data, if there is one now. */
export function dataFoldersOf(pid: number): string[] {
  const parent = process.env['XDG_RUNTIME_DIR'] ?? tmpdir()
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => name.startsWith(`hearth-stand-in-${pid}-`))
    .map((name) => join(parent, name))
}

/** Chromium processes that belong to the app with this process number. Linux only; elsewhere none are found. */
export function chromiumOf(pid: number): number[] {
  if (!existsSync('/proc/self')) return []
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`hearth-stand-in-${pid}-`)
      } catch {
        return false
      }
    })
    .map(Number)
}

/** Waits until none is left. @returns those that still run after the limit */
export async function chromiumLeftOf(pid: number, limitMs = 5_000): Promise<number[]> {
  const deadline = Date.now() + limitMs
  while (chromiumOf(pid).length > 0 && Date.now() < deadline) await sleep(50)
  return chromiumOf(pid)
}
