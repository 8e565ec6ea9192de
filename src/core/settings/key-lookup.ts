import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { Provider } from '../../shared/model/provider.ts'
import type { SecretStore } from '../kernel/secret-store.ts'

export interface FoundKey {
  readonly value: string
  readonly source: Extract<Provider['key'], 'env-file' | 'environment' | 'keystore'>
}

export interface KeyLookup {
  /** The key of a provider: `.env` beside the app, then the environment, then the keystore. Null when there is none. */
  find(providerId: string, variable: string | null): FoundKey | null
  /** Saves in the keystore; empty removes it. */
  set(providerId: string, key: string): void
}

/** The file is found relative to the app, never to the working directory; a missing or unreadable one holds nothing. */
function readEnvFile(appRoot: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(join(appRoot, '.env'), 'utf8'))
  } catch {
    return {}
  }
}

const secretName = (providerId: string): string => `provider:${providerId}`

/**
 * `.env` wins over the system's environment, so that an old system key cannot shadow it.
 * @param env the system's environment.
 */
export function createKeyLookup(options: {
  readonly appRoot: string
  readonly env: Readonly<Record<string, string | undefined>>
  readonly secrets: SecretStore
}): KeyLookup {
  const { appRoot, env, secrets } = options
  return {
    find: (providerId, variable) => {
      if (variable !== null) {
        const fromFile = readEnvFile(appRoot)[variable]?.trim()
        if (fromFile) return { value: fromFile, source: 'env-file' }
        const fromEnvironment = env[variable]?.trim()
        if (fromEnvironment) return { value: fromEnvironment, source: 'environment' }
      }
      const stored = secrets.get(secretName(providerId))
      return stored === null ? null : { value: stored, source: 'keystore' }
    },
    set: (providerId, key) => {
      if (key.trim() === '') secrets.delete(secretName(providerId))
      else secrets.set(secretName(providerId), key.trim())
    }
  }
}
