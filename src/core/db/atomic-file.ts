import { closeSync, constants, copyFileSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname } from 'node:path'

const PRIVATE_MODE = 0o600

/** Makes a rename in a folder last through a power cut. Windows has no such call and needs none. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Asks the disk to have the bytes of a file. */
export function syncFile(file: string): void {
  const handle = openSync(file, 'r+')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

function writeSynced(file: string, content: string | Uint8Array): void {
  const handle = openSync(file, 'wx', PRIVATE_MODE)
  try {
    writeFileSync(handle, content)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** Runs `use` with a finished temporary file beside `file`; it is gone afterwards, whatever happens. */
function withTemporary<T>(file: string, content: string | Uint8Array, use: (temporary: string) => T): T {
  const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`
  try {
    writeSynced(temporary, content)
    return use(temporary)
  } finally {
    rmSync(temporary, { force: true })
  }
}

/** The old content or the new one, never a part of either, also after a power cut. Readable by this user only. */
export function writeAtomically(file: string, content: string | Uint8Array): void {
  withTemporary(file, content, (temporary) => renameSync(temporary, file))
  syncFolder(dirname(file))
}

const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK'])

/** The code of a failed file operation, or an empty text. */
export function errnoOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : ''
}

function publish(temporary: string, file: string): void {
  try {
    linkSync(temporary, file)
  } catch (cause) {
    // Some file systems know no links.
    if (!NO_LINKS.has(errnoOf(cause))) throw cause
    copyFileSync(temporary, file, constants.COPYFILE_EXCL)
  }
}

/** Makes a file that did not exist, whole at once. @returns false when another process was first; its file stays. */
export function createExclusively(file: string, content: string | Uint8Array): boolean {
  try {
    withTemporary(file, content, (temporary) => publish(temporary, file))
    syncFolder(dirname(file))
    return true
  } catch (cause) {
    if (errnoOf(cause) === 'EEXIST') return false
    throw cause
  }
}

/** The content of a file, or null when there is none. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return null
    throw cause
  }
}
