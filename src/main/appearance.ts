import { app, BrowserWindow, nativeTheme } from 'electron'
import type { CoreHost } from '../core/host/host-port.ts'
import { settingsSchema } from '../shared/model/settings.ts'
import { setMenu } from './menu.ts'
import { mainTexts, type Language, type MainTexts } from './texts.ts'
import { groundColor } from './window.ts'

/**
 * Keeps menu, dialogs and the frame in the language and theme of the settings, once the profile is open.
 * @returns the texts in the present language
 */
export function followAppearance(host: CoreHost): () => MainTexts {
  let language: Language = 'auto'
  const texts = () => mainTexts(language, app.getLocale())
  const showMenu = () => setMenu(texts(), { isPackaged: app.isPackaged, platform: process.platform })
  const refresh = async () => {
    const result = await host.call('settings.get', {})
    const settings = result.ok ? settingsSchema.safeParse(result.value) : null
    if (!settings?.success) return
    const { appearance } = settings.data
    nativeTheme.themeSource = appearance.theme
    if (appearance.language === language) return
    language = appearance.language
    showMenu()
  }
  host.onEvent((name, data) => {
    if (name === 'data.changed' && 'what' in data && data.what === 'settings') void refresh()
    if (name === 'shell.state' && 'state' in data && data.state === 'ready') void refresh()
  })
  nativeTheme.on('updated', () => {
    for (const window of BrowserWindow.getAllWindows()) window.setBackgroundColor(groundColor())
  })
  showMenu()
  return texts
}
