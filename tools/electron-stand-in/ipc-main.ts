import { EventEmitter } from 'node:events'
import { closed } from './closed.ts'

export interface SenderFrame {
  readonly url: string
  readonly origin: string
  readonly parent: null
  readonly top: SenderFrame
}

export interface IpcEvent {
  readonly sender: object
  readonly senderFrame: SenderFrame | null
}

type InvokeHandler = (event: IpcEvent, ...args: unknown[]) => unknown

class IpcMain extends EventEmitter {
  private readonly handlers = new Map<string, InvokeHandler>()

  handle(channel: string, handler: InvokeHandler): void {
    if (this.handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`)
    this.handlers.set(channel, handler)
  }

  handleOnce(channel: string, handler: InvokeHandler): void {
    this.handle(channel, (event, ...args) => {
      this.handlers.delete(channel)
      return handler(event, ...args)
    })
  }

  removeHandler(channel: string): void {
    this.handlers.delete(channel)
  }

  /** Not Electron's: runs the handler of an `invoke`. */
  async answer(channel: string, event: IpcEvent, args: unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel)
    if (!handler) throw new Error(`No handler registered for '${channel}'`)
    return handler(event, ...args)
  }
}

export const ipcMain = closed('ipcMain', new IpcMain())
