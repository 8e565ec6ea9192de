import { createKey, openKey, readKeyring, type Unlocker } from '../db/keyring.ts'
import type { Keystore } from '../db/keystore.ts'
import type { ProfilePaths } from '../kernel/paths.ts'

export interface UnlockMeans {
  /** Null in headless. */
  readonly keystore: Keystore | null
  /** From the environment (`HEARTH_PASSPHRASE`) or typed by the person. */
  readonly passphrase: string | null
}

export type Unlocked =
  | { readonly state: 'open'; readonly key: Uint8Array; readonly method: Unlocker['kind'] }
  /** A first passphrase is needed (`new`), or the passphrase (`locked`). */
  | { readonly state: 'new' | 'locked' }

function strong(keystore: Keystore | null): Unlocker | null {
  return keystore === null || keystore.weak ? null : { kind: 'keystore', keystore }
}

function typed(passphrase: string | null): Unlocker | null {
  return passphrase === null || passphrase === '' ? null : { kind: 'passphrase', passphrase }
}

/** Headless has no keystore; without a passphrase the key lies in a file that only its owner may read. */
function file(keystore: Keystore | null): Unlocker | null {
  return keystore === null ? { kind: 'file' } : null
}

/**
 * Opens the profile's key with what is at hand, or makes the key of a new profile.
 * @throws AppError `PROFILE_KEY` when the means fit but the key does not open; never makes a new key then.
 */
export async function unlockProfile(paths: ProfilePaths, means: UnlockMeans): Promise<Unlocked> {
  const ring = readKeyring(paths)
  const candidates = [strong(means.keystore), typed(means.passphrase), file(means.keystore)].filter((one) => one !== null)
  if (ring.state === 'absent') {
    const unlocker = candidates[0]
    if (unlocker === undefined) return { state: 'new' }
    return { state: 'open', key: await createKey(paths, unlocker), method: unlocker.kind }
  }
  // A profile that headless made without a passphrase opens in the window as well: its key lies in the file beside it.
  const known: readonly Unlocker[] = [...candidates, { kind: 'file' }]
  const unlocker = known.find((one) => ring.methods.includes(one.kind))
  if (unlocker === undefined) return { state: 'locked' }
  return { state: 'open', key: await openKey(paths, unlocker), method: unlocker.kind }
}
