// What `npm test` runs. Every part runs even when an earlier one failed; the last line is always `N passed, N failed, N skipped`.
// Arguments pick parts by name (`npm test -- lint`) or folders and files under tests/ (`npm test -- unit`, `npm test -- unit/tools`).
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { findChromium } from '../tools/electron-stand-in/chromium.ts'
import { findElectron } from './electron-binary.mjs'
import { ensureBuild } from './ensure-build.mjs'

const root = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'hearth-test-'))
/** A part that hangs must not hang the whole run. */
const LIMIT_MS = 20 * 60_000
const SUMMARY_LINE = /^(\d+) passed, (\d+) failed, (\d+) skipped$/

/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */

/** Runs a program of the project; its own summary line is read, not shown, so that ours stays the only one.
 * @returns {Promise<{ code: number, counts: Counts | null }>} */
function run(args, summaryFile) {
  return new Promise((resolve) => {
    /** @type {Counts | null} */
    let counts = null
    const env = { ...process.env, ...(summaryFile === undefined ? {} : { HEARTH_TEST_SUMMARY: summaryFile }) }
    const child = spawn(process.execPath, args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: LIMIT_MS,
      killSignal: 'SIGKILL'
    })
    createInterface({ input: child.stdout }).on('line', (line) => {
      const [, passed, failed, skipped] = SUMMARY_LINE.exec(line.trim()) ?? []
      if (passed === undefined) process.stdout.write(`${line}\n`)
      else counts = { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) }
    })
    child.on('error', () => resolve({ code: 1, counts: null }))
    child.on('close', (code) => resolve({ code: code ?? 1, counts }))
  })
}

const bin = (path) => join(root, 'node_modules', path)

/** Programs one after the other, together one test. @returns {Promise<Counts>} */
async function asOneTest(...commands) {
  let failed = 0
  for (const args of commands) if ((await run(args)).code !== 0) failed = 1
  return { passed: 1 - failed, failed, skipped: 0 }
}

/** A program that counts its tests itself: by the summary file, else by its last line, else one test by its exit code.
 * @returns {Promise<Counts>} */
async function counted(name, args) {
  const file = join(scratch, `${name}.json`)
  const { code, counts: printed } = await run(args, file)
  const counts = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : (printed ?? { passed: code === 0 ? 1 : 0, failed: 0, skipped: 0 })
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
}

const summary = `--reporter=${join('tests', 'support', 'summary-reporter.ts')}`
const vitest = (paths) => [bin('vitest/vitest.mjs'), 'run', ...paths, '--reporter=default', summary]

/** @returns {Promise<Counts>} */
async function build() {
  const done = await ensureBuild(root)
  return { passed: done ? 1 : 0, failed: done ? 0 : 1, skipped: 0 }
}

/** @returns {Promise<Counts>} */
async function endToEnd() {
  if (findChromium() !== null || findElectron(root) !== null) return counted('e2e', [join('scripts', 'e2e.mjs')])
  console.log('Neither Chromium nor the Electron binary is here (Debian: apt-get install chromium): end-to-end tests are skipped.')
  return { passed: 0, failed: 0, skipped: 1 }
}

const filters = process.argv.slice(2)
/** The folder or test file under tests/ that a filter means; a folder ends with a slash, so that `unit` is not also `unit-more`. */
function testPath(filter) {
  const found = filter === 'e2e' ? undefined : statSync(join(root, 'tests', filter), { throwIfNoEntry: false })
  return found === undefined ? null : `tests/${filter.replace(/\/$/, '')}${found.isDirectory() ? '/' : ''}`
}
const paths = filters.map(testPath).filter((path) => path !== null)

const parts = [
  {
    name: 'types',
    run: () => asOneTest([bin('typescript/bin/tsc'), '-p', 'tsconfig.node.json'], [bin('typescript/bin/tsc'), '-p', 'tsconfig.web.json'])
  },
  { name: 'lint', run: () => asOneTest([bin('oxlint/bin/oxlint'), '--deny-warnings']) },
  { name: 'format', run: () => asOneTest([bin('oxfmt/bin/oxfmt'), '--check']) },
  { name: 'tests', run: () => counted('tests', vitest(paths)) },
  // By itself, since it kills at moments that other work would shift.
  { name: 'torture', run: () => counted('torture', ['--disable-warning=ExperimentalWarning', join('scripts', 'torture.mjs'), '100']) },
  { name: 'build', run: build },
  { name: 'e2e', run: endToEnd }
]

const wanted = (name) =>
  filters.length === 0 || filters.includes(name) || (name === 'tests' && paths.length > 0) || (name === 'build' && filters.includes('e2e'))
const known = new Set(parts.map(({ name }) => name))
const unknown = filters.filter((filter) => !known.has(filter) && testPath(filter) === null)

const total = { passed: 0, failed: 0, skipped: 0 }
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}. Parts: ${[...known].join(', ')}, or a folder or file under tests/.`)
  total.failed = 1
} else {
  let built = true
  for (const part of parts.filter(({ name }) => wanted(name))) {
    console.log(`\n== ${part.name}`)
    const started = performance.now()
    const counts = part.name === 'e2e' && !built ? { passed: 0, failed: 0, skipped: 1 } : await part.run()
    if (part.name === 'build') built = counts.failed === 0
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(
      `== ${part.name}: ${counts.failed === 0 ? 'ok' : 'FAILED'} in ${seconds} s (${counts.passed}/${counts.failed}/${counts.skipped})`
    )
    for (const key of Object.keys(total)) total[key] += counts[key]
  }
}
rmSync(scratch, { recursive: true, force: true })
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 ? 0 : 1
