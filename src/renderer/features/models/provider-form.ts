import type { Preset, Provider, ProviderDraft } from '../../../shared/model/provider.ts'

/** A provider as it is being typed. Empty text means "the preset's". */
export interface ProviderForm {
  readonly id: string
  readonly preset: Preset['preset']
  readonly name: string
  readonly baseUrl: string
  readonly model: string
  readonly declaredRemote: boolean
  readonly contextWindow: string
}

export type FormField = 'baseUrl' | 'contextWindow'

const WINDOW_MIN = 512
const WINDOW_MAX = 10_000_000

/** The preset's own name as id where it is free, else with the next number. */
export function freeId(preset: string, taken: readonly string[]): string {
  if (!taken.includes(preset)) return preset
  let number = 2
  while (taken.includes(`${preset}-${number}`)) number += 1
  return `${preset}-${number}`
}

export function formOfPreset(preset: Preset, taken: readonly string[]): ProviderForm {
  const { baseUrl, model } = preset
  return { id: freeId(preset.preset, taken), preset: preset.preset, name: '', baseUrl, model, declaredRemote: false, contextWindow: '' }
}

export function formOfProvider(provider: Provider): ProviderForm {
  const { id, preset, name, baseUrl, model } = provider
  return {
    id,
    preset,
    name,
    baseUrl,
    model,
    declaredRemote: provider.destination === 'remote' && looksLoopback(baseUrl),
    contextWindow: String(provider.contextWindow)
  }
}

/** Only decides which question is shown; where a request goes is the core's word. */
export function looksLoopback(url: string): boolean {
  if (!URL.canParse(url)) return false
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)
}

/** Fields that cannot be saved as they are. */
export function problemsOf(form: ProviderForm): readonly FormField[] {
  const problems: FormField[] = []
  const url = form.baseUrl.trim()
  if (!/^https?:\/\//i.test(url) || !URL.canParse(url)) problems.push('baseUrl')
  const window = form.contextWindow.trim()
  const tokens = Number(window)
  if (window !== '' && !(Number.isInteger(tokens) && tokens >= WINDOW_MIN && tokens <= WINDOW_MAX)) problems.push('contextWindow')
  return problems
}

/** What is saved of a form without problems. */
export function draftOf(form: ProviderForm): ProviderDraft {
  const name = form.name.trim()
  const model = form.model.trim()
  const window = form.contextWindow.trim()
  return {
    id: form.id,
    preset: form.preset,
    baseUrl: form.baseUrl.trim(),
    ...(name === '' ? {} : { name }),
    ...(model === '' ? {} : { model }),
    ...(form.declaredRemote && looksLoopback(form.baseUrl.trim()) ? { destination: 'remote' as const } : {}),
    ...(window === '' ? {} : { contextWindow: Number(window) })
  }
}
