import { launchChromium, type Chromium } from './chromium.ts'
import { Targets } from './targets.ts'
import { tell } from './control.ts'

export interface Runtime {
  readonly chromium: Chromium
  readonly targets: Targets
}

let running: Promise<Runtime> | null = null
let chromium: Chromium | null = null

/** Starts Chromium once; later calls get the same one. */
export function startRuntime(locale: string): Promise<Runtime> {
  running ??= start(locale)
  return running
}

/** The running Chromium. @throws before `app` is ready, as Electron does when a window is made too early. */
export function runtime(): Promise<Runtime> {
  if (running === null) throw new Error('Cannot create BrowserWindow before app is ready')
  return running
}

async function start(locale: string): Promise<Runtime> {
  const port = process.env['HEARTH_STANDIN_PORT']
  chromium = launchChromium({
    headless: process.env['HEARTH_STANDIN_HEADLESS'] === '1',
    port: port === undefined || port === '' ? null : Number(port),
    locale
  })
  const targets = new Targets(chromium)
  const exitedEarly = chromium.exited.then(() => {
    throw new Error('Chromium ended before it opened a window')
  })
  await Promise.race([targets.start(), exitedEarly])
  if (port !== undefined && port !== '') tell({ standIn: 'endpoint', url: await chromium.debuggerUrl() })
  return { chromium, targets }
}

/** Ends Chromium and removes what it kept. Works at any time, also twice. */
export function disposeRuntime(): void {
  chromium?.dispose()
  chromium = null
}
