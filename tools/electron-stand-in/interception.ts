import type { CdpSession, Protocol } from './cdp.ts'
import { toAppUrl } from './schemes.ts'
import type { Session } from './session.ts'

type Paused = Protocol.Fetch.requestPausedPayload

/** Decides about a document that is about to load. @returns false to leave everything as it is. */
export type NavigationGuard = (url: string, isMainFrame: boolean, isRedirect: boolean) => boolean

export interface InterceptionOptions {
  readonly session: Session
  readonly webContentsId: number
  readonly mainFrameId: () => string
  readonly mayNavigate: NavigationGuard
}

/** Every request of a page stops here: navigation guards, `webRequest`, then the app's own protocol or the network. */
export function intercept(target: CdpSession, options: InterceptionOptions): Promise<unknown> {
  target.on('Fetch.requestPaused', (paused) => {
    // A page that closes meanwhile takes its requests along.
    decide(target, paused, options).catch(() => {})
  })
  return target.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] })
}

async function decide(target: CdpSession, paused: Paused, options: InterceptionOptions): Promise<void> {
  const { requestId, request } = paused
  const url = toAppUrl(request.url)
  const fail = (errorReason: Protocol.Network.ErrorReason) => target.send('Fetch.failRequest', { requestId, errorReason })

  // ABORTED leaves the old document in place; BLOCKED would show Chromium's error page, as `webRequest` does in Electron.
  if (paused.resourceType === 'Document') {
    const isMainFrame = paused.frameId === options.mainFrameId()
    if (!options.mayNavigate(url, isMainFrame, paused.redirectedRequestId !== undefined)) return void (await fail('Aborted'))
  }
  const details = {
    id: Number.parseInt(requestId.replaceAll(/\D/g, ''), 10) || 0,
    url,
    method: request.method,
    resourceType: electronType(paused.resourceType, paused.frameId === options.mainFrameId()),
    webContentsId: options.webContentsId
  }
  const answer = await options.session.webRequest.askBefore(details)
  if (answer.cancel) return void (await fail('BlockedByClient'))
  if (answer.redirectURL !== undefined) throw new Error('electron.webRequest redirectURL is not in the stand-in')
  const handler = options.session.protocol.handlerOf(url)
  if (!handler) return void (await target.send('Fetch.continueRequest', { requestId }))

  const response = await runHandler(handler, url, request)
  const headers: Record<string, string[]> = {}
  for (const [name, value] of response.headers) headers[name] = [...(headers[name] ?? []), value]
  const changed = await options.session.webRequest.askHeaders({ ...details, statusCode: response.status, responseHeaders: headers })
  if (changed.cancel) return void (await fail('BlockedByClient'))
  await target.send('Fetch.fulfillRequest', {
    requestId,
    responseCode: response.status,
    responseHeaders: flatten(changed.responseHeaders ?? headers),
    body: Buffer.from(await response.arrayBuffer()).toString('base64')
  })
}

async function runHandler(handler: (request: Request) => Response | Promise<Response>, url: string, request: Paused['request']) {
  const init: RequestInit = { method: request.method, headers: request.headers }
  if (request.postData !== undefined && request.method !== 'GET' && request.method !== 'HEAD') init.body = request.postData
  try {
    return await handler(new Request(url, init))
  } catch (error) {
    console.error(`protocol.handle failed: ${String(error)}`)
    return new Response('', { status: 500 })
  }
}

function flatten(headers: Record<string, string | string[]>): { name: string; value: string }[] {
  return Object.entries(headers).flatMap(([name, values]) => [values].flat().map((value) => ({ name, value })))
}

const TYPES: Readonly<Partial<Record<Protocol.Network.ResourceType, string>>> = {
  Stylesheet: 'stylesheet',
  Script: 'script',
  Image: 'image',
  Font: 'font',
  XHR: 'xhr',
  Fetch: 'xhr',
  Ping: 'ping',
  Media: 'media',
  CSPViolationReport: 'cspReport',
  WebSocket: 'webSocket'
}

function electronType(type: Protocol.Network.ResourceType, isMainFrame: boolean): string {
  if (type === 'Document') return isMainFrame ? 'mainFrame' : 'subFrame'
  return TYPES[type] ?? 'other'
}
