import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { findElectron } from '../../../scripts/electron-binary.mjs'
import { cleanEnv } from './clean-env.ts'
import { ROOT, type LaunchOptions } from './launch-app.ts'
import { standInCommand } from './launch-stand-in.ts'

/** Starts the app again on the same profile, as a person does who forgot that it is open. @returns process number and exit code */
export async function startSecondInstance(options: LaunchOptions): Promise<{ pid: number; code: number | null }> {
  const electron = findElectron(ROOT)
  const asRoot = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const [program, args] =
    electron === null
      ? [process.execPath, standInCommand(ROOT, options)]
      : [electron, [...asRoot, ROOT, '--profile', options.profileDir, ...(options.args ?? [])]]
  const env = cleanEnv(options)
  const child = spawn(program, args, { cwd: ROOT, env: { ...env, HEARTH_STANDIN_HEADLESS: '1' }, stdio: 'ignore' })
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve))
  rmSync(env['HOME'] ?? '', { recursive: true, force: true })
  return { pid: child.pid ?? 0, code }
}
