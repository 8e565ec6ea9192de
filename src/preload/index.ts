import { contextBridge, ipcRenderer } from 'electron'
import { EVENT_CHANNEL, INVOKE_CHANNEL } from '../shared/ipc/bridge.ts'

/** Forwards and knows no route; main and core check everything. Shape: `HearthBridge`. */
contextBridge.exposeInMainWorld('hearth', {
  invoke: (route: unknown, input: unknown): Promise<unknown> =>
    ipcRenderer
      .invoke(INVOKE_CHANNEL, route, input)
      .catch(() => ({ ok: false, error: { code: 'INTERNAL', message: 'The app did not answer' } })),
  on: (event: unknown, listener: (data: unknown) => void): (() => void) => {
    const heard = (_event: unknown, name: unknown, data: unknown) => {
      if (name === event) listener(data)
    }
    ipcRenderer.on(EVENT_CHANNEL, heard)
    return () => void ipcRenderer.off(EVENT_CHANNEL, heard)
  }
})
