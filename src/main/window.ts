import { BrowserWindow, nativeTheme, screen, type Session } from 'electron'
import type { Logger } from '../core/kernel/logger.ts'
import { APP_URL } from './app-origin.ts'
import { MIN_HEIGHT, MIN_WIDTH, placeOn, readWindowState, saveWindowState } from './window-state.ts'

const GROUND = { light: '#FAF8F4', dark: '#1C1A18' }
/** A window that is being dragged tells hundreds of places; one is kept. */
const SAVE_DELAY_MS = 500
const CRASH_PAUSE_MS = 10_000

/** Ground of the window before its page has painted. */
export function groundColor(): string {
  return nativeTheme.shouldUseDarkColors ? GROUND.dark : GROUND.light
}

export interface WindowOptions {
  readonly session: Session
  readonly preload: string
  readonly profileDir: string
  readonly logger: Logger
}

/** Opens a window on our page. It shows itself once there is something to see. */
export function openWindow({ session, preload, profileDir, logger }: WindowOptions): BrowserWindow {
  const state = readWindowState(profileDir)
  const place = placeOn(
    state,
    screen.getDisplayMatching({ x: state.place?.x ?? 0, y: state.place?.y ?? 0, width: state.width, height: state.height }).workArea
  )
  const window = new BrowserWindow({
    title: 'Hearth',
    width: state.width,
    height: state.height,
    ...place,
    minWidth: MIN_WIDTH,
    minHeight: MIN_HEIGHT,
    show: false,
    titleBarStyle: 'default',
    autoHideMenuBar: true,
    backgroundColor: groundColor(),
    webPreferences: {
      preload,
      session,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
      navigateOnDragDrop: false
    }
  })
  if (state.maximized) window.maximize()
  window.once('ready-to-show', () => window.show())
  keepState(window, profileDir)
  comeBackAfterCrash(window, logger)
  // A load that fails leaves a window with its ground colour; the person can reload or close it.
  window.loadURL(APP_URL).catch(() => window.show())
  return window
}

/** The core kept everything, so a page that crashed is loaded again; one that crashes at once again is left alone. */
function comeBackAfterCrash(window: BrowserWindow, logger: Logger): void {
  let last = 0
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    const now = performance.now()
    const again = last !== 0 && now - last < CRASH_PAUSE_MS
    last = now
    logger.warn('window.crashed', { reason, again })
    if (reason === 'clean-exit' || again || window.isDestroyed()) return
    window.loadURL(APP_URL).then(
      () => logger.info('window.back'),
      () => logger.error('window.lost')
    )
  })
}

function keepState(window: BrowserWindow, profileDir: string): void {
  let timer: NodeJS.Timeout | undefined
  const save = () => {
    clearTimeout(timer)
    if (window.isDestroyed() || window.isMinimized() || window.isFullScreen()) return
    const { x, y, width, height } = window.getNormalBounds()
    const kept = {
      width: Math.max(MIN_WIDTH, width),
      height: Math.max(MIN_HEIGHT, height),
      place: { x, y },
      maximized: window.isMaximized()
    }
    saveWindowState(profileDir, { ...kept, theme: nativeTheme.themeSource })
  }
  const saveSoon = () => {
    clearTimeout(timer)
    timer = setTimeout(save, SAVE_DELAY_MS)
  }
  window.on('resize', saveSoon)
  window.on('move', saveSoon)
  window.on('close', save)
  window.on('closed', () => clearTimeout(timer))
}

/** Brings the window to the front, wherever it was. */
export function bringForward(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
