import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { openProfileDatabase } from '../../src/core/db/database.ts'
import { openKey } from '../../src/core/db/keyring.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'

/** Everything that a closed profile holds, decrypted: the pages of its database, free ones included, and its other files. */
export async function imageOf(profileDir: string): Promise<Buffer> {
  const paths = profilePaths(profileDir)
  const opened = openProfileDatabase({ paths, key: await openKey(paths, { kind: 'file' }), logger: silentLogger, now: () => Date.now() })
  try {
    const names = readdirSync(profileDir, { recursive: true, encoding: 'utf8' }).map((name) => join(profileDir, name))
    const others = names.filter((name) => statSync(name).isFile() && !name.endsWith('.db')).map((name) => readFileSync(name))
    return Buffer.concat([opened.db.serialize(), ...others])
  } finally {
    opened.close()
  }
}
