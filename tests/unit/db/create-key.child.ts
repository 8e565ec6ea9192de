/** Makes or opens the keys of several profiles, each at a given moment (milliseconds since the epoch), and says them in hex. */
import { createKey } from '../../../src/core/db/keyring.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'

const [start = '0', ...folders] = process.argv.slice(2)
const GAP_MS = 30
const keys: string[] = []
for (const [index, folder] of folders.entries()) {
  while (Date.now() < Number(start) + index * GAP_MS);
  keys.push(Buffer.from(await createKey(profilePaths(folder), { kind: 'file' })).toString('hex'))
}
process.send?.(keys)
