import { existsSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Logger } from '../kernel/logger.ts'
import type { ProfilePaths } from '../kernel/paths.ts'

const BALLAST_BYTES = 4 * 1024 * 1024
const fileOf = (paths: ProfilePaths) => join(paths.dir, 'ballast')

/** On a full disk even deleting needs space: this file is there to be given up. Random, so that no file system can store it in less. */
export function keepBallast(paths: ProfilePaths, logger: Logger): void {
  const file = fileOf(paths)
  try {
    if (existsSync(file)) return
    const { bavail, bsize } = statfsSync(paths.dir)
    if (bavail * bsize > 2 * BALLAST_BYTES) writeFileSync(file, randomBytes(BALLAST_BYTES), { mode: 0o600 })
  } catch {
    rmSync(file, { force: true })
    logger.warn('ballast-not-made')
  }
}

/** @returns true when there was something to give up. */
export function releaseBallast(paths: ProfilePaths): boolean {
  if (!existsSync(fileOf(paths))) return false
  rmSync(fileOf(paths), { force: true })
  return true
}
