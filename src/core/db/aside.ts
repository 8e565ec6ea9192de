import Database from 'better-sqlite3'
import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { basename, join } from 'node:path'
import { AppError } from '../kernel/app-error.ts'
import { syncFolder } from './atomic-file.ts'
import { markDatabase } from './key-file.ts'
import { isBusy } from './sqlite-error.ts'
import type { ProfilePaths } from '../kernel/paths.ts'

/** Asks for the lock without the key: a held file is busy before anything is decrypted. */
function requireUnused(lock: string): void {
  if (!existsSync(lock)) return
  const db = new Database(lock, { timeout: 250 })
  try {
    db.exec('begin exclusive')
  } catch (cause) {
    if (isBusy(cause)) throw new AppError('PROFILE_LOCKED', 'Another process has this profile')
  } finally {
    db.close()
  }
}

/** Named after the time; with a number when two fall into the same moment, since nothing set aside may be overwritten. */
function newFolder(parent: string, at: number): string {
  const name = join(parent, new Date(at).toISOString().replaceAll(':', '-'))
  let folder = name
  for (let count = 2; existsSync(folder); count += 1) folder = `${name}-${count}`
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

/**
 * Moves the database, its journals and what was remembered about it into `aside/<time>/`, so that a person who chose so can go on with a
 * new file, or a restored one. Nothing is deleted. The database must be closed. Can be repeated after a crash in the middle.
 * @returns the folder with the files.
 * @throws AppError PROFILE_LOCKED while a process has the profile.
 */
export function setDamagedAside(paths: ProfilePaths, now: () => number): string {
  requireUnused(paths.lock)
  const folder = newFolder(paths.aside, now())
  const files = ['', '-wal', '-shm', '-journal'].map((suffix) => `${paths.database}${suffix}`)
  for (const file of [...files, paths.lock, `${paths.lock}-journal`]) {
    if (existsSync(file)) renameSync(file, join(folder, basename(file)))
  }
  syncFolder(folder)
  syncFolder(paths.dir)
  markDatabase(paths, null)
  return folder
}

/** The newest folder with files set aside; null when there is none. */
export function latestAside(paths: ProfilePaths): string | null {
  if (!existsSync(paths.aside)) return null
  const newest = readdirSync(paths.aside).toSorted().at(-1)
  return newest === undefined ? null : join(paths.aside, newest)
}
