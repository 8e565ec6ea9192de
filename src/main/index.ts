// Must stay the first import: it silences telemetry of native libraries before any of them is loaded.
import '../core/host/silence-telemetry.ts'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, dialog, nativeTheme, protocol, session } from 'electron'
import { createCoreHost } from '../core/host/core-host.ts'
import type { CoreHost } from '../core/host/host-port.ts'
import { createNodeWorkerHost } from '../core/host/node-worker-host.ts'
import { lineLogger } from '../core/kernel/logger.ts'
import { APP_SCHEME } from './app-origin.ts'
import { createAppProtocol } from './app-protocol.ts'
import { followAppearance } from './appearance.ts'
import { createDesktopActions } from './desktop-actions.ts'
import { connectIpc } from './ipc-transport.ts'
import { createKeystore } from './safe-storage.ts'
import { guardContents, guardSession } from './security.ts'
import { namedProfile } from './start-options.ts'
import { mainTexts, type MainTexts } from './texts.ts'
import { bringForward, openWindow } from './window.ts'
import { readWindowState } from './window-state.ts'
import { workerUrls } from './worker-urls.ts'

/** Longest wait for the core at the end; everything acknowledged is on disk already. */
const CLOSE_LIMIT_MS = 10_000

const shell = process.versions.electron === undefined ? 'stand-in' : 'electron'
const out = join(import.meta.dirname, '..')
const logger = lineLogger((line) => process.stderr.write(`${line}\n`))

/** One folder per profile holds everything, also what Chromium insists on writing. @throws when it cannot be made. */
function prepareFolders(): string {
  app.setName('Hearth')
  const named = namedProfile(process.argv.slice(1), process.env, process.cwd())
  const usual = join(app.getPath('appData'), 'Hearth')
  const profileDir = named ?? join(usual, 'profile')
  const shellDir = named === null ? usual : join(profileDir, 'shell')
  for (const dir of [profileDir, shellDir]) mkdirSync(dir, { recursive: true, mode: 0o700 })
  app.setPath('userData', shellDir)
  return profileDir
}

function createHost(profileDir: string, texts: () => MainTexts): CoreHost {
  return createCoreHost({
    profileDir,
    shell,
    appRoot: app.getAppPath(),
    modelsDir: app.isPackaged ? join(process.resourcesPath, 'models') : join(app.getAppPath(), 'resources', 'models'),
    version: app.getVersion(),
    locale: app.getLocale(),
    workers: createNodeWorkerHost(workerUrls),
    embedEntry: workerUrls.embed.href,
    keystore: createKeystore(shell),
    desktop: createDesktopActions(texts),
    logger,
    env: process.env
  })
}

/** The window goes first, then the core finishes, then the process ends. */
function closeWithApp(host: CoreHost): void {
  let closing = false
  app.on('will-quit', (event) => {
    event.preventDefault()
    if (closing) return
    closing = true
    const limit = setTimeout(() => app.exit(0), CLOSE_LIMIT_MS)
    void host.close().finally(() => {
      clearTimeout(limit)
      app.exit(0)
    })
  })
}

function run(profileDir: string): void {
  const partition = session.fromPartition('hearth')
  guardSession(partition)
  partition.protocol.handle(APP_SCHEME, createAppProtocol(join(out, 'renderer')))
  nativeTheme.themeSource = readWindowState(profileDir).theme

  let texts = () => mainTexts('auto', app.getLocale())
  const host = createHost(profileDir, () => texts())
  texts = followAppearance(host)
  connectIpc(host, logger)
  closeWithApp(host)

  const options = { session: partition, preload: join(out, 'preload', 'index.cjs'), profileDir, logger }
  app.on('second-instance', () => {
    logger.info('second-instance')
    bringForward(BrowserWindow.getAllWindows()[0] ?? openWindow(options))
  })
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) openWindow(options)
  })
  openWindow(options)
  void host.start()
}

/** Everything acknowledged is on disk, so an unknown state ends here. The error's text stays out of the log: it may hold content. */
function endOnFault(): void {
  process.on('uncaughtException', (error) => {
    logger.error('uncaught', { name: error.name })
    app.exit(1)
  })
}

function main(): void {
  // A terminal that is closed must not take the app along.
  process.stderr.on('error', () => {})
  endOnFault()
  let profileDir: string
  try {
    profileDir = prepareFolders()
  } catch {
    const texts = mainTexts('auto', app.getLocale())
    dialog.showErrorBox(texts.startFailed, texts.profileUnusable)
    return app.exit(1)
  }
  if (!app.requestSingleInstanceLock()) return app.quit()
  app.enableSandbox()
  // Pages need no network at all (the gate has its own sockets), so Chromium resolves no name, not even for a prefetch.
  app.commandLine.appendSwitch('host-resolver-rules', 'MAP * ~NOTFOUND')
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges: { standard: true, secure: true } }])
  app.on('web-contents-created', (_event, contents) => guardContents(contents))
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  void app.whenReady().then(() => run(profileDir))
}

main()
