import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import { AppError } from '../kernel/app-error.ts'
import { createExclusively, errnoOf, readIfThere, syncFolder, writeAtomically } from './atomic-file.ts'
import { sealedSchema } from './sealed.ts'
import type { ProfilePaths } from '../kernel/paths.ts'

const passphraseWrapSchema = sealedSchema.extend({
  salt: z.string().min(16).max(200),
  /** Bounded, so that a changed file cannot ask for all memory. */
  n: z
    .number()
    .int()
    .min(1024)
    .max(2 ** 20),
  r: z.number().int().min(1).max(32),
  p: z.number().int().min(1).max(16)
})
export type PassphraseWrap = z.infer<typeof passphraseWrapSchema>

const keyFileSchema = z.object({
  version: z.literal(1),
  /** Tells a right key from a wrong one without a database; from it the key cannot be found. */
  check: z.string().length(32),
  /** Identity of the database this profile once had; null while it has none. */
  database: z.string().max(64).nullable(),
  wraps: z.object({
    keystore: z.object({ id: z.string().max(200), data: z.string().max(20_000) }).optional(),
    passphrase: passphraseWrapSchema.optional(),
    file: sealedSchema.optional()
  })
})
export type KeyFile = z.infer<typeof keyFileSchema>

const backupOf = (file: string) => `${file}.bak`

function parse(text: string | null): KeyFile | null {
  if (text === null) return null
  try {
    const parsed = keyFileSchema.safeParse(JSON.parse(text))
    return parsed.success ? parsed.data : null
  } catch {
    return null
  }
}

/**
 * The wraps of a profile; from the copy when the file itself is gone or garbage. Null in a profile without any.
 * @throws AppError PROFILE_KEY when something is there and none of it can be read: then no new key may be made.
 */
export function readKeyFile(paths: ProfilePaths): KeyFile | null {
  const own = readIfThere(paths.keyWraps)
  const backup = readIfThere(backupOf(paths.keyWraps))
  const usable = parse(own) ?? parse(backup)
  if (usable === null && (own !== null || backup !== null)) throw new AppError('PROFILE_KEY', 'The file with the key cannot be read')
  return usable
}

function encode(content: KeyFile): string {
  return `${JSON.stringify(content, null, 2)}\n`
}

/** A second copy of the same content, against damage. Never an older one: a replaced passphrase must not live on in it. */
function keepCopy(paths: ProfilePaths, content: KeyFile): void {
  writeAtomically(backupOf(paths.keyWraps), encode(content))
}

/** @returns false when another process was first. */
export function createKeyFile(paths: ProfilePaths, content: KeyFile): boolean {
  const created = createExclusively(paths.keyWraps, encode(content))
  if (created) keepCopy(paths, content)
  return created
}

const STALE_MS = 15_000
const WAIT_MS = 25
const TRIES = 200

function sleep(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** The temporary file is the turn to write: it can be made by one process only. A killed writer's is taken away after a while. */
function openTurn(temporary: string): number {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    try {
      return openSync(temporary, 'wx', 0o600)
    } catch (cause) {
      if (errnoOf(cause) !== 'EEXIST') throw cause
      const age = Date.now() - (statSync(temporary, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
      if (age > STALE_MS) rmSync(temporary, { force: true })
      else sleep(WAIT_MS)
    }
  }
  throw new AppError('PROFILE_LOCKED', 'Another process is changing the key file')
}

/** Reads, edits and replaces the key file, one process at a time. `edit` gets what is stored at that moment. */
export function updateKeyFile(paths: ProfilePaths, edit: (current: KeyFile) => KeyFile): void {
  const temporary = `${paths.keyWraps}.tmp`
  const handle = openTurn(temporary)
  let open = true
  try {
    const current = readKeyFile(paths)
    if (current === null) throw new AppError('PROFILE_KEY', 'This profile has no key yet')
    const next = edit(current)
    writeFileSync(handle, encode(next))
    fsyncSync(handle)
    closeSync(handle)
    open = false
    renameSync(temporary, paths.keyWraps)
    syncFolder(paths.dir)
    keepCopy(paths, next)
  } finally {
    if (open) closeSync(handle)
    rmSync(temporary, { force: true })
  }
}

/** Remembers which database belongs to the profile, so that a missing or empty file is never taken for a new profile. */
export function markDatabase(paths: ProfilePaths, database: string | null): void {
  if (!existsSync(paths.keyWraps) || readKeyFile(paths)?.database === database) return
  updateKeyFile(paths, (current) => ({ ...current, database }))
}
