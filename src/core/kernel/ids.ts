import { createHmac, randomBytes } from 'node:crypto'

export interface IdSource {
  /** A new identifier, unique in the profile: `<kind>_<20 base-36 characters>`. */
  next(kind: string): string
}

function encode(bytes: Uint8Array): string {
  return BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
    .toString(36)
    .padStart(20, '0')
    .slice(-20)
}

/** Ids from the system's randomness. Keys, salts and nonces never come from an `IdSource`. */
export function randomIds(): IdSource {
  return { next: (kind) => `${kind}_${encode(randomBytes(14))}` }
}

/** Ids as a function of a seed and a counter that the profile keeps (`HEARTH_SEED`), so that a script gives the same ids twice. */
export function seededIds(seed: string, nextCounter: () => number): IdSource {
  return {
    next: (kind) => `${kind}_${encode(createHmac('sha256', seed).update(`${kind}:${nextCounter()}`).digest().subarray(0, 14))}`
  }
}
