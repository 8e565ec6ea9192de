import { BrowserWindow, dialog, shell, type MessageBoxOptions, type OpenDialogOptions } from 'electron'
import type { DesktopActions } from '../core/host/host-port.ts'
import { parseExternalUrl } from './external-url.ts'
import type { MainTexts } from './texts.ts'

const OPEN = 0
const CANCEL = 1

/** @param texts asked anew for each dialog, since the language can change */
export function createDesktopActions(texts: () => MainTexts): DesktopActions {
  return {
    openExternal: (url) => openExternal(url, texts()),
    showFolder: async (path) => void (await shell.openPath(path)),
    chooseFile: () => chooseCertificate(texts())
  }
}

/** Shows host and whole address first; nothing opens without a yes. */
async function openExternal(text: string, texts: MainTexts): Promise<boolean> {
  const url = parseExternalUrl(text)
  if (url === null) return false
  const options: MessageBoxOptions = {
    type: 'question',
    message: texts.openTitle(url.host),
    detail: url.href,
    buttons: [texts.open, texts.cancel],
    defaultId: CANCEL,
    cancelId: CANCEL,
    noLink: true
  }
  const parent = BrowserWindow.getFocusedWindow()
  const { response } = parent ? await dialog.showMessageBox(parent, options) : await dialog.showMessageBox(options)
  if (response !== OPEN) return false
  await shell.openExternal(url.href)
  return true
}

async function chooseCertificate(texts: MainTexts): Promise<string | null> {
  const options: OpenDialogOptions = {
    title: texts.chooseCertificate,
    properties: ['openFile'],
    filters: [{ name: texts.certificates, extensions: ['pem', 'crt', 'cer'] }]
  }
  const parent = BrowserWindow.getFocusedWindow()
  const { filePaths } = parent ? await dialog.showOpenDialog(parent, options) : await dialog.showOpenDialog(options)
  return filePaths[0] ?? null
}
