/** Opens a profile, says how it went, and holds it until it is killed. */
import { openProfileDatabase } from '../../../src/core/db/database.ts'
import { toErrorData } from '../../../src/core/kernel/app-error.ts'
import { silentLogger } from '../../../src/core/kernel/logger.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'

const [dir = '', key = ''] = process.argv.slice(2)
try {
  openProfileDatabase({ paths: profilePaths(dir), key: Buffer.from(key, 'hex'), logger: silentLogger, now: () => Date.now() })
  process.send?.('open')
} catch (cause) {
  process.send?.(toErrorData(cause).code)
}
setInterval(() => {}, 1000)
