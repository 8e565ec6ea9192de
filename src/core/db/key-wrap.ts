import { createHmac, randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { AppError } from '../kernel/app-error.ts'
import { createExclusively, readIfThere } from './atomic-file.ts'
import { seal, unseal } from './sealed.ts'
import type { ProfilePaths } from '../kernel/paths.ts'
import type { KeyFile, PassphraseWrap } from './key-file.ts'
import type { Keystore } from './keystore.ts'

/** How a data key is wrapped: by the system's keystore, by a passphrase, or by a key file beside it (headless; protects against nothing but other users). */
export type Unlocker =
  | { readonly kind: 'keystore'; readonly keystore: Keystore }
  | { readonly kind: 'passphrase'; readonly passphrase: string }
  | { readonly kind: 'file' }

type Wraps = KeyFile['wraps']

/** 128 MB and about 0.4 s: https://www.rfc-editor.org/rfc/rfc7914 with the cost that OWASP names for scrypt (N = 2^17, r = 8, p = 1). */
const COST = { n: 2 ** 17, r: 8, p: 1 } as const
const purposeOf = (kind: Unlocker['kind']) => `hearth:wrap:${kind}:v1`

function passphraseKey(passphrase: string, cost: Pick<PassphraseWrap, 'n' | 'r' | 'p' | 'salt'>): Promise<Uint8Array> {
  const { n, r, p } = cost
  const options = { N: n, r, p, maxmem: 128 * n * r + 32 * 1024 * 1024 }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFKC'), Buffer.from(cost.salt, 'base64'), 32, options, (error, derived) => {
      if (error === null) resolve(new Uint8Array(derived))
      else reject(error)
    })
  })
}

async function wrapByPassphrase(key: Uint8Array, passphrase: string): Promise<Wraps> {
  if (passphrase.trim() === '') throw new AppError('INVALID_INPUT', 'The passphrase is empty')
  const cost = { ...COST, salt: randomBytes(16).toString('base64') }
  return { passphrase: { ...cost, ...seal(await passphraseKey(passphrase, cost), key, purposeOf('passphrase')) } }
}

function wrapByKeystore(key: Uint8Array, keystore: Keystore): Wraps {
  if (keystore.weak) throw new AppError('PROFILE_KEY', 'The keystore of this system protects nothing; a passphrase is needed')
  try {
    return { keystore: { id: keystore.id, data: Buffer.from(keystore.wrap(key)).toString('base64') } }
  } catch (cause) {
    throw new AppError('PROFILE_KEY', 'The keystore refused', { method: 'keystore' }, { cause })
  }
}

function readDeviceKey(paths: ProfilePaths): Uint8Array | null {
  const bytes = Buffer.from(readIfThere(paths.keyFile)?.trim() ?? '', 'hex')
  return bytes.length === 32 ? new Uint8Array(bytes) : null
}

function wrapByFile(paths: ProfilePaths, key: Uint8Array): Wraps {
  createExclusively(paths.keyFile, `${randomBytes(32).toString('hex')}\n`)
  const device = readDeviceKey(paths)
  if (device === null) throw new AppError('PROFILE_KEY', 'The key file cannot be read', { method: 'file' })
  return { file: seal(device, key, purposeOf('file')) }
}

/** The wrap of a key by one method. @throws AppError PROFILE_KEY when the method refuses, INVALID_INPUT for an empty passphrase. */
export async function wrapKey(paths: ProfilePaths, key: Uint8Array, unlocker: Unlocker): Promise<Wraps> {
  switch (unlocker.kind) {
    case 'keystore':
      return wrapByKeystore(key, unlocker.keystore)
    case 'passphrase':
      return wrapByPassphrase(key, unlocker.passphrase)
    case 'file':
      return wrapByFile(paths, key)
  }
}

function unwrapByKeystore(wraps: Wraps, keystore: Keystore): Uint8Array | null {
  if (wraps.keystore === undefined) return null
  try {
    return keystore.unwrap(new Uint8Array(Buffer.from(wraps.keystore.data, 'base64')))
  } catch {
    return null
  }
}

async function unwrapByPassphrase(wraps: Wraps, passphrase: string): Promise<Uint8Array | null> {
  const wrap = wraps.passphrase
  return wrap === undefined ? null : unseal(await passphraseKey(passphrase, wrap), wrap, purposeOf('passphrase'))
}

function unwrapByFile(paths: ProfilePaths, wraps: Wraps): Uint8Array | null {
  const device = readDeviceKey(paths)
  return device === null || wraps.file === undefined ? null : unseal(device, wraps.file, purposeOf('file'))
}

/** The key out of its wrap; null when there is no wrap of this kind or it does not open. */
export async function unwrapKey(paths: ProfilePaths, wraps: Wraps, unlocker: Unlocker): Promise<Uint8Array | null> {
  switch (unlocker.kind) {
    case 'keystore':
      return unwrapByKeystore(wraps, unlocker.keystore)
    case 'passphrase':
      return unwrapByPassphrase(wraps, unlocker.passphrase)
    case 'file':
      return unwrapByFile(paths, wraps)
  }
}

/** 16 bytes in hex that only this key gives. */
export function keyCheck(key: Uint8Array): string {
  return createHmac('sha256', key).update('hearth:check:v1').digest('hex').slice(0, 32)
}

export function matchesCheck(key: Uint8Array, check: string): boolean {
  return timingSafeEqual(Buffer.from(keyCheck(key)), Buffer.from(check))
}
