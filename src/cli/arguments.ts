import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

/** Where a profile lies when none is named: the place that the desktop uses on this system. */
function defaultProfile(env: Readonly<Record<string, string | undefined>>): string {
  switch (process.platform) {
    case 'win32':
      return join(env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming'), 'Hearth', 'profile')
    case 'darwin':
      return join(homedir(), 'Library', 'Application Support', 'Hearth', 'profile')
    default:
      return join(env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'Hearth', 'profile')
  }
}

/**
 * The profile folder from `--profile DIR`, `HEARTH_PROFILE`, or the default. A relative one counts from where the person stands, which npm
 * hides in `INIT_CWD`.
 * @returns null when `--profile` has no folder behind it or an argument is unknown.
 */
export function profileFrom(args: readonly string[], env: Readonly<Record<string, string | undefined>>): string | null {
  let named: string | undefined = env['HEARTH_PROFILE']
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? ''
    if (argument.startsWith('--profile=')) named = argument.slice('--profile='.length)
    else if (argument === '--profile') {
      index += 1
      named = args[index]
      if (named === undefined || named.startsWith('--')) return null
    } else return null
  }
  if (named === '') return null
  return named === undefined ? defaultProfile(env) : resolve(env['INIT_CWD'] ?? process.cwd(), named)
}
