import { create } from 'zustand'

export type Language = 'zh' | 'en'

/** Texts of one part of the window in both languages; complete by type. */
export interface Catalogue<T> {
  readonly zh: T
  readonly en: T
}

/** The language of the window. `auto` follows the system: Chinese for any Chinese locale, English for the rest. */
export function resolveLanguage(setting: 'auto' | Language, locale: string): Language {
  if (setting !== 'auto') return setting
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en'
}

interface LanguageState {
  readonly language: Language
  readonly setLanguage: (language: Language) => void
}

export const useLanguageStore = create<LanguageState>((set) => ({
  language: resolveLanguage('auto', typeof navigator === 'undefined' ? 'zh' : navigator.language),
  setLanguage: (language) => set({ language })
}))

export function useLanguage(): Language {
  return useLanguageStore((state) => state.language)
}

/** The texts of a catalogue in the language of the window. */
export function useCatalogue<T>(catalogue: Catalogue<T>): T {
  return catalogue[useLanguage()]
}
