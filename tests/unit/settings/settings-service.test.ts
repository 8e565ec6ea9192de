import { describe, expect, test } from 'vitest'
import type * as z from 'zod'
import { defaultSettings } from '../../../src/core/settings/defaults.ts'
import { createSettingsService, type SettingsBackend } from '../../../src/core/settings/settings-service.ts'

/** Values by name as JSON text, as the database keeps them. */
function backendWith(stored: Record<string, unknown>): { backend: SettingsBackend; text: Map<string, string> } {
  const text = new Map(Object.entries(stored).map(([name, value]) => [name, JSON.stringify(value)]))
  const backend: SettingsBackend = {
    get: <T>(name: string, schema: z.ZodType<T>, fallback: T): T => {
      const found = text.get(name)
      const parsed = found === undefined ? undefined : schema.safeParse(JSON.parse(found))
      return parsed?.success === true ? parsed.data : fallback
    },
    set: (name, value) => void text.set(name, JSON.stringify(value))
  }
  return { backend, text }
}

describe('settings of another version', () => {
  test('of an older one keep what the person chose; what it did not know has its default', () => {
    const { backend } = backendWith({ 'settings.memory': { enabled: false, recallLimit: 5 } })
    expect(createSettingsService(backend).get().memory).toEqual({ ...defaultSettings.memory, enabled: false, recallLimit: 5 })
  })

  test('a value that no longer fits costs no other', () => {
    const { backend } = backendWith({ 'settings.memory': { enabled: false, recallLimit: 20 } })
    expect(createSettingsService(backend).get().memory).toEqual({ ...defaultSettings.memory, enabled: false })
  })

  test('what a newer one wrote is kept when something else changes', () => {
    const { backend, text } = backendWith({ 'settings.memory': { enabled: true, dreams: 'vivid' } })
    const service = createSettingsService(backend)
    expect(service.get().memory).toEqual(defaultSettings.memory)
    service.patch({ memory: { enabled: false } })
    expect(JSON.parse(text.get('settings.memory') ?? '')).toMatchObject({ enabled: false, dreams: 'vivid' })
  })

  test('a group that is no object is read as its defaults', () => {
    const { backend } = backendWith({ 'settings.memory': 'nonsense', 'settings.chat': null })
    expect(createSettingsService(backend).get()).toEqual(defaultSettings)
  })
})
