import { safeStorage } from 'electron'
import type { Keystore } from '../core/db/keystore.ts'

/** Chromium's mark for "encrypted with a constant that everybody knows", on Linux only; on Windows it marks a real key. */
const CONSTANT_KEY_PREFIX = 'v10'
const WEAK_BACKENDS = new Set(['basic_text', 'unknown'])

/** Asks the keystore itself: the name of a backend can be right while the key is not. */
function isWeak(platform: NodeJS.Platform, backend: string): boolean {
  if (WEAK_BACKENDS.has(backend)) return true
  return platform === 'linux' && safeStorage.encryptString('probe').subarray(0, 3).toString('latin1') === CONSTANT_KEY_PREFIX
}

/** The system's keystore, or null when there is none. Only after `app` is ready. */
export function createKeystore(shell: 'electron' | 'stand-in'): Keystore | null {
  try {
    if (!safeStorage.isEncryptionAvailable()) return null
    // Electron has this function on Linux only.
    const backend = process.platform === 'linux' || shell === 'stand-in' ? safeStorage.getSelectedStorageBackend() : process.platform
    return {
      id: `safe-storage:${backend}`,
      weak: isWeak(process.platform, backend),
      wrap: (key) => safeStorage.encryptString(Buffer.from(key).toString('base64')),
      unwrap: (wrapped) => Buffer.from(safeStorage.decryptString(Buffer.from(wrapped)), 'base64')
    }
  } catch {
    return null
  }
}
