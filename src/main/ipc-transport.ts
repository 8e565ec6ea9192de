import { BrowserWindow, ipcMain, type IpcMainInvokeEvent } from 'electron'
import type { CoreHost } from '../core/host/host-port.ts'
import { AppError, fail } from '../core/kernel/app-error.ts'
import type { Logger } from '../core/kernel/logger.ts'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from '../shared/ipc/bridge.ts'
import type { Route } from '../shared/ipc/contract.ts'
import type { Result } from '../shared/model/errors.ts'
import { isAppUrl } from './app-origin.ts'
import { jsonBytes } from './json-size.ts'

/** Largest input of a route, in bytes of JSON. */
export const MAX_INPUT_BYTES = 8 * 1024 * 1024
/** A whole memory goes through these. */
const MAX_FILE_BYTES = 256 * 1024 * 1024
const WHOLE_FILES: readonly string[] = ['memory.import', 'shell.saveFile'] satisfies Route[]

/** Only the main frame of one of our windows, while it shows our own page. */
function isOurs(event: IpcMainInvokeEvent): boolean {
  const frame = event.senderFrame
  return frame !== null && frame.parent === null && isAppUrl(frame.url) && BrowserWindow.fromWebContents(event.sender) !== null
}

function checkInput(route: string, input: unknown): void {
  const limitBytes = WHOLE_FILES.includes(route) ? MAX_FILE_BYTES : MAX_INPUT_BYTES
  const bytes = jsonBytes(input, limitBytes)
  if (bytes === null) throw new AppError('INVALID_INPUT', 'The input is not JSON')
  if (bytes > limitBytes) throw new AppError('INVALID_INPUT', 'The input is too large', { limitBytes })
}

async function answer(host: CoreHost, logger: Logger, event: IpcMainInvokeEvent, route: unknown, input: unknown): Promise<Result<unknown>> {
  try {
    if (!isOurs(event)) {
      logger.warn('ipc.stranger')
      throw new AppError('INVALID_INPUT', 'This page may not ask')
    }
    if (typeof route !== 'string' || route.length > 100) throw new AppError('UNKNOWN_ROUTE', 'No such route')
    checkInput(route, input)
    return await host.call(route, input)
  } catch (error) {
    return fail(error)
  }
}

/** Joins the windows to the core: routes inwards, events outwards to every window that shows our page. */
export function connectIpc(host: CoreHost, logger: Logger): void {
  ipcMain.handle(INVOKE_CHANNEL, (event, route: unknown, input: unknown) => answer(host, logger, event, route, input))
  host.onEvent((name, data) => {
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      if (isAppUrl(webContents.getURL())) webContents.send(EVENT_CHANNEL, name, data)
    }
  })
}
