/** The operating system's keystore, as Electron's `safeStorage` gives it. Both throw when the keystore refuses. */
export interface Keystore {
  readonly id: string
  /** True when it protects nothing (a public constant as key): a passphrase is asked for instead. */
  readonly weak: boolean
  wrap(key: Uint8Array): Uint8Array
  unwrap(wrapped: Uint8Array): Uint8Array
}
