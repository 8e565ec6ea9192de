import { readFileSync } from 'node:fs'
import type { CdpSession } from './cdp.ts'
import { closed, KnownEmitter, preventable } from './closed.ts'
import { intercept } from './interception.ts'
import { ipcMain, type IpcEvent, type SenderFrame } from './ipc-main.ts'
import { decode, encode } from './page/codec.js'
import { IPC_BINDING, OPEN_BINDING, pageScripts, PRELOAD_WORLD, RECEIVE } from './page/scripts.ts'
import { appOrigin, toAppUrl, toChromiumUrl } from './schemes.ts'
import type { Session } from './session.ts'
import type { PageTarget } from './targets.ts'

const EVENTS = [
  'did-finish-load',
  'did-fail-load',
  'dom-ready',
  'did-start-loading',
  'did-navigate',
  'will-navigate',
  'will-frame-navigate',
  'will-redirect',
  'will-attach-webview',
  'did-create-window',
  'render-process-gone',
  'preload-error',
  'destroyed',
  'page-title-updated',
  'unresponsive'
]

interface OpenDetails {
  readonly url: string
  readonly frameName: string
  readonly features: string
}
type OpenHandler = (details: OpenDetails & { disposition: string }) => { action: 'deny' | 'allow' }

interface FromPreload {
  readonly type: 'invoke' | 'send' | 'window' | 'preload-error'
  readonly url: string
  readonly id: number
  readonly channel: string
  readonly args: string
  readonly message: string
}

/** What a window's page tells about itself. */
export interface WindowReport {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly focused: boolean
}

let nextId = 0

/** The page of a window. Everything that Electron does inside its renderer is done here over the debugging protocol. */
export class WebContents extends KnownEmitter {
  readonly id: number = ++nextId
  readonly session: Session
  private readonly preloadPath: string | undefined
  private page: PageTarget | null = null
  private world: number | null = null
  private openHandler: OpenHandler | null = null
  private url = ''
  private title = ''
  private zoom = 1
  private destroyed = false
  /** Addresses that the app itself asked for; Electron raises no `will-navigate` for them. */
  private expected: string[] = []
  private onReport: (report: WindowReport) => void = () => {}
  private onPopup: (url: string) => void = () => {}

  constructor(session: Session, preloadPath: string | undefined) {
    super('webContents', EVENTS)
    this.session = session
    this.preloadPath = preloadPath
  }

  get mainFrame(): SenderFrame {
    return frameOf(this.url)
  }

  getURL(): string {
    return this.url
  }

  getTitle(): string {
    return this.title
  }

  isDestroyed(): boolean {
    return this.destroyed
  }

  isLoading(): boolean {
    return this.expected.length > 0
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler
  }

  setZoomFactor(factor: number): void {
    this.zoom = factor
    this.applyZoom()
  }

  getZoomFactor(): number {
    return this.zoom
  }

  /** The whole browser is started with this policy. */
  setWebRTCIPHandlingPolicy(policy: string): void {
    if (policy !== 'disable_non_proxied_udp') throw new Error(`electron.webContents WebRTC policy '${policy}' is not in the stand-in`)
  }

  /** Sends to the preload's listeners; dropped while no document is there, as in Electron. */
  send(channel: string, ...args: unknown[]): void {
    this.post({ type: 'event', channel, args: encode(args) })
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    const { result, exceptionDetails } = await this.cdp().send('Runtime.evaluate', {
      expression: code,
      awaitPromise: true,
      returnByValue: true,
      userGesture
    })
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result.value
  }

  async loadURL(url: string): Promise<void> {
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', () => resolve()))
    this.expected.push(url)
    this.emit('did-start-loading', {})
    const { errorText } = await this.cdp().send('Page.navigate', { url: toChromiumUrl(url) })
    if (errorText !== undefined) {
      this.expected = []
      this.emit('did-fail-load', {}, -3, errorText, url, true)
      throw new Error(`${errorText} loading '${url}'`)
    }
    await loaded
  }

  reload(): void {
    this.expected.push(this.url)
    this.cdp()
      .send('Page.reload')
      .catch(() => {})
  }

  close(): void {
    this.page?.session.send('Page.close').catch(() => {})
  }

  /** Not Electron's: joins this object to a page of Chromium. */
  async attach(page: PageTarget, onReport: (report: WindowReport) => void, onPopup: (url: string) => void): Promise<void> {
    this.page = page
    this.onReport = onReport
    this.onPopup = onPopup
    const cdp = page.session
    this.listen(cdp, page)
    const scripts = pageScripts(this.preloadPath === undefined ? null : readFileSync(this.preloadPath, 'utf8'))
    await Promise.all([
      cdp.send('Page.enable'),
      cdp.send('Runtime.enable'),
      cdp.send('Inspector.enable'),
      cdp.send('Runtime.addBinding', { name: IPC_BINDING, executionContextName: PRELOAD_WORLD }),
      cdp.send('Runtime.addBinding', { name: OPEN_BINDING }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.main }),
      cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: scripts.preload, worldName: PRELOAD_WORLD }),
      intercept(cdp, {
        session: this.session,
        webContentsId: this.id,
        mainFrameId: () => page.targetId,
        mayNavigate: (url, isMainFrame, isRedirect) => this.mayNavigate(url, isMainFrame, isRedirect)
      }),
      cdp.send('Runtime.runIfWaitingForDebugger')
    ])
  }

  /** As in Electron, a page may open windows unless the app's handler denies it. Chromium's own new window is closed before it loads. */
  private announcePopup(details: OpenDetails): void {
    const url = toAppUrl(details.url)
    const answer = this.openHandler?.({ ...details, url, disposition: 'foreground-tab' }) ?? { action: 'allow' }
    if (answer.action === 'allow') this.onPopup(url)
  }

  /** Not Electron's: the page is gone. */
  markDestroyed(): void {
    if (this.destroyed) return
    this.destroyed = true
    this.world = null
    this.emit('destroyed')
  }

  private cdp(): CdpSession {
    if (!this.page || this.destroyed) throw new TypeError('Object has been destroyed')
    return this.page.session
  }

  private listen(cdp: CdpSession, page: PageTarget): void {
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      const { frameId } = context.auxData as { frameId?: string }
      if (context.name === PRELOAD_WORLD && frameId === page.targetId) this.world = context.id
    })
    cdp.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (this.world === executionContextId) this.world = null
    })
    cdp.on('Runtime.executionContextsCleared', () => (this.world = null))
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === IPC_BINDING) this.receive(JSON.parse(payload) as FromPreload)
      else if (name === OPEN_BINDING) this.announcePopup(JSON.parse(payload) as OpenDetails)
    })
    cdp.on('Page.windowOpen', ({ url, windowName, windowFeatures }) =>
      this.announcePopup({ url, frameName: windowName, features: windowFeatures.join(',') })
    )
    cdp.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return
      this.url = toAppUrl(frame.url)
      this.emit('did-navigate', {}, this.url)
    })
    cdp.on('Page.domContentEventFired', () => this.emit('dom-ready', {}))
    cdp.on('Page.loadEventFired', () => {
      this.expected = []
      this.applyZoom()
      this.emit('did-finish-load', {})
    })
    cdp.on('Inspector.targetCrashed', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }))
  }

  /** Raises the events of Electron in its order. @returns false when a listener prevented one. */
  private mayNavigate(url: string, isMainFrame: boolean, isRedirect: boolean): boolean {
    const event = () => preventable({ url, isMainFrame, frame: isMainFrame ? this.mainFrame : null, isSameDocument: false })
    if (isRedirect) {
      const redirect = event()
      this.emit('will-redirect', redirect, url, false, isMainFrame)
      return !redirect.defaultPrevented
    }
    if (isMainFrame && this.expected[0] !== undefined && sameDocument(this.expected[0], url)) {
      this.expected.shift()
      return true
    }
    const frameEvent = event()
    this.emit('will-frame-navigate', frameEvent)
    if (frameEvent.defaultPrevented || !isMainFrame) return !frameEvent.defaultPrevented
    const mainEvent = event()
    this.emit('will-navigate', mainEvent, url)
    return !mainEvent.defaultPrevented
  }

  private receive(message: FromPreload): void {
    switch (message.type) {
      case 'window':
        return this.onReport(message as unknown as WindowReport)
      case 'preload-error':
        console.error(`The preload failed: ${message.message}`)
        return void this.emit('preload-error', {}, this.preloadPath, new Error(message.message))
      case 'send':
        return void ipcMain.emit(message.channel, this.ipcEvent(message.url), ...(decode(message.args) as unknown[]))
      case 'invoke':
        return void this.answer(message)
    }
  }

  private async answer({ id, channel, args, url }: FromPreload): Promise<void> {
    try {
      const value = await ipcMain.answer(channel, this.ipcEvent(url), decode(args) as unknown[])
      this.post({ type: 'reply', id, ok: true, value: encode(value) })
    } catch (error) {
      this.post({ type: 'reply', id, ok: false, error: `Error invoking remote method '${channel}': ${String(error)}` })
    }
  }

  private ipcEvent(url: string): IpcEvent {
    return { sender: this, senderFrame: frameOf(toAppUrl(url)) }
  }

  private post(message: object): void {
    if (this.world === null || !this.page || this.destroyed) return
    this.page.session
      .send('Runtime.callFunctionOn', {
        functionDeclaration: `(text) => globalThis.${RECEIVE}(text)`,
        executionContextId: this.world,
        arguments: [{ value: JSON.stringify(message) }]
      })
      .catch(() => {})
  }

  private applyZoom(): void {
    if (this.world === null || !this.page) return
    this.page.session
      .send('Runtime.evaluate', { expression: `document.documentElement.style.zoom = '${Number(this.zoom)}'`, contextId: this.world })
      .catch(() => {})
  }
}

function frameOf(url: string): SenderFrame {
  const frame: SenderFrame = {
    url,
    origin: appOrigin(url),
    parent: null,
    get top() {
      return frame
    }
  }
  return closed('WebFrameMain', frame)
}

function sameDocument(a: string, b: string): boolean {
  return toChromiumUrl(a).split('#')[0] === toChromiumUrl(b).split('#')[0]
}

export function createWebContents(session: Session, preloadPath: string | undefined): WebContents {
  return closed('webContents', new WebContents(session, preloadPath))
}
