import { Menu, type MenuItemConstructorOptions } from 'electron'
import type { MainTexts } from './texts.ts'

function editMenu(texts: MainTexts): MenuItemConstructorOptions {
  return {
    label: texts.edit,
    submenu: [
      { role: 'undo', label: texts.undo },
      { role: 'redo', label: texts.redo },
      { type: 'separator' },
      { role: 'cut', label: texts.cut },
      { role: 'copy', label: texts.copy },
      { role: 'paste', label: texts.paste },
      { role: 'selectAll', label: texts.selectAll }
    ]
  }
}

function viewMenu(texts: MainTexts, isPackaged: boolean): MenuItemConstructorOptions {
  const forDevelopers: MenuItemConstructorOptions[] = isPackaged
    ? []
    : [
        { role: 'reload', label: texts.reload },
        { role: 'toggleDevTools', label: texts.developerTools }
      ]
  return { label: texts.view, submenu: [...forDevelopers, { role: 'togglefullscreen', label: texts.fullScreen }] }
}

function windowMenu(texts: MainTexts): MenuItemConstructorOptions {
  return {
    label: texts.window,
    submenu: [
      { role: 'minimize', label: texts.minimize },
      { role: 'close', label: texts.close },
      { role: 'quit', label: texts.quit }
    ]
  }
}

/** The standard menus, in the person's language. Zoom is a setting of the window and has no menu entry. */
export function setMenu(texts: MainTexts, options: { isPackaged: boolean; platform: NodeJS.Platform }): void {
  const menus = [editMenu(texts), viewMenu(texts, options.isPackaged), windowMenu(texts)]
  const template = options.platform === 'darwin' ? [{ role: 'appMenu' as const }, ...menus] : menus
  Menu.setApplicationMenu(Menu.buildFromTemplate(template))
}
