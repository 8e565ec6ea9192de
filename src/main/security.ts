import type { Session, WebContents } from 'electron'
import { APP_SCHEME, isAppUrl } from './app-origin.ts'

/** The one thing a page may do without being asked: put text into the clipboard, from our own main frame. */
function mayUse(permission: string, origin: string, isMainFrame: boolean): boolean {
  return permission === 'clipboard-sanitized-write' && isMainFrame && isAppUrl(origin)
}

/** No permission, no device, no network, no download, no dictionary for any page of this session. */
export function guardSession(session: Session): void {
  session.setPermissionRequestHandler((_contents, permission, answer, details) =>
    answer(mayUse(permission, details.requestingUrl, details.isMainFrame))
  )
  session.setPermissionCheckHandler((_contents, permission, origin, details) => mayUse(permission, origin, details.isMainFrame))
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => answer({}))
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest((details, answer) => answer({ cancel: !isOwnRequest(details.url) }))
}

/** Our files, and pictures that the window itself made in memory. */
function isOwnRequest(url: string): boolean {
  return isAppUrl(url) || url.startsWith(`blob:${APP_SCHEME}://`)
}

/** A window shows our page and nothing else, however it is asked. */
export function guardContents(contents: WebContents): void {
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-navigate', (event) => {
    if (!isAppUrl(event.url)) event.preventDefault()
  })
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}
