import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { BrowserWindow, watchWindows } from './browser-window.ts'
import { findChromium } from './chromium.ts'
import { closed, KnownEmitter, preventable } from './closed.ts'
import { localeOf } from './locale.ts'
import { disposeRuntime, startRuntime } from './runtime.ts'
import { takeLock } from './single-instance.ts'

const EVENTS = [
  'ready',
  'will-finish-launching',
  'window-all-closed',
  'before-quit',
  'will-quit',
  'quit',
  'activate',
  'second-instance',
  'browser-window-created',
  'web-contents-created',
  'open-url',
  'open-file'
]
type PathName =
  | 'home'
  | 'appData'
  | 'userData'
  | 'sessionData'
  | 'temp'
  | 'exe'
  | 'logs'
  | 'crashDumps'
  | 'downloads'
  | 'documents'
  | 'desktop'

function appFolder(): string {
  let dir = dirname(resolve(process.argv[1] ?? '.'))
  while (!existsSync(join(dir, 'package.json')) && dirname(dir) !== dir) dir = dirname(dir)
  return dir
}

function appData(): string {
  if (process.platform === 'win32') return process.env['APPDATA'] ?? join(homedir(), 'AppData', 'Roaming')
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Application Support')
  return process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config')
}

class App extends KnownEmitter {
  readonly isPackaged = false
  readonly commandLine = closed('app.commandLine', {
    appendSwitch: (_name: string, _value?: string) => {},
    hasSwitch: (name: string) => process.argv.some((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`)),
    getSwitchValue: (name: string) => process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3) ?? ''
  })
  private readonly folder = appFolder()
  private readonly manifest: { name?: string; productName?: string; version?: string }
  private readonly paths = new Map<string, string>()
  private readonly readiness = Promise.withResolvers<void>()
  private appName: string
  private isReadyNow = false
  private quitting = false
  private exitCode = 0
  private releaseLock: (() => void) | null = null

  constructor() {
    super('app', EVENTS)
    const file = join(this.folder, 'package.json')
    this.manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as App['manifest']) : {}
    this.appName = this.manifest.productName ?? this.manifest.name ?? 'Electron'
  }

  get name(): string {
    return this.appName
  }

  set name(name: string) {
    this.appName = name
  }

  setName(name: string): void {
    this.appName = name
  }

  getName(): string {
    return this.appName
  }

  getVersion(): string {
    return this.manifest.version ?? '0.0.0'
  }

  getAppPath(): string {
    return this.folder
  }

  getLocale(): string {
    return localeOf(process.env)
  }

  getPreferredSystemLanguages(): string[] {
    return [this.getLocale()]
  }

  getPath(name: PathName): string {
    const set = this.paths.get(name)
    if (set !== undefined) return set
    switch (name) {
      case 'home':
        return homedir()
      case 'temp':
        return tmpdir()
      case 'exe':
        return process.execPath
      case 'appData':
        return appData()
      case 'userData':
        return join(appData(), this.appName)
      case 'sessionData':
        return this.getPath('userData')
      case 'logs':
        return join(this.getPath('userData'), 'logs')
      case 'crashDumps':
        return join(this.getPath('userData'), 'Crashpad')
      case 'downloads':
        return join(homedir(), 'Downloads')
      case 'documents':
        return join(homedir(), 'Documents')
      case 'desktop':
        return join(homedir(), 'Desktop')
    }
  }

  setPath(name: PathName, path: string): void {
    if (!existsSync(path)) throw new Error(`Path does not exist: ${name}`)
    this.paths.set(name, path)
  }

  /** Chromium is started with its sandbox wherever it can run, so there is nothing to switch. */
  enableSandbox(): void {
    if (this.isReadyNow) throw new Error('app.enableSandbox() can only be called before app is ready')
  }

  disableHardwareAcceleration(): void {}

  setAppUserModelId(_id: string): void {}

  setAboutPanelOptions(_options: object): void {}

  requestSingleInstanceLock(data?: object): boolean {
    if (this.releaseLock) return true
    mkdirSync(this.getPath('userData'), { recursive: true })
    const note = { argv: process.argv, cwd: process.cwd(), data: data ?? null }
    this.releaseLock = takeLock(this.getPath('userData'), note, (second) =>
      this.whenReady().then(() => this.emit('second-instance', {}, second.argv, second.cwd, second.data))
    )
    return this.releaseLock !== null
  }

  hasSingleInstanceLock(): boolean {
    return this.releaseLock !== null
  }

  releaseSingleInstanceLock(): void {
    this.releaseLock?.()
    this.releaseLock = null
  }

  isReady(): boolean {
    return this.isReadyNow
  }

  whenReady(): Promise<void> {
    return this.readiness.promise
  }

  focus(): void {
    BrowserWindow.getAllWindows()[0]?.focus()
  }

  /** Listeners of `before-quit`, `close` and `will-quit` may each prevent it, in this order. */
  quit(): void {
    if (this.quitting) return
    this.quitting = true
    const before = preventable({})
    this.emit('before-quit', before)
    if (before.defaultPrevented) return void (this.quitting = false)
    for (const window of BrowserWindow.getAllWindows()) window.close()
    if (BrowserWindow.getAllWindows().length > 0) return void (this.quitting = false)
    this.finish()
  }

  exit(code = 0): void {
    this.exitCode = code
    this.quitting = true
    for (const window of BrowserWindow.getAllWindows()) window.destroy()
    this.emit('quit', {}, code)
    this.leave()
  }

  /** Not Electron's: starts Chromium once the app's own main file has run, unless that already gave up. */
  async launch(): Promise<void> {
    if (this.quitting) return
    if (findChromium() === null) return this.refuse('Hearth needs Chromium to run without Electron (on Debian: apt install chromium).')
    try {
      const { chromium } = await startRuntime()
      void chromium.exited.then(() => this.quit())
    } catch (error) {
      return this.refuse(`Chromium did not start: ${error instanceof Error ? error.message : 'unknown reason'}`)
    }
    this.isReadyNow = true
    this.emit('ready', {})
    this.readiness.resolve()
  }

  /** Not Electron's: the last window is gone. */
  allClosed(): void {
    if (this.quitting) return
    if (this.listenerCount('window-all-closed') === 0) this.quit()
    else this.emit('window-all-closed')
  }

  private refuse(sentence: string): void {
    console.error(sentence)
    this.exit(1)
  }

  private finish(): void {
    const will = preventable({})
    this.emit('will-quit', will)
    if (will.defaultPrevented) return void (this.quitting = false)
    this.emit('quit', {}, this.exitCode)
    this.leave()
  }

  private leave(): void {
    this.releaseSingleInstanceLock()
    disposeRuntime()
    process.exit(this.exitCode)
  }
}

export const app = closed('app', new App())

watchWindows({
  isReady: () => app.isReady(),
  allClosed: () => app.allClosed(),
  created: (window) => {
    app.emit('browser-window-created', {}, window)
    app.emit('web-contents-created', {}, (window as { webContents: object }).webContents)
  }
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => app.quit())
// Whoever started this process over a channel is gone: end as if it had been asked to.
process.once('disconnect', () => app.quit())
process.channel?.unref()
setImmediate(() => void app.launch())
