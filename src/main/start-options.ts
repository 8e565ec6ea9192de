import { parseArgs } from 'node:util'
import { resolve } from 'node:path'

/** The profile folder that the person named: `--profile DIR` before `HEARTH_PROFILE`; null for the usual place. */
export function namedProfile(argv: readonly string[], env: Readonly<Record<string, string | undefined>>, cwd: string): string | null {
  const { values } = parseArgs({ args: [...argv], options: { profile: { type: 'string' } }, strict: false, allowPositionals: true })
  const named = typeof values.profile === 'string' && values.profile !== '' ? values.profile : env['HEARTH_PROFILE']
  return named === undefined || named === '' ? null : resolve(cwd, named)
}
