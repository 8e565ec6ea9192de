import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { AppError } from '../core/kernel/app-error.ts'

/** Bytes of the longest file that is read: what a route takes as text. */
const MOST_BYTES = 200_000_000
const LONGEST_NAME = 120

/** Characters that some file system refuses in a name, and those that turn a name around on screen. */
const REFUSED = /[\p{Cc}\p{Cf}/\\:*?"<>|]+/gu

/** A proposed name as nothing but a name: no folder, nothing hidden, nothing that a file system refuses. */
export function plainFileName(name: string): string {
  const plain = name
    .toWellFormed()
    .replace(REFUSED, ' ')
    .replace(/^[\s.]+|[\s.]+$/gu, '')
  return [...plain].slice(0, LONGEST_NAME).join('') || 'Hearth'
}

function refused(problem: string, cause?: unknown): AppError {
  return new AppError('INVALID_INPUT', 'The file cannot be used', { field: 'file', problem }, { cause })
}

/** A full disk is told as such by its own code. */
function asFileError(cause: unknown, problem: string): unknown {
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : ''
  return cause instanceof AppError || code === 'ENOSPC' ? cause : refused(problem, cause)
}

/**
 * A text file, UTF-8 with or without a byte order mark.
 * @throws AppError `INVALID_INPUT` with `problem` `not-readable`, `too-long` or `not-text`
 */
export async function readTextFile(path: string): Promise<{ readonly name: string; readonly text: string }> {
  try {
    const { size } = await stat(path)
    if (size > MOST_BYTES) throw refused('too-long')
    const bytes = await readFile(path)
    return { name: basename(path), text: decode(bytes) }
  } catch (cause) {
    throw asFileError(cause, 'not-readable')
  }
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw refused('not-text', cause)
  }
}

/**
 * Writes a text whole or not at all: a file that was there stays until the new one is complete.
 * @throws AppError `INVALID_INPUT` with `problem` `not-writable`; a full disk as it comes
 */
export async function writeTextFile(path: string, text: string): Promise<void> {
  const part = `${path}.part`
  try {
    await writeFile(part, text, { encoding: 'utf8', mode: 0o600 })
    await rename(part, path)
  } catch (cause) {
    await rm(part, { force: true }).catch(() => {})
    throw asFileError(cause, 'not-writable')
  }
}
