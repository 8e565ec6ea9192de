import { closed, KnownEmitter, preventable } from './closed.ts'
import { onControl, tell } from './control.ts'
import { appOrigin } from './schemes.ts'
import { startRuntime } from './runtime.ts'
import { defaultSession, fromPartition, type Session } from './session.ts'
import { onThemeChange } from './native-theme.ts'
import type { PageTarget } from './targets.ts'
import { createWebContents, type WebContents, type WindowReport } from './web-contents.ts'

interface WebPreferences {
  readonly preload?: string
  readonly partition?: string
  readonly session?: Session
  readonly contextIsolation?: boolean
  readonly sandbox?: boolean
  readonly nodeIntegration?: boolean
  readonly nodeIntegrationInWorker?: boolean
  readonly nodeIntegrationInSubFrames?: boolean
  readonly webviewTag?: boolean
  readonly webSecurity?: boolean
  readonly allowRunningInsecureContent?: boolean
  readonly spellcheck?: boolean
  readonly devTools?: boolean
  readonly navigateOnDragDrop?: boolean
  readonly safeDialogs?: boolean
}

interface WindowOptions {
  readonly width?: number
  readonly height?: number
  readonly x?: number
  readonly y?: number
  readonly minWidth?: number
  readonly minHeight?: number
  readonly show?: boolean
  readonly title?: string
  readonly backgroundColor?: string
  readonly titleBarStyle?: 'default'
  readonly autoHideMenuBar?: boolean
  readonly icon?: string
  readonly webPreferences?: WebPreferences
}

interface Bounds {
  x: number
  y: number
  width: number
  height: number
}

const EVENTS = [
  'close',
  'closed',
  'ready-to-show',
  'show',
  'hide',
  'focus',
  'blur',
  'resize',
  'move',
  'resized',
  'moved',
  'maximize',
  'unmaximize',
  'minimize',
  'restore',
  'page-title-updated'
]
const OPTIONS = [
  'width',
  'height',
  'x',
  'y',
  'minWidth',
  'minHeight',
  'show',
  'title',
  'backgroundColor',
  'titleBarStyle',
  'autoHideMenuBar',
  'icon',
  'webPreferences'
]
/** What the stand-in cannot loosen: it always isolates, and Chromium's own sandbox is always on where the system allows it. */
const FIXED: readonly (readonly [keyof WebPreferences, boolean])[] = [
  ['contextIsolation', true],
  ['sandbox', true],
  ['nodeIntegration', false],
  ['nodeIntegrationInWorker', false],
  ['nodeIntegrationInSubFrames', false],
  ['webviewTag', false],
  ['webSecurity', true],
  ['allowRunningInsecureContent', false]
]

const windows = new Map<number, BrowserWindowBase>()
const lifecycle = { isReady: () => false, allClosed: () => {}, created: (_window: object) => {} }

/** Not Electron's: `app` learns about windows without importing this file in a circle. */
export function watchWindows(watcher: typeof lifecycle): void {
  Object.assign(lifecycle, watcher)
}

class BrowserWindowBase extends KnownEmitter {
  readonly id: number
  readonly webContents: WebContents
  private readonly ready: Promise<PageTarget>
  private page: PageTarget | null = null
  private bounds: Bounds
  /** What the page said last; `bounds` may be ahead of it. */
  private reported: Bounds
  private frame = { width: 0, height: 0 }
  private shown = false
  private focused = false
  private maximized = false
  private minimized = false
  private title: string
  private destroyed = false

  constructor(options: WindowOptions = {}) {
    super('BrowserWindow', EVENTS)
    if (!lifecycle.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    checkOptions(options)
    const preferences = options.webPreferences ?? {}
    const session = preferences.session ?? (preferences.partition === undefined ? defaultSession : fromPartition(preferences.partition))
    this.webContents = createWebContents(session, preferences.preload)
    this.id = this.webContents.id
    this.title = options.title ?? ''
    this.bounds = { x: options.x ?? 60, y: options.y ?? 40, width: options.width ?? 800, height: options.height ?? 600 }
    this.reported = this.getBounds()
    const self = closed('BrowserWindow', this)
    windows.set(this.id, self)
    this.webContents.once('did-finish-load', () => setImmediate(() => self.emit('ready-to-show', {})))
    this.ready = self.open(options.show !== false)
    lifecycle.created(self)
    return self
  }

  static getAllWindows(): BrowserWindowBase[] {
    return [...windows.values()]
  }

  static getFocusedWindow(): BrowserWindowBase | null {
    return [...windows.values()].find((window) => window.focused) ?? null
  }

  static fromWebContents(contents: object): BrowserWindowBase | null {
    return [...windows.values()].find((window) => window.webContents === contents) ?? null
  }

  static fromId(id: number): BrowserWindowBase | null {
    return windows.get(id) ?? null
  }

  async loadURL(url: string): Promise<void> {
    const { chromium, targets } = await startRuntime()
    const { browser } = chromium.connection
    await Promise.all([this.ready, this.webContents.session.applyPermissions(browser, this.webContents, appOrigin(url), targets.contextId)])
    await this.webContents.loadURL(url)
  }

  show(): void {
    this.shown = true
    this.setState('normal')
    this.emit('show', {})
    this.focus()
  }

  showInactive(): void {
    this.shown = true
    this.emit('show', {})
  }

  hide(): void {
    this.shown = false
    this.setState('minimized')
    this.emit('hide', {})
  }

  isVisible(): boolean {
    return this.shown && !this.minimized
  }

  focus(): void {
    tell({ standIn: 'focus', windowId: this.id })
    for (const window of windows.values()) window.setFocused(window.id === this.id)
    this.page?.session.send('Page.bringToFront').catch(() => {})
  }

  isFocused(): boolean {
    return this.focused
  }

  minimize(): void {
    this.minimized = true
    this.setState('minimized')
    this.emit('minimize', {})
  }

  isMinimized(): boolean {
    return this.minimized
  }

  restore(): void {
    this.minimized = false
    this.setState('normal')
    this.emit('restore', {})
  }

  maximize(): void {
    this.maximized = true
    this.setState('maximized')
    this.emit('maximize', {})
  }

  unmaximize(): void {
    this.maximized = false
    this.setState('normal')
    this.emit('unmaximize', {})
  }

  isMaximized(): boolean {
    return this.maximized
  }

  isFullScreen(): boolean {
    return false
  }

  getBounds(): Bounds {
    return { ...this.bounds }
  }

  getNormalBounds(): Bounds {
    return { ...this.bounds }
  }

  getSize(): [number, number] {
    return [this.bounds.width, this.bounds.height]
  }

  setBounds(bounds: Partial<Bounds>): void {
    Object.assign(this.bounds, bounds)
    if (this.page) void this.applyBounds(this.page)
  }

  setSize(width: number, height: number): void {
    this.setBounds({ width, height })
  }

  getTitle(): string {
    return this.webContents.getTitle() || this.title
  }

  /** Chromium shows the document's title; this is only remembered. */
  setTitle(title: string): void {
    this.title = title
  }

  setBackgroundColor(_color: string): void {}

  isDestroyed(): boolean {
    return this.destroyed
  }

  /** Asks the `close` listeners first. A person who closes Chromium's window does not ask them. */
  close(): void {
    if (this.destroyed) return
    const event = preventable({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy(): void {
    if (this.destroyed) return
    const { page } = this
    this.markClosed()
    if (page) void startRuntime().then(({ targets }) => targets.close(page.targetId))
  }

  private async open(show: boolean): Promise<PageTarget> {
    const { targets, chromium } = await startRuntime()
    const page = await targets.open(() => this.closedByPerson())
    if (this.destroyed) targets.close(page.targetId)
    const attached = this.webContents.attach(
      page,
      (report) => this.takeReport(report),
      (url) => this.openPopup(url)
    )
    if (chromium.headless) this.frame = await measureFrame(page)
    await Promise.all([attached, this.applyBounds(page)])
    this.page = page
    onThemeChange((scheme) => {
      const features = scheme === 'system' ? [] : [{ name: 'prefers-color-scheme', value: scheme }]
      if (!this.destroyed) page.session.send('Emulation.setEmulatedMedia', { features }).catch(() => {})
    })
    if (show) this.show()
    return page
  }

  /** A window that the page asked for and the app allowed; the page gets no handle to it. */
  private openPopup(url: string): void {
    const popup = new BrowserWindow({ webPreferences: { session: this.webContents.session } })
    this.webContents.emit('did-create-window', popup, { url })
    popup.loadURL(url).catch(() => {})
  }

  private closedByPerson(): void {
    if (this.destroyed) return
    this.emit('close', preventable({}))
    this.markClosed()
  }

  private markClosed(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.shown = false
    windows.delete(this.id)
    this.webContents.markDestroyed()
    this.emit('closed', {})
    if (windows.size === 0) lifecycle.allClosed()
  }

  private takeReport(report: WindowReport): void {
    // A page that is not on any screen yet says 0.
    if (report.width === 0 || !this.page) return
    const next = { x: report.x, y: report.y, width: report.width - this.frame.width, height: report.height - this.frame.height }
    const { reported } = this
    const resized = next.width !== reported.width || next.height !== reported.height
    const moved = next.x !== reported.x || next.y !== reported.y
    this.reported = next
    if (!this.maximized && !this.minimized) this.bounds = next
    if (resized) this.emit('resize', {})
    if (moved) this.emit('move', {})
    this.setFocused(report.focused)
  }

  private setFocused(focused: boolean): void {
    if (this.focused === focused) return
    this.focused = focused
    this.emit(focused ? 'focus' : 'blur', {})
  }

  private setState(windowState: 'normal' | 'minimized' | 'maximized'): void {
    if (this.page) void changeWindow(this.page, { windowState })
  }

  private async applyBounds(page: PageTarget): Promise<void> {
    const { x, y, width, height } = this.bounds
    await changeWindow(page, { left: x, top: y, width: width + this.frame.width, height: height + this.frame.height })
  }
}

async function changeWindow(page: PageTarget, bounds: object): Promise<void> {
  try {
    const { chromium } = await startRuntime()
    const { windowId } = await chromium.connection.browser.send('Browser.getWindowForTarget', { targetId: page.targetId })
    await chromium.connection.browser.send('Browser.setWindowBounds', { windowId, bounds })
  } catch {
    // Closed meanwhile.
  }
}

/** Width and height that Chromium's own frame takes, so that a headless page gets exactly the size that was asked for. */
async function measureFrame(page: PageTarget): Promise<{ width: number; height: number }> {
  const expression = '[outerWidth - innerWidth, outerHeight - innerHeight]'
  const { result } = await page.session.send('Runtime.evaluate', { expression, returnByValue: true })
  const [width = 0, height = 0] = result.value as number[]
  return { width, height }
}

function checkOptions(options: WindowOptions): void {
  for (const key of Object.keys(options)) {
    if (!OPTIONS.includes(key)) throw new Error(`electron.BrowserWindow option '${key}' is not in the stand-in`)
  }
  for (const [key, value] of FIXED) {
    const asked = options.webPreferences?.[key]
    if (asked !== undefined && asked !== value)
      throw new Error(`electron.BrowserWindow webPreferences.${key}: ${asked} is not in the stand-in`)
  }
}

onControl((message) => {
  if (message.standIn !== 'resize') return
  for (const window of windows.values()) window.setSize(message.width, message.height)
})

export const BrowserWindow = closed('BrowserWindow', BrowserWindowBase)
