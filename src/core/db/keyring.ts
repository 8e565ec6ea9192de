import { mkdirSync, statSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { AppError } from '../kernel/app-error.ts'
import { requireKey } from './connection.ts'
import { createKeyFile, readKeyFile, updateKeyFile } from './key-file.ts'
import { keyCheck, matchesCheck, unwrapKey, wrapKey } from './key-wrap.ts'
import type { ProfilePaths } from '../kernel/paths.ts'
import type { KeyFile } from './key-file.ts'
import type { Unlocker } from './key-wrap.ts'

export type { Unlocker } from './key-wrap.ts'

export type KeyMethod = Unlocker['kind']

/** By which methods a profile's key can be opened. */
export type Keyring = { readonly state: 'absent' } | { readonly state: 'present'; readonly methods: readonly KeyMethod[] }

const METHODS: readonly KeyMethod[] = ['keystore', 'passphrase', 'file']

function hasDatabase(paths: ProfilePaths): boolean {
  return (statSync(paths.database, { throwIfNoEntry: false })?.size ?? 0) > 0
}

function readOrRefuse(paths: ProfilePaths): KeyFile | null {
  const stored = readKeyFile(paths)
  if (stored === null && hasDatabase(paths)) throw new AppError('PROFILE_KEY', 'There is a database, but its key is missing')
  return stored
}

/** @throws AppError PROFILE_KEY when the wraps cannot be read, or are missing beside an existing database. */
export function readKeyring(paths: ProfilePaths): Keyring {
  const stored = readOrRefuse(paths)
  return stored === null
    ? { state: 'absent' }
    : { state: 'present', methods: METHODS.filter((method) => stored.wraps[method] !== undefined) }
}

/**
 * The data key of a new profile, 32 random bytes, wrapped by one method. When another process was first, its key is opened instead.
 * @throws AppError PROFILE_KEY when the method refuses or a database without a key is there.
 */
export async function createKey(paths: ProfilePaths, unlocker: Unlocker): Promise<Uint8Array> {
  if (readOrRefuse(paths) !== null) return openKey(paths, unlocker)
  mkdirSync(paths.dir, { recursive: true, mode: 0o700 })
  const key = new Uint8Array(randomBytes(32))
  const wraps = await wrapKey(paths, key, unlocker)
  const created = createKeyFile(paths, { version: 1, check: keyCheck(key), database: null, wraps })
  return created ? key : openKey(paths, unlocker)
}

/** Opens the data key; nothing is written. @throws AppError PROFILE_KEY for a wrong passphrase, a refusing keystore or a missing wrap. */
export async function openKey(paths: ProfilePaths, unlocker: Unlocker): Promise<Uint8Array> {
  const stored = readOrRefuse(paths)
  const key = stored === null ? null : await unwrapKey(paths, stored.wraps, unlocker)
  if (stored === null || key === null || !matchesCheck(key, stored.check)) {
    throw new AppError('PROFILE_KEY', 'The key could not be opened', { method: unlocker.kind })
  }
  return key
}

/**
 * Adds a method, or replaces the same one (a new passphrase). The other wraps stay.
 * @throws AppError PROFILE_KEY when `key` is not this profile's key.
 */
export async function addWrap(paths: ProfilePaths, key: Uint8Array, unlocker: Unlocker): Promise<void> {
  requireKey(key)
  const wraps = await wrapKey(paths, key, unlocker)
  updateKeyFile(paths, (current) => {
    if (!matchesCheck(key, current.check)) throw new AppError('PROFILE_KEY', 'This is not the key of the profile')
    return { ...current, wraps: { ...current.wraps, ...wraps } }
  })
}
