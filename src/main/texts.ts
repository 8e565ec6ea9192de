/** What the shell itself says; the window has its own catalogue. */
export interface MainTexts {
  readonly edit: string
  readonly view: string
  readonly window: string
  readonly undo: string
  readonly redo: string
  readonly cut: string
  readonly copy: string
  readonly paste: string
  readonly selectAll: string
  readonly reload: string
  readonly fullScreen: string
  readonly developerTools: string
  readonly minimize: string
  readonly close: string
  readonly quit: string
  readonly openTitle: (host: string) => string
  readonly open: string
  readonly cancel: string
  readonly chooseCertificate: string
  readonly certificates: string
  readonly chooseModelFolder: string
  readonly chooseMemoryFile: string
  readonly memoryFiles: string
  readonly saveFile: string
  readonly startFailed: string
  readonly profileUnusable: string
}

const en: MainTexts = {
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  selectAll: 'Select all',
  reload: 'Reload',
  fullScreen: 'Full screen',
  developerTools: 'Developer tools',
  minimize: 'Minimize',
  close: 'Close window',
  quit: 'Quit Hearth',
  openTitle: (host) => `Open ${host} in your browser?`,
  open: 'Open',
  cancel: 'Cancel',
  chooseCertificate: 'Choose a certificate',
  certificates: 'Certificates',
  chooseModelFolder: 'Choose the folder of a model',
  chooseMemoryFile: 'Choose a file with memories',
  memoryFiles: 'Memories (JSON, Markdown)',
  saveFile: 'Save',
  startFailed: 'Hearth could not start',
  profileUnusable: 'Its data folder cannot be used. Check that it exists and that you may write there.'
}

const zh: MainTexts = {
  edit: '编辑',
  view: '显示',
  window: '窗口',
  undo: '撤销',
  redo: '重做',
  cut: '剪切',
  copy: '复制',
  paste: '粘贴',
  selectAll: '全选',
  reload: '重新载入',
  fullScreen: '全屏',
  developerTools: '开发者工具',
  minimize: '最小化',
  close: '关闭窗口',
  quit: '退出 Hearth',
  openTitle: (host) => `在浏览器中打开 ${host}？`,
  open: '打开',
  cancel: '取消',
  chooseCertificate: '选择证书',
  certificates: '证书',
  chooseModelFolder: '选择模型文件夹',
  chooseMemoryFile: '选择记忆文件',
  memoryFiles: '记忆（JSON、Markdown）',
  saveFile: '保存',
  startFailed: 'Hearth 没能启动',
  profileUnusable: '数据文件夹无法使用。请检查它是否存在、是否可写。'
}

export type Language = 'auto' | 'zh' | 'en'

/** @param locale language tag of the system, used for `auto` */
export function mainTexts(language: Language, locale: string): MainTexts {
  const chosen = language === 'auto' ? locale.toLowerCase().split('-')[0] : language
  return chosen === 'zh' ? zh : en
}
