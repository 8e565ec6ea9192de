import { launchChromium, type Chromium } from './chromium.ts'
import { tell } from './control.ts'
import { localeOf } from './locale.ts'
import { Targets } from './targets.ts'

export interface Runtime {
  readonly chromium: Chromium
  readonly targets: Targets
}

export const headless = process.env['HEARTH_STANDIN_HEADLESS'] === '1'

let running: Promise<Runtime> | null = null
let chromium: Chromium | null = null

/** Starts Chromium once; later calls get the same one. Rejects when there is no Chromium or it does not start. */
export function startRuntime(): Promise<Runtime> {
  if (running === null) {
    running = start()
    // Whoever waits for it hears of a failure; nobody may be waiting yet.
    running.catch(() => {})
  }
  return running
}

async function start(): Promise<Runtime> {
  const port = process.env['HEARTH_STANDIN_PORT'] ?? ''
  const launched = launchChromium({ headless, port: port === '' ? null : Number(port), locale: localeOf(process.env) })
  chromium = launched
  const targets = new Targets(launched)
  const exitedEarly = launched.exited.then(() => {
    throw new Error('it ended before it opened a window')
  })
  await Promise.race([targets.start(), exitedEarly])
  if (port !== '') tell({ standIn: 'endpoint', url: await launched.debuggerUrl() })
  return { chromium: launched, targets }
}

/** Ends Chromium and removes what it kept. Works at any time, also twice. */
export function disposeRuntime(): void {
  chromium?.dispose()
  chromium = null
}

process.on('exit', disposeRuntime)
