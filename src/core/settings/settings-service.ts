import type * as z from 'zod'
import { settingsSchema, type Settings, type SettingsPatch } from '../../shared/model/settings.ts'
import { defaultSettings } from './defaults.ts'

/** Where settings are kept: JSON values by name. */
export interface SettingsBackend {
  get<T>(name: string, schema: z.ZodType<T>, fallback: T): T
  set(name: string, value: unknown): void
}

export interface SettingsService {
  get(): Settings
  /** Changes what the patch names and nothing else. */
  patch(patch: SettingsPatch): Settings
}

type Group = keyof Settings

function patched<G extends Group>(settings: Settings, patch: SettingsPatch, group: G): Settings[G] {
  const changes = Object.entries(patch[group] ?? {}).filter(([, value]) => value !== undefined)
  return { ...settings[group], ...Object.fromEntries(changes) }
}

/** Each group is stored by itself, so that a value that a later version no longer knows costs one group at most. */
export function createSettingsService(backend: SettingsBackend): SettingsService {
  const read = <G extends Group>(group: G): Settings[G] => {
    const schema: z.ZodType = settingsSchema.shape[group]
    return backend.get(`settings.${group}`, schema, defaultSettings[group]) as Settings[G]
  }
  let current: Settings = {
    appearance: read('appearance'),
    chat: read('chat'),
    memory: read('memory'),
    compaction: read('compaction'),
    network: read('network'),
    tools: read('tools')
  }
  return {
    get: () => current,
    patch: (patch) => {
      const next: Settings = {
        appearance: patched(current, patch, 'appearance'),
        chat: patched(current, patch, 'chat'),
        memory: patched(current, patch, 'memory'),
        compaction: patched(current, patch, 'compaction'),
        network: patched(current, patch, 'network'),
        tools: patched(current, patch, 'tools')
      }
      for (const group of Object.keys(patch) as Group[]) backend.set(`settings.${group}`, next[group])
      current = next
      return next
    }
  }
}
