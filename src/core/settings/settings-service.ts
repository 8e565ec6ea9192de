import * as z from 'zod'
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

const storedGroup = z.record(z.string(), z.unknown())

/**
 * Each group is stored by itself and read value by value: one that an older version did not write has its default, one that no longer fits
 * too, and neither costs its neighbours. What this version does not know is kept for the one that wrote it.
 */
export function createSettingsService(backend: SettingsBackend): SettingsService {
  const read = <G extends Group>(group: G): Settings[G] => {
    const stored = backend.get(`settings.${group}`, storedGroup, {})
    const fitting = Object.entries(settingsSchema.shape[group].shape).flatMap(([name, schema]) => {
      const parsed = (schema as z.ZodType).safeParse(stored[name])
      return name in stored && parsed.success ? [[name, parsed.data] as const] : []
    })
    return { ...defaultSettings[group], ...Object.fromEntries(fitting) }
  }
  const write = (group: Group, next: Settings): void => {
    backend.set(`settings.${group}`, { ...backend.get(`settings.${group}`, storedGroup, {}), ...next[group] })
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
      for (const group of Object.keys(patch) as Group[]) write(group, next)
      current = next
      return next
    }
  }
}
