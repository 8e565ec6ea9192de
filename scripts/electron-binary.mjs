import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Electron's program in `node_modules`, or null when its binary was never fetched. */
export function findElectron(root, env = process.env) {
  const folder = join(root, 'node_modules', 'electron')
  const pathFile = join(folder, 'path.txt')
  if (!existsSync(pathFile)) return null
  const program = join(env.ELECTRON_OVERRIDE_DIST_PATH ?? join(folder, 'dist'), readFileSync(pathFile, 'utf8'))
  return existsSync(program) ? program : null
}

/** Tries Electron's own installer once, silently. Its host may be out of reach. */
export function fetchElectron(root, env = process.env) {
  const installer = join(root, 'node_modules', 'electron', 'install.js')
  if (env.ELECTRON_SKIP_BINARY_DOWNLOAD || !existsSync(installer)) return null
  spawnSync(process.execPath, [installer], { cwd: root, stdio: 'ignore', timeout: 600_000 })
  return findElectron(root, env)
}
