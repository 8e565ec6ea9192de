import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { EMBED_WORKER, MODELS } from './setup.ts'

const run = promisify(execFile)
const canTrace = spawnSync('strace', ['-f', '-o', '/dev/null', '-e', 'trace=openat', process.execPath, '--version']).status === 0
/** Without a network of its own the loud probe would really report to its maker. */
const canIsolate = canTrace && spawnSync('unshare', ['-rn', 'true']).status === 0
const why = canTrace ? '' : ' (skipped: strace is missing or not permitted)'

/** Calls that reach for another machine or leave something on the disk. */
const TRACED = 'trace=network,openat,creat,mkdir,mkdirat,rename,renameat,renameat2'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'hearth-home-'))
})
afterEach(() => rmSync(home, { recursive: true }))

interface Trace {
  readonly stdout: string
  readonly sockets: readonly string[]
  readonly writes: readonly string[]
}

/** CI silences the library as well, so the probe must not see that variable; a caller's own silence must not help either. */
async function trace(probe: string, args: readonly string[], wrapper: readonly string[] = []): Promise<Trace> {
  const { CI: _ci, ORT_DISABLE_TELEMETRY: _silence, NODE_V8_COVERAGE: _coverage, ...inherited } = process.env
  const file = join(home, 'trace')
  const program = fileURLToPath(new URL(probe, import.meta.url))
  const env = { ...inherited, HOME: join(home, 'own'), XDG_CACHE_HOME: '', TMPDIR: home }
  const [command = '', ...rest] = [...wrapper, 'strace', '-f', '-o', file, '-e', TRACED, process.execPath, program, ...args]
  const { stdout } = await run(command, rest, { env })
  const lines = readFileSync(file, 'utf8').split('\n')
  return {
    stdout,
    sockets: lines.filter((line) => /\b(socket|connect|sendto|sendmsg|sendmmsg)\(/.test(line) && !/\bAF_UNIX\b/.test(line)),
    writes: lines.filter(
      (line) =>
        /O_WRONLY|O_RDWR|O_CREAT|\b(creat|mkdir|mkdirat|rename|renameat|renameat2)\(/.test(line) && !/"\/dev\/(null|tty)"/.test(line)
    )
  }
}

describe.skipIf(!canTrace)(`the embedding worker, seen from the system${why}`, () => {
  it('opens no socket and writes no file', async () => {
    const { stdout, sockets, writes } = await trace('quiet-probe.ts', [])
    expect(stdout).toContain('vectors 2')
    expect(sockets).toEqual([])
    expect(writes).toEqual([])
  }, 60_000)

  // Seen with onnxruntime 1.30: a device id and a database under HOME, a log in the temporary folder; reports follow later.
  it.skipIf(!canIsolate)(
    'would be caught: with telemetry left on, the same worker writes a device id under HOME',
    async () => {
      const { stdout, writes } = await trace('loud-probe.ts', [MODELS, EMBED_WORKER.href], ['unshare', '-rn'])
      expect(stdout).toContain('loaded')
      expect(writes.join('\n')).toContain(join(home, 'own'))
    },
    60_000
  )
})
