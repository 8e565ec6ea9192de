import { closed, KnownEmitter } from './closed.ts'

type ThemeSource = 'system' | 'light' | 'dark'
type ThemeListener = (source: ThemeSource) => void

const listeners: ThemeListener[] = []

class NativeTheme extends KnownEmitter {
  private source: ThemeSource = 'system'

  constructor() {
    super('nativeTheme', ['updated'])
  }

  get themeSource(): ThemeSource {
    return this.source
  }

  set themeSource(source: ThemeSource) {
    if (source === this.source) return
    this.source = source
    for (const listener of listeners) listener(source)
    this.emit('updated', {})
  }

  /** The system's own theme is not known here: light. */
  get shouldUseDarkColors(): boolean {
    return this.source === 'dark'
  }
}

export const nativeTheme = closed('nativeTheme', new NativeTheme())

/** Not Electron's: windows follow the theme; called at once with the present one. */
export function onThemeChange(listener: ThemeListener): void {
  listeners.push(listener)
  listener(nativeTheme.themeSource)
}
