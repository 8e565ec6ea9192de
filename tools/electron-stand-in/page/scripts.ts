import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

export const PRELOAD_WORLD = 'electron-preload'
/** Binding of the preload's world; page scripts cannot see it. */
export const IPC_BINDING = 'hearthStandInIpc'
/** Binding of the page's world, taken away before page scripts run. */
export const OPEN_BINDING = 'hearthStandInOpen'
/** Function in the preload's world that receives what main sends. */
export const RECEIVE = 'hearthStandInReceive'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').replaceAll(/^export /gm, '')
const codec = read('./codec.js')
const peer = read('./peer.js')

/** The two first scripts of every document, one per world, joined by a secret that changes with every window. */
export function pageScripts(preloadSource: string | null): { main: string; preload: string } {
  const token = JSON.stringify(randomUUID())
  const main = `(() => { ${peer}\n${read('./main-world.js')}
    const reportOpen = window.${OPEN_BINDING}; delete window.${OPEN_BINDING}
    startMainWorld(createPeer(${token}, ':page', ':preload'), reportOpen) })()`
  const preload = `(() => { if (window !== window.top) return
    ${codec}\n${peer}\n${read('./preload-world.js')}
    const post = (message) => ${IPC_BINDING}(JSON.stringify({ ...message, url: location.href }))
    const receive = (listener) => { globalThis.${RECEIVE} = (text) => listener(JSON.parse(text)) }
    const run = (require, module, exports, process) => { ${preloadSource ?? ''}\n }
    startPreloadWorld(createPeer(${token}, ':preload', ':page'), post, { encode, decode }, receive, run, ${JSON.stringify(process.platform)}) })()`
  return { main, preload }
}
