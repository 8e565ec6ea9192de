import { fork } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createHash, randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach } from 'vitest'
import { openProfileDatabase } from '../../../src/core/db/database.ts'
import { AppError } from '../../../src/core/kernel/app-error.ts'
import { silentLogger } from '../../../src/core/kernel/logger.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'
import type { ChildProcess } from 'node:child_process'
import type { OpenOptions, ProfileDatabase } from '../../../src/core/db/database.ts'
import type { LogFields, Logger } from '../../../src/core/kernel/logger.ts'
import type { ProfilePaths } from '../../../src/core/kernel/paths.ts'

const cleanups: (() => void)[] = []

afterEach(() => {
  for (const cleanup of cleanups.splice(0).toReversed()) cleanup()
})

export function atEnd(cleanup: () => void): void {
  cleanups.push(cleanup)
}

export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'hearth-db-'))
  atEnd(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

export interface TestProfile {
  readonly paths: ProfilePaths
  readonly key: Uint8Array
  /** Opens it; closed at the end of the test at the latest. */
  open(extra?: Partial<OpenOptions>): ProfileDatabase
}

export function testProfile(dir = temporaryFolder(), key: Uint8Array = new Uint8Array(randomBytes(32))): TestProfile {
  const paths = profilePaths(join(dir, 'profile'))
  return {
    paths,
    key,
    open: (extra = {}) => {
      const opened = openProfileDatabase({ paths, key, logger: silentLogger, now: () => Date.now(), ...extra })
      atEnd(() => opened.close())
      return opened
    }
  }
}

/** What a call failed with; a test that expects a failure fails when there is none. */
export function failureOf(work: () => unknown): AppError {
  try {
    work()
  } catch (cause) {
    if (cause instanceof AppError) return cause
    throw cause
  }
  throw new Error('No failure')
}

export async function rejectionOf(work: Promise<unknown>): Promise<AppError> {
  const outcome = await work.then(
    () => new Error('No failure'),
    (cause: unknown) => cause
  )
  if (outcome instanceof AppError) return outcome
  throw outcome
}

/** Names, sizes and hashes of what lies in a folder. The lock file is left out: taking the lock writes to it. */
export function folderState(dir: string): Record<string, string> {
  const names = readdirSync(dir).filter((name) => !name.startsWith('lock.db') && statSync(join(dir, name)).isFile())
  return Object.fromEntries(
    names.map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(dir, name)))
        .digest('hex')
    ])
  )
}

/** Remembers its lines. */
export function recordingLogger(): Logger & { readonly lines: readonly { readonly event: string; readonly fields: LogFields }[] } {
  const lines: { event: string; fields: LogFields }[] = []
  const add = (event: string, fields: LogFields = {}) => void lines.push({ event, fields })
  return { lines, info: add, warn: add, error: add }
}

/** A process of its own that runs one of the `*.child.ts` files of this folder. */
export function startChild(name: string, ...args: string[]): ChildProcess {
  const child = fork(fileURLToPath(new URL(`${name}.child.ts`, import.meta.url)), args, {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc']
  })
  atEnd(() => void child.kill('SIGKILL'))
  return child
}

export function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('The process ended without a word')))
  })
}

export function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill('SIGKILL')
  })
}

/** Turns one bit of a file. */
export function flipBit(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  copy[at] = (copy[at] ?? 0) ^ 1
  return copy
}
