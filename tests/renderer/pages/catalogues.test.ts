import { describe, expect, test } from 'vitest'
import { dataText } from '../../../src/renderer/i18n/pages/data-text.ts'
import { careText } from '../../../src/renderer/i18n/pages/memory-care-text.ts'
import { memoryText } from '../../../src/renderer/i18n/pages/memory-text.ts'
import { viewsText } from '../../../src/renderer/i18n/pages/memory-views-text.ts'
import { modelsText } from '../../../src/renderer/i18n/pages/models-text.ts'
import { projectsText } from '../../../src/renderer/i18n/pages/projects-text.ts'
import { receiptsText } from '../../../src/renderer/i18n/pages/receipts-text.ts'
import { settingsText } from '../../../src/renderer/i18n/pages/settings-text.ts'
import { startText } from '../../../src/renderer/i18n/pages/start-text.ts'
import { toolsText } from '../../../src/renderer/i18n/pages/tools-text.ts'

const catalogues = {
  data: dataText,
  memory: memoryText,
  care: careText,
  views: viewsText,
  projects: projectsText,
  models: modelsText,
  receipts: receiptsText,
  settings: settingsText,
  start: startText,
  tools: toolsText
}

/** Every text of a catalogue with its place; functions are called with figures and names. */
function textsOf(value: unknown, path: string): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value === 'function')
    return [[path, String(value(...Array.from({ length: value.length }, (_, index) => (index === 0 ? 2 : 'x'))))]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textsOf(inner, `${path}.${key}`))
}

describe.each(Object.entries(catalogues))('the texts of %s', (name, catalogue) => {
  const zh = textsOf(catalogue.zh, name)
  const en = textsOf(catalogue.en, name)

  test('are the same set in both languages, none of them empty', () => {
    expect(zh.map(([path]) => path)).toEqual(en.map(([path]) => path))
    expect([...zh, ...en].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  test('raise no voice', () => {
    expect([...zh, ...en].filter(([, text]) => /[!！]/.test(text))).toEqual([])
  })

  test('use Chinese punctuation after Chinese words', () => {
    expect(zh.filter(([, text]) => /\p{Script=Han}[,.;:?]/u.test(text))).toEqual([])
  })

  test('leave no English sentence in the Chinese half', () => {
    const english = new Set(en.map(([, text]) => text))
    expect(zh.filter(([, text]) => english.has(text) && /[a-z]{3,} [a-z]{3,}/i.test(text))).toEqual([])
  })
})
