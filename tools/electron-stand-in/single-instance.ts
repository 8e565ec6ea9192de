import { mkdirSync, readFileSync, readdirSync, renameSync, rmSync, unlinkSync, watch, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isAlive } from './chromium.ts'

export interface SecondInstance {
  readonly argv: string[]
  readonly cwd: string
  readonly data: unknown
}

/**
 * One process per folder, without a socket: a lock file names the process that has it; a later one leaves a note that the first reads.
 * @returns null when another process has the lock (the note is then already on disk), else a function that gives it back.
 */
export function takeLock(dir: string, note: SecondInstance, onSecond: (note: SecondInstance) => void): (() => void) | null {
  const folder = join(dir, 'stand-in-instance')
  const notes = join(folder, 'notes')
  const lock = join(folder, 'lock')
  mkdirSync(notes, { recursive: true })
  if (!claim(lock)) {
    const name = `${process.pid}-${Date.now()}`
    writeFileSync(join(folder, name), JSON.stringify(note))
    renameSync(join(folder, name), join(notes, name))
    return null
  }
  for (const old of readdirSync(notes)) unlinkSync(join(notes, old))
  const watcher = watch(notes, () => readNotes(notes, onSecond))
  watcher.unref()
  return () => {
    watcher.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

function claim(lock: string): boolean {
  for (let tries = 0; tries < 3; tries += 1) {
    try {
      writeFileSync(lock, owner(process.pid), { flag: 'wx' })
      return true
    } catch {
      if (ownerLives(lock)) return false
      // Moved away rather than deleted, so that of two processes only one removes the dead owner's file.
      const aside = `${lock}.${process.pid}`
      try {
        renameSync(lock, aside)
        unlinkSync(aside)
      } catch {
        continue
      }
    }
  }
  return false
}

/** A process number is used again after a while; with its start time it is unique. */
function owner(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return `${pid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''}`
  } catch {
    return `${pid} `
  }
}

function ownerLives(lock: string): boolean {
  try {
    const text = readFileSync(lock, 'utf8')
    const pid = Number(text.split(' ')[0])
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) && owner(pid) === text
  } catch {
    return false
  }
}

function readNotes(notes: string, onSecond: (note: SecondInstance) => void): void {
  for (const name of readdirSync(notes)) {
    const file = join(notes, name)
    try {
      const note = JSON.parse(readFileSync(file, 'utf8')) as SecondInstance
      unlinkSync(file)
      onSecond(note)
    } catch {
      continue
    }
  }
}
