import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const SOURCES = ['src', 'electron.vite.config.ts', 'package.json', 'package-lock.json', 'tsconfig.base.json']
const LOCK_LIMIT_MS = 180_000

function filesUnder(path) {
  if (!statSync(path).isDirectory()) return [path]
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Changes whenever a source file is added, removed or written. */
function stampOf(root) {
  const hash = createHash('sha256')
  for (const source of SOURCES) {
    for (const file of filesUnder(join(root, source)).toSorted()) {
      const { size, mtimeMs } = statSync(file)
      hash.update(`${file} ${size} ${mtimeMs}\n`)
    }
  }
  return hash.digest('hex')
}

/** Two builds at once would empty each other's folder. A lock left by a killed build is taken over after a while. */
async function withLock(root, work) {
  const lock = join(root, 'node_modules', '.hearth-build')
  for (;;) {
    try {
      mkdirSync(lock)
      break
    } catch {
      if (existsSync(lock) && Date.now() - statSync(lock).mtimeMs > LOCK_LIMIT_MS) rmSync(lock, { recursive: true, force: true })
      await sleep(100)
    }
  }
  try {
    return work()
  } finally {
    rmSync(lock, { recursive: true, force: true })
  }
}

function build(root) {
  const bin = join(root, 'node_modules', 'electron-vite', 'bin', 'electron-vite.js')
  return spawnSync(process.execPath, [bin, 'build', '--logLevel', 'warn'], { cwd: root, encoding: 'utf8' })
}

/**
 * Builds `out/` when a source is newer than what is there.
 * @returns true when `out/` is up to date; false after a failed build, whose output was printed
 */
export function ensureBuild(root) {
  return withLock(root, () => {
    const stamp = join(root, 'out', 'stamp')
    const wanted = stampOf(root)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return true
    console.error('Building Hearth …')
    const { status, stdout, stderr } = build(root)
    if (status !== 0) {
      console.error(`${stdout}${stderr}\nThe build failed.`)
      return false
    }
    writeFileSync(stamp, wanted)
    return true
  })
}
