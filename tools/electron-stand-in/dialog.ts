import { createInterface } from 'node:readline/promises'
import { closed } from './closed.ts'
import { askControl, underControl } from './control.ts'

interface MessageBoxOptions {
  readonly message: string
  readonly detail?: string
  readonly buttons?: readonly string[]
  readonly cancelId?: number
  readonly defaultId?: number
}
interface MessageBoxResult {
  readonly response: number
  readonly checkboxChecked: boolean
}
interface OpenDialogResult {
  readonly canceled: boolean
  readonly filePaths: string[]
}

interface SaveDialogResult {
  readonly canceled: boolean
  readonly filePath: string
}

const REFUSED_FILE: OpenDialogResult = { canceled: true, filePaths: [] }

/** The window that a dialog belongs to comes first and may be left out. */
function optionsOf<T extends object>(args: readonly object[]): T {
  return args[args.length - 1] as T
}

async function askTerminal(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return null
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

async function messageInTerminal({ message, detail, buttons = ['OK'], cancelId }: MessageBoxOptions): Promise<number> {
  const refused = cancelId ?? buttons.length - 1
  const choices = buttons.map((button, index) => `${index + 1} ${button}`).join('  ')
  const answer = await askTerminal(`\n${message}\n${detail ?? ''}\n${choices}: `)
  const chosen = Number(answer) - 1
  return answer !== null && buttons[chosen] !== undefined ? chosen : refused
}

/** A test answers, else the person in the terminal, else the answer is no. */
async function showMessageBox(...args: object[]): Promise<MessageBoxResult> {
  const options = optionsOf<MessageBoxOptions>(args)
  const response = underControl() ? Number(await askControl('message', options)) : await messageInTerminal(options)
  return { response, checkboxChecked: false }
}

async function askPath(kind: 'open' | 'save', options: { readonly title?: string }): Promise<string | null> {
  const path = underControl() ? await askControl(kind, options) : await askTerminal(`\n${options.title ?? 'File'} (path, empty for none): `)
  return typeof path === 'string' && path.trim() !== '' ? path.trim() : null
}

async function showOpenDialog(...args: object[]): Promise<OpenDialogResult> {
  const path = await askPath('open', optionsOf<{ title?: string }>(args))
  return path === null ? REFUSED_FILE : { canceled: false, filePaths: [path] }
}

async function showSaveDialog(...args: object[]): Promise<SaveDialogResult> {
  const path = await askPath('save', optionsOf<{ title?: string }>(args))
  return { canceled: path === null, filePath: path ?? '' }
}

function showErrorBox(title: string, content: string): void {
  console.error(`${title}\n${content}`)
}

export const dialog = closed('dialog', { showMessageBox, showOpenDialog, showSaveDialog, showErrorBox })
