import type { HearthBridge } from '../shared/ipc/bridge.ts'

declare global {
  interface Window {
    readonly hearth: HearthBridge
  }
}
