import type { Protocol as Cdp, CdpSession } from './cdp.ts'
import { closed, KnownEmitter, preventable } from './closed.ts'
import { Protocol, closedProtocol } from './protocol.ts'
import { createWebRequest, type WebRequest } from './web-request.ts'

type CheckHandler = (contents: unknown, permission: string, origin: string, details: object) => boolean
type RequestHandler = (contents: unknown, permission: string, callback: (granted: boolean) => void, details: object) => void
type SimpleHandler = (...args: never[]) => unknown

/** Electron's permission and the names that Chromium's protocol has for it. */
const PERMISSIONS: readonly (readonly [electron: string, chromium: readonly string[]])[] = [
  ['clipboard-read', ['clipboard-read']],
  ['clipboard-sanitized-write', ['clipboard-write']],
  ['geolocation', ['geolocation']],
  ['media', ['camera', 'microphone']],
  ['midi', ['midi']],
  ['notifications', ['notifications']],
  ['idle-detection', ['idle-detection']],
  ['display-capture', ['display-capture']],
  ['window-management', ['window-management']],
  ['keyboardLock', ['keyboard-lock']],
  ['pointerLock', ['pointer-lock']],
  ['storage-access', ['storage-access']],
  ['local-fonts', ['local-fonts']]
]

/** One partition. All windows of the stand-in share one browser profile in memory, so only one partition can carry pages. */
export class Session extends KnownEmitter {
  readonly partition: string
  readonly protocol: Protocol = closedProtocol(new Protocol())
  readonly webRequest: WebRequest = createWebRequest()
  private check: CheckHandler | null = null
  private request: RequestHandler | null = null
  private spellChecker = true

  constructor(partition: string) {
    super('session', ['will-download'])
    this.partition = partition
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.check = handler
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.request = handler
  }

  /** The stand-in offers no devices, so there is nothing to ask the handler. */
  setDevicePermissionHandler(_handler: SimpleHandler | null): void {}

  /** Asked through the permission `display-capture` instead. */
  setDisplayMediaRequestHandler(_handler: SimpleHandler | null): void {}

  setSpellCheckerEnabled(enabled: boolean): void {
    this.spellChecker = enabled
  }

  isSpellCheckerEnabled(): boolean {
    return this.spellChecker
  }

  isPersistent(): boolean {
    return false
  }

  async clearStorageData(): Promise<void> {}

  async clearCache(): Promise<void> {}

  /**
   * Not Electron's: asks the app's handlers once about every permission and tells Chromium the answers. A visible window has a profile that
   * cannot be told; it was started with everything denied.
   */
  async applyPermissions(browser: CdpSession, contents: unknown, origin: string, browserContextId: string | undefined): Promise<void> {
    const decided = PERMISSIONS.map(async ([permission, names]) => {
      const granted = await this.decide(contents, permission, origin)
      await Promise.all(names.map((name) => setPermission(browser, name, granted, browserContextId)))
    })
    await Promise.all(decided)
  }

  private async decide(contents: unknown, permission: string, origin: string): Promise<boolean> {
    const { check, request } = this
    const details = { requestingUrl: `${origin}/`, isMainFrame: true, mediaTypes: ['audio', 'video'], securityOrigin: `${origin}/` }
    if (check && !check(contents, permission, origin, details)) return false
    if (!request) return true
    return new Promise((resolve) => request(contents, permission, resolve, details))
  }

  /** Not Electron's: a download began; the stand-in stores none, whatever the app says. */
  announceDownload(url: string): void {
    this.emit('will-download', preventable({}), { getURL: () => url, getFilename: () => '', cancel: () => {} })
  }
}

async function setPermission(browser: CdpSession, name: string, granted: boolean, browserContextId: string | undefined): Promise<void> {
  const params: Cdp.Browser.setPermissionParameters = {
    permission: name === 'clipboard-write' ? { name, allowWithoutSanitization: false } : { name },
    setting: granted ? 'granted' : 'denied',
    ...(browserContextId === undefined ? {} : { browserContextId })
  }
  // Which names exist changes with Chromium's version; one that it does not know cannot be asked for either.
  await browser.send('Browser.setPermission', params).catch(() => {})
}

const sessions = new Map<string, Session>()

export function fromPartition(partition: string, _options?: { cache?: boolean }): Session {
  if (partition.startsWith('persist:')) throw new Error('The stand-in stores nothing: persistent partitions are not in it')
  const existing = sessions.get(partition)
  if (existing) return existing
  const made = closed('session', new Session(partition))
  sessions.set(partition, made)
  return made
}

export const defaultSession = fromPartition('')
