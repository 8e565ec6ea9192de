import { useEffect, useLayoutEffect } from 'react'
import type { RouteOutput } from '../../shared/ipc/contract.ts'
import { resolveLanguage, useLanguageStore } from '../i18n/language.ts'

type Appearance = RouteOutput<'settings.get'>['appearance']

const ROOT_PX = 16

/** Puts language, theme and zoom on the document. Without settings (locked profile) the system decides. */
export function useAppearance(appearance: Appearance | undefined, locale: string): void {
  const setLanguage = useLanguageStore((state) => state.setLanguage)
  const language = resolveLanguage(appearance?.language ?? 'auto', locale)
  const theme = appearance?.theme ?? 'system'
  const zoom = appearance?.zoom ?? 1

  useLayoutEffect(() => setLanguage(language), [language, setLanguage])
  useEffect(() => {
    const root = document.documentElement
    root.lang = language
    if (theme === 'system') delete root.dataset['theme']
    else root.dataset['theme'] = theme
    root.style.fontSize = `${ROOT_PX * zoom}px`
  }, [language, theme, zoom])
}
