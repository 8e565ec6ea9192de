import { spawn } from 'node:child_process'
import { closed } from './closed.ts'
import { tell, underControl } from './control.ts'

const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ['open'],
  win32: ['explorer.exe'],
  linux: ['xdg-open']
}

/** Never under a test or without a screen. */
function openWithSystem(what: string): void {
  const opener = OPENERS[process.platform]?.[0]
  if (underControl() || process.env['HEARTH_STANDIN_HEADLESS'] === '1' || opener === undefined) return
  const child = spawn(opener, [what], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}

async function openExternal(url: string): Promise<void> {
  tell({ standIn: 'external', url })
  if (!underControl()) console.error(`Open in the system's browser: ${url}`)
  openWithSystem(url)
}

async function openPath(path: string): Promise<string> {
  tell({ standIn: 'folder', path })
  openWithSystem(path)
  return ''
}

export const shell = closed('shell', { openExternal, openPath })
