/** Opens a profile with a program of one version more, whose upgrade takes a while; says when it starts and when it is done. */
import { openProfileDatabase } from '../../src/core/db/database.ts'
import { migrations } from '../../src/core/db/migrations/index.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { slowUpgrade } from './slow-upgrade.ts'

const [dir = '', key = ''] = process.argv.slice(2)
const say = (event: string) => void process.send?.(event)
openProfileDatabase({
  paths: profilePaths(dir),
  key: Buffer.from(key, 'hex'),
  logger: { info: say, warn: say, error: say },
  now: () => Date.now(),
  migrations: [...migrations, slowUpgrade]
}).close()
process.disconnect()
