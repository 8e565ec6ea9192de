import { join } from 'node:path'

/** Where a profile keeps its files. Nothing of a person lies outside this folder. */
export interface ProfilePaths {
  readonly dir: string
  readonly database: string
  readonly lock: string
  readonly secrets: string
  readonly keyWraps: string
  /** Wraps the data key where there is neither keystore nor passphrase. */
  readonly keyFile: string
  readonly backups: string
  readonly aside: string
  /** Embedding models that were downloaded. */
  readonly models: string
}

export function profilePaths(dir: string): ProfilePaths {
  return {
    dir,
    database: join(dir, 'hearth.db'),
    lock: join(dir, 'lock.db'),
    secrets: join(dir, 'secrets.json'),
    keyWraps: join(dir, 'key.json'),
    keyFile: join(dir, 'device.key'),
    backups: join(dir, 'backups'),
    aside: join(dir, 'aside'),
    models: join(dir, 'models')
  }
}
