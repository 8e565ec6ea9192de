// End-to-end tests on the built app. Arguments go to vitest: a filter, or `--reporter=json --outputFile=FILE`.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { ensureBuild } from './ensure-build.mjs'

const root = join(import.meta.dirname, '..')
if (!(await ensureBuild(root))) process.exit(1)
const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
const { status } = spawnSync(process.execPath, [vitest, 'run', '--config', 'vitest.e2e.config.ts', ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit'
})
process.exit(status ?? 1)
