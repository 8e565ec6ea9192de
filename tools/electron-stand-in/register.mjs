// `node --import tools/electron-stand-in/register.mjs out/main/index.js` runs the built app with the stand-in in the place of Electron.
import { enableCompileCache, registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

// Compiled code is kept between starts, as in the command-line programs. Only what is loaded from here on profits, hence the import below.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('../../node_modules/.cache/hearth', import.meta.url))
enableCompileCache(process.env['NODE_COMPILE_CACHE'])
const { headless, startRuntime } = await import('./runtime.ts')

const standIn = new URL('./electron.ts', import.meta.url).href

registerHooks({
  resolve(specifier, context, next) {
    return specifier === 'electron' || specifier === 'electron/main' ? { url: standIn, shortCircuit: true } : next(specifier, context)
  }
})

// Chromium starts while Node still loads the app. A visible one waits until the app wants it: it would flash up when a second start gives
// way to the first. Worker threads run this file too and must not start one of their own: it would keep them, and the app, from ending.
if (headless && isMainThread) void startRuntime()
