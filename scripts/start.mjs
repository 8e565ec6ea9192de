// `npm start`: builds when needed, then Electron, or the same bundles in Chromium where Electron's binary cannot be fetched.
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findChromium } from '../tools/electron-stand-in/chromium.ts'
import { fetchElectron, findElectron } from './electron-binary.mjs'
import { ensureBuild } from './ensure-build.mjs'

const root = join(import.meta.dirname, '..')

function stop(sentence) {
  console.error(sentence)
  process.exit(1)
}

/** npm runs scripts in the project's folder; a relative profile means the folder that the person stands in. */
function absoluteProfile(args) {
  const from = process.env.INIT_CWD ?? process.cwd()
  return args.map((arg, index) => {
    if (arg.startsWith('--profile=')) return `--profile=${resolve(from, arg.slice('--profile='.length))}`
    return args[index - 1] === '--profile' ? resolve(from, arg) : arg
  })
}

/** Runs until the app ends; it gets our signals, and ends with us (its channel closes). */
function run(program, args, env) {
  const child = spawn(program, args, { cwd: root, env, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', () => stop(`${program} could not be started.`))
  child.on('exit', (code) => process.exit(code ?? 1))
}

function runStandIn(args) {
  if (findChromium() === null) {
    stop('Hearth needs Electron or Chromium, and neither is here. On Debian: apt install chromium')
  }
  const { DISPLAY, WAYLAND_DISPLAY, HEARTH_STANDIN_HEADLESS } = process.env
  if (process.platform === 'linux' && !DISPLAY && !WAYLAND_DISPLAY && HEARTH_STANDIN_HEADLESS !== '1') {
    stop('There is no display here. "xvfb-run -a npm start" opens the window on a virtual one; "npm run chat" talks in the terminal.')
  }
  console.error('Hearth runs as a development stand-in: the same built app, in Chromium.')
  const register = pathToFileURL(join(root, 'tools', 'electron-stand-in', 'register.mjs')).href
  run(process.execPath, ['--import', register, join(root, 'out', 'main', 'index.js'), ...args], process.env)
}

const args = absoluteProfile(process.argv.slice(2))
if (!(await ensureBuild(root))) process.exit(1)
const electron = findElectron(root) ?? fetchElectron(root)
if (electron === null) {
  console.error("Electron's binary is not here and could not be fetched.")
  runStandIn(args)
} else {
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  run(electron, [...asRoot, root, ...args], process.env)
}
