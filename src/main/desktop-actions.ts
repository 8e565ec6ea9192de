import { BrowserWindow, dialog, shell, type MessageBoxOptions, type OpenDialogOptions, type SaveDialogOptions } from 'electron'
import type { DesktopActions } from '../core/host/host-port.ts'
import { parseExternalUrl } from './external-url.ts'
import { plainFileName, readTextFile, writeTextFile } from './text-files.ts'
import type { MainTexts } from './texts.ts'

const OPEN = 0
const CANCEL = 1

/** @param texts asked anew for each dialog, since the language can change */
export function createDesktopActions(texts: () => MainTexts): DesktopActions {
  return {
    openExternal: (url) => openExternal(url, texts()),
    showFolder: async (path) => void (await shell.openPath(path)),
    chooseFile: (kind) => choose(chooserFor(kind, texts())),
    saveFile: (name, text) => saveFile(name, text, texts()),
    openFile: async () => {
      const path = await choose(memoryChooser(texts()))
      return path === null ? null : await readTextFile(path)
    }
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

function chooserFor(kind: 'certificate' | 'model-folder', texts: MainTexts): OpenDialogOptions {
  switch (kind) {
    case 'certificate':
      return {
        title: texts.chooseCertificate,
        properties: ['openFile'],
        filters: [{ name: texts.certificates, extensions: ['pem', 'crt', 'cer'] }]
      }
    case 'model-folder':
      return { title: texts.chooseModelFolder, properties: ['openDirectory'] }
  }
}

function memoryChooser(texts: MainTexts): OpenDialogOptions {
  return {
    title: texts.chooseMemoryFile,
    properties: ['openFile'],
    filters: [{ name: texts.memoryFiles, extensions: ['json', 'md', 'txt'] }]
  }
}

async function choose(options: OpenDialogOptions): Promise<string | null> {
  const parent = BrowserWindow.getFocusedWindow()
  const { filePaths } = parent ? await dialog.showOpenDialog(parent, options) : await dialog.showOpenDialog(options)
  return filePaths[0] ?? null
}

/** The page proposes a name; where it goes is the person's choice alone. */
async function saveFile(name: string, text: string, texts: MainTexts): Promise<string | null> {
  const options: SaveDialogOptions = {
    title: texts.saveFile,
    defaultPath: plainFileName(name),
    properties: ['createDirectory', 'showOverwriteConfirmation']
  }
  const parent = BrowserWindow.getFocusedWindow()
  const { canceled, filePath } = parent ? await dialog.showSaveDialog(parent, options) : await dialog.showSaveDialog(options)
  if (canceled || filePath === '') return null
  await writeTextFile(filePath, text)
  return filePath
}
