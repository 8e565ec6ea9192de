import type { CdpSession, Protocol } from './cdp.ts'
import type { Chromium } from './chromium.ts'

export interface PageTarget {
  readonly targetId: string
  readonly sessionId: string
  readonly session: CdpSession
}

type Attached = Protocol.Target.attachedToTargetPayload

/**
 * Hands out browser windows and closes every page that the app did not ask for: what a link to a new window, a middle click or Ctrl+N
 * would bring. Such pages are attached before they load anything and never run.
 */
export class Targets {
  private readonly chromium: Chromium
  /** Profile in memory for windows that nobody sees. */
  contextId: string | undefined
  /** A window made before the app asks: a visible Chromium's first, the only one without tabs and address bar; else just an early one. */
  private spare: PageTarget | undefined
  private creating = 0
  private held: PageTarget[] = []
  private readonly onClosed = new Map<string, () => void>()

  constructor(chromium: Chromium) {
    this.chromium = chromium
  }

  async start(): Promise<void> {
    const { browser } = this.chromium.connection
    const first = Promise.withResolvers<void>()
    let expectSpare = !this.chromium.headless
    browser.on('Target.attachedToTarget', (event) => {
      const page = this.pageOf(event)
      if (expectSpare) {
        expectSpare = false
        this.spare = page
        first.resolve()
      } else if (event.targetInfo.openerId === undefined && this.creating > 0) this.held.push(page)
      else this.close(page.targetId)
    })
    browser.on('Target.detachedFromTarget', ({ sessionId }) => {
      this.chromium.connection.forget(sessionId)
      this.onClosed.get(sessionId)?.()
      this.onClosed.delete(sessionId)
    })
    await browser.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }]
    })
    if (!this.chromium.headless) return first.promise
    this.contextId = (await browser.send('Target.createBrowserContext', {})).browserContextId
    this.spare = await this.create()
  }

  /** A window of its own. */
  async open(onClosed: () => void): Promise<PageTarget> {
    const page = this.spare ?? (await this.create())
    if (page === this.spare) this.spare = undefined
    this.onClosed.set(page.sessionId, onClosed)
    return page
  }

  close(targetId: string): void {
    this.chromium.connection.browser.send('Target.closeTarget', { targetId }).catch(() => {})
  }

  private async create(): Promise<PageTarget> {
    this.creating += 1
    const { targetId } = await this.chromium.connection.browser
      .send('Target.createTarget', {
        url: 'about:blank',
        newWindow: true,
        ...(this.contextId === undefined ? {} : { browserContextId: this.contextId })
      })
      .finally(() => (this.creating -= 1))
    const page = this.held.find((candidate) => candidate.targetId === targetId)
    if (!page) throw new Error('Chromium made a window that never appeared')
    this.held = this.held.filter((candidate) => candidate !== page)
    if (this.creating === 0) for (const stranger of this.held.splice(0)) this.close(stranger.targetId)
    return page
  }

  private pageOf({ sessionId, targetInfo }: Attached): PageTarget {
    const { targetId } = targetInfo
    return { targetId, sessionId, session: this.chromium.connection.session(sessionId) }
  }
}
