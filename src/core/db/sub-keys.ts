import { createHmac } from 'node:crypto'

/** What a key is used for. A new purpose is added here, so that no two uses share a key. */
export type KeyPurpose = 'facts' | 'secrets' | 'lock'

/** A key of its own for a purpose, 32 bytes; from it, neither the data key nor another purpose's key can be found. */
export function subKey(key: Uint8Array, purpose: KeyPurpose): Uint8Array {
  return new Uint8Array(createHmac('sha256', key).update(`hearth:${purpose}:v1`).digest())
}
