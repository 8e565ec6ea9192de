/** Makes or opens the key of a profile and says it in hex. */
import { createKey } from '../../../src/core/db/keyring.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'

const key = await createKey(profilePaths(process.argv[2] ?? ''), { kind: 'file' })
process.send?.(Buffer.from(key).toString('hex'))
