import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { LaunchOptions } from './launch-app.ts'

/** Environment of an app under test: what a program needs to run, a home of its own, and nothing of the machine's keys or proxies. */
export function cleanEnv({ env, locale = 'en-US' }: LaunchOptions): Record<string, string> {
  const kept = ['PATH', 'DISPLAY', 'WAYLAND_DISPLAY', 'XAUTHORITY', 'HEARTH_CHROMIUM', 'TMPDIR', 'SystemRoot', 'TEMP'].flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    ...Object.fromEntries(kept),
    HOME: mkdtempSync(join(tmpdir(), 'hearth-home-')),
    LANG: `${locale.replace('-', '_')}.UTF-8`,
    ...env
  }
}
