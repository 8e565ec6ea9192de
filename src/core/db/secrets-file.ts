import { existsSync, renameSync } from 'node:fs'
import * as z from 'zod'
import { readIfThere, writeAtomically } from './atomic-file.ts'
import { seal, sealedSchema, unseal } from './sealed.ts'
import { subKey } from './sub-keys.ts'
import type { Logger } from '../kernel/logger.ts'
import type { SecretStore } from '../kernel/secret-store.ts'

export interface SecretsFileOptions {
  readonly path: string
  /** The profile's data key. */
  readonly key: Uint8Array
  readonly logger: Logger
}

const PURPOSE = 'hearth:secrets:v1'
const valuesSchema = z.array(z.tuple([z.string(), z.string()]))

function decode(text: string, key: Uint8Array): Map<string, string> | null {
  try {
    const plain = unseal(key, sealedSchema.parse(JSON.parse(text)), PURPOSE)
    return plain === null ? null : new Map(valuesSchema.parse(JSON.parse(Buffer.from(plain).toString('utf8'))))
  } catch {
    return null
  }
}

function encode(values: ReadonlyMap<string, string>, key: Uint8Array): string {
  return `${JSON.stringify(seal(key, Buffer.from(JSON.stringify([...values])), PURPOSE))}\n`
}

/** A free name for a file that cannot be read: `.bak`, then `.bak2` and so on. Nothing kept is overwritten. */
function setAside(path: string): void {
  let name = `${path}.bak`
  for (let count = 2; existsSync(name); count += 1) name = `${path}.bak${count}`
  renameSync(path, name)
}

/**
 * Keeps API keys in a file of its own, encrypted under the data key. A file that does not open counts as empty; it is kept as `.bak` when
 * the next value is stored. One process at a time, as the profile's lock grants.
 */
export function createSecretsFile({ path, key, logger }: SecretsFileOptions): SecretStore {
  const own = subKey(key, 'secrets')
  const text = readIfThere(path)
  const stored = text === null ? new Map<string, string>() : decode(text, own)
  if (stored === null) logger.warn('secrets-unreadable')
  let keepOld = stored === null
  let values: ReadonlyMap<string, string> = stored ?? new Map()

  const save = (next: ReadonlyMap<string, string>) => {
    if (keepOld) setAside(path)
    keepOld = false
    writeAtomically(path, encode(next, own))
    values = next
  }
  return {
    get: (name) => values.get(name) ?? null,
    set: (name, value) => {
      if (values.get(name) !== value) save(new Map(values).set(name, value))
    },
    delete: (name) => {
      if (values.has(name)) save(new Map([...values].filter(([other]) => other !== name)))
    }
  }
}
