import { closed } from './closed.ts'

interface MenuItem {
  readonly label?: string
  readonly role?: string
  readonly type?: string
  readonly submenu?: readonly MenuItem[]
  readonly click?: () => void
}

/** Menus are only checked and kept: Chromium's application window has none, and its own keys already copy, paste and zoom. */
const ROLES = new Set([
  'undo',
  'redo',
  'cut',
  'copy',
  'paste',
  'pasteAndMatchStyle',
  'delete',
  'selectAll',
  'reload',
  'toggleDevTools',
  'resetZoom',
  'zoomIn',
  'zoomOut',
  'togglefullscreen',
  'minimize',
  'zoom',
  'front',
  'close',
  'quit',
  'about',
  'hide',
  'hideOthers',
  'unhide',
  'services',
  'appMenu',
  'fileMenu',
  'editMenu',
  'viewMenu',
  'windowMenu',
  'help',
  'window'
])

function check(items: readonly MenuItem[]): void {
  for (const item of items) {
    if (item.role !== undefined && !ROLES.has(item.role)) throw new Error(`electron.Menu role '${item.role}' is not in the stand-in`)
    if (item.submenu) check(item.submenu)
  }
}

class MenuBase {
  readonly items: readonly MenuItem[]

  constructor(items: readonly MenuItem[]) {
    this.items = items
  }

  static buildFromTemplate(template: readonly MenuItem[]): MenuBase {
    check(template)
    return closed('Menu', new MenuBase(template))
  }

  static setApplicationMenu(menu: MenuBase | null): void {
    current = menu
  }

  static getApplicationMenu(): MenuBase | null {
    return current
  }
}

let current: MenuBase | null = null

export const Menu = closed('Menu', MenuBase)
