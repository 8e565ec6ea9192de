// The `electron` module of the main process, as far as Hearth uses it. What is not here throws by name when it is used.
import { closed, missing } from './closed.ts'
import { registerSchemesAsPrivileged } from './protocol.ts'
import { defaultSession, fromPartition } from './session.ts'

export { app } from './app.ts'
export { BrowserWindow } from './browser-window.ts'
export { dialog } from './dialog.ts'
export { ipcMain } from './ipc-main.ts'
export { Menu } from './menu.ts'
export { nativeTheme } from './native-theme.ts'
export { safeStorage } from './safe-storage.ts'
export { screen } from './screen.ts'
export { shell } from './shell.ts'

export const session = closed('session', { fromPartition, defaultSession })

const { protocol: ofDefaultSession } = defaultSession
export const protocol = closed('protocol', {
  registerSchemesAsPrivileged,
  handle: ofDefaultSession.handle.bind(ofDefaultSession),
  unhandle: ofDefaultSession.unhandle.bind(ofDefaultSession),
  isProtocolHandled: ofDefaultSession.isProtocolHandled.bind(ofDefaultSession)
})

export const autoUpdater = missing('autoUpdater')
export const BaseWindow = missing('BaseWindow')
export const BrowserView = missing('BrowserView')
export const clipboard = missing('clipboard')
export const contentTracing = missing('contentTracing')
export const contextBridge = missing('contextBridge')
export const crashReporter = missing('crashReporter')
export const desktopCapturer = missing('desktopCapturer')
export const globalShortcut = missing('globalShortcut')
export const ImageView = missing('ImageView')
export const inAppPurchase = missing('inAppPurchase')
export const ipcRenderer = missing('ipcRenderer')
export const localAIHandler = missing('localAIHandler')
export const MenuItem = missing('MenuItem')
export const MessageChannelMain = missing('MessageChannelMain')
export const nativeImage = missing('nativeImage')
export const net = missing('net')
export const netLog = missing('netLog')
export const Notification = missing('Notification')
export const parentPort = missing('parentPort')
export const powerMonitor = missing('powerMonitor')
export const powerSaveBlocker = missing('powerSaveBlocker')
export const pushNotifications = missing('pushNotifications')
export const ServiceWorkerMain = missing('ServiceWorkerMain')
export const ShareMenu = missing('ShareMenu')
export const sharedTexture = missing('sharedTexture')
export const systemPreferences = missing('systemPreferences')
export const TouchBar = missing('TouchBar')
export const Tray = missing('Tray')
export const utilityProcess = missing('utilityProcess')
export const View = missing('View')
export const webContents = missing('webContents')
export const WebContentsView = missing('WebContentsView')
export const webFrame = missing('webFrame')
export const webFrameMain = missing('webFrameMain')
export const webUtils = missing('webUtils')
