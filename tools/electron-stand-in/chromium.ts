import { spawn, type ChildProcess } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectPipe, type CdpConnection } from './cdp.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const DATA_PREFIX = 'hearth-stand-in-'

/** Chromium's program, by `HEARTH_CHROMIUM` or the search path; null when there is none. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | null {
  if (env['HEARTH_CHROMIUM']) return env['HEARTH_CHROMIUM']
  for (const dir of (env['PATH'] ?? '').split(delimiter)) {
    for (const name of NAMES) {
      const file = join(dir, name)
      try {
        accessSync(file, constants.X_OK)
        return file
      } catch {
        continue
      }
    }
  }
  return null
}

export interface Chromium {
  readonly connection: CdpConnection
  readonly headless: boolean
  /** Settles when the process has ended. */
  readonly exited: Promise<void>
  /** Address for a test's debugger; only when a port was asked for. */
  debuggerUrl(): Promise<string>
  /** Ends the process and removes its data folder. */
  dispose(): void
}

export interface LaunchOptions {
  readonly headless: boolean
  /** Debugging port for tests; null opens none and talks over the pipe alone. */
  readonly port: number | null
  readonly locale: string
}

/** Quiet, offline and without a trace: no background traffic, no name ever resolved, nothing of a page on disk. */
function flags(options: LaunchOptions, dataDir: string): string[] {
  return [
    '--remote-debugging-pipe',
    ...(options.port === null ? [] : [`--remote-debugging-port=${options.port}`]),
    `--user-data-dir=${dataDir}`,
    ...(options.headless
      ? ['--headless=new', '--no-startup-window', '--disable-gpu']
      : ['--app=data:text/html,', '--incognito', '--class=Hearth', '--ozone-platform-hint=auto']),
    ...(process.getuid?.() === 0 ? ['--no-sandbox', '--disable-gpu'] : []),
    `--lang=${options.locale}`,
    `--accept-lang=${options.locale}`,
    '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--disable-features=Translate,OptimizationHints,MediaRouter,AutofillServerCommunication,CertificateTransparencyComponentUpdater,InterestFeedContentSuggestions,LocalNetworkAccessChecks',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-component-extensions-with-background-pages',
    '--disable-default-apps',
    '--disable-domain-reliability',
    '--disable-extensions',
    '--disable-sync',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--disable-backgrounding-occluded-windows',
    '--disable-renderer-backgrounding',
    '--disable-background-timer-throttling',
    // No bar across the window that warns of the flags above.
    '--test-type',
    '--no-default-browser-check',
    '--no-first-run',
    '--no-pings',
    '--metrics-recording-only',
    '--password-store=basic',
    '--use-mock-keychain',
    '--mute-audio'
  ]
}

/** Starts Chromium with one empty application window. @throws when there is no Chromium. */
export function launchChromium(options: LaunchOptions): Chromium {
  const program = findChromium()
  if (program === null) throw new Error('Chromium is not installed (on Debian: apt install chromium)')
  sweepLeftovers()
  const dataDir = mkdtempSync(join(dataParent(), `${DATA_PREFIX}${process.pid}-`))
  writePreferences(dataDir, options.headless)
  const child = spawn(program, flags(options, dataDir), {
    env: browserEnv(dataDir),
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    detached: true
  })
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  const connection = connectPipe(child.stdio[3] as Writable, child.stdio[4] as Readable)
  return {
    connection,
    headless: options.headless,
    exited,
    debuggerUrl: () => readDebuggerUrl(dataDir),
    dispose: () => {
      killGroup(child)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
    }
  }
}

/**
 * Settings of the browser that no flag sets: no translation, spell checking, password saving or suggestions, since each would send or keep
 * what a person writes. A visible window is incognito, and the protocol cannot change permissions there, so all are denied from the start.
 */
function writePreferences(dataDir: string, headless: boolean): void {
  const permissions = [
    'geolocation',
    'media_stream_camera',
    'media_stream_mic',
    'midi_sysex',
    'notifications',
    'sensors',
    'window_placement'
  ]
  const preferences = {
    translate: { enabled: false },
    browser: { enable_spellchecking: false },
    spellcheck: { dictionaries: [] },
    credentials_enable_service: false,
    autofill: { profile_enabled: false, credit_card_enabled: false },
    search: { suggest_enabled: false },
    safebrowsing: { enabled: false },
    signin: { allowed: false },
    profile: {
      password_manager_enabled: false,
      ...(headless ? {} : { default_content_setting_values: Object.fromEntries(permissions.map((name) => [name, 2])) })
    }
  }
  mkdirSync(join(dataDir, 'Default'))
  writeFileSync(join(dataDir, 'Default', 'Preferences'), JSON.stringify(preferences))
}

/** What a browser window needs of the environment: screen, language, input methods. No key of a provider is among it. */
const BROWSER_ENV =
  /^(PATH|HOME|USER|TMPDIR|TEMP|SystemRoot|LOCALAPPDATA|DISPLAY|WAYLAND_DISPLAY|XAUTHORITY|XDG_RUNTIME_DIR|XDG_SESSION_TYPE|XDG_CURRENT_DESKTOP|XDG_DATA_DIRS|DBUS_SESSION_BUS_ADDRESS|LANG|LANGUAGE|LC_\w+|XMODIFIERS|\w+_IM_MODULE|GDK_\w+|XCURSOR_\w+|FONTCONFIG_\w+)$/

/** Settings, caches and crash reports go into the temporary folder too: a crash report holds what was on the page. */
function browserEnv(dataDir: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => BROWSER_ENV.test(name))
  return {
    ...Object.fromEntries(kept),
    XDG_CONFIG_HOME: join(dataDir, 'config'),
    XDG_CACHE_HOME: join(dataDir, 'cache'),
    BREAKPAD_DUMP_LOCATION: join(dataDir, 'crashes')
  }
}

/** Memory rather than disk where the system has such a folder. */
function dataParent(): string {
  const runtime = process.env['XDG_RUNTIME_DIR']
  return runtime !== undefined && existsSync(runtime) ? runtime : tmpdir()
}

/** Removes the data folders of stand-ins that were killed. */
function sweepLeftovers(): void {
  const parent = dataParent()
  for (const name of readdirSync(parent)) {
    if (!name.startsWith(DATA_PREFIX)) continue
    const pid = Number(name.slice(DATA_PREFIX.length).split('-')[0])
    if (Number.isInteger(pid) && pid > 0 && !isAlive(pid)) rmSync(join(parent, name), { recursive: true, force: true })
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, 'SIGKILL')
  } catch {
    // The group is gone already.
  }
}

async function readDebuggerUrl(dataDir: string): Promise<string> {
  const file = join(dataDir, 'DevToolsActivePort')
  for (let tries = 0; tries < 400; tries += 1) {
    if (existsSync(file)) {
      const [port, path] = readFileSync(file, 'utf8').split('\n')
      if (port && path) return `ws://127.0.0.1:${port}${path}`
    }
    await sleep(25)
  }
  throw new Error('Chromium did not open its debugging port')
}
