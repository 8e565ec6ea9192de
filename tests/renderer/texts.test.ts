import { describe, expect, it } from 'vitest'
import { errorSentences, errorText } from '../../src/renderer/i18n/errors.ts'
import { formatFor } from '../../src/renderer/i18n/format.ts'
import { messages } from '../../src/renderer/i18n/messages.ts'
import { resolveLanguage } from '../../src/renderer/i18n/language.ts'
import { ERROR_CODES } from '../../src/shared/model/errors.ts'

const HAN = /\p{Script=Han}/u

function leaves(value: unknown, path: string): readonly (readonly [string, unknown])[] {
  if (typeof value !== 'object' || value === null) return [[path, value]]
  return Object.entries(value).flatMap(([key, each]) => leaves(each, `${path}.${key}`))
}

const components = import.meta.glob<string>('../../src/renderer/**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** Components without comments, so that only code and texts are left. */
function componentSources(): readonly (readonly [string, string])[] {
  return Object.entries(components).map(
    ([file, source]) => [file, source.replace(/\/\*[\s\S]*?\*\//gu, '').replace(/^\s*\/\/.*$/gmu, '')] as const
  )
}

describe('the catalogues', () => {
  it('have the same keys in both languages, none empty, no Chinese in English', () => {
    const zh = leaves(messages.zh, '')
    const en = new Map(leaves(messages.en, ''))
    expect(zh.map(([path]) => path).filter((path) => !en.has(path))).toEqual([])
    const untranslated = [...en].filter(([, text]) => typeof text === 'string' && (text.trim() === '' || HAN.test(text)))
    expect(untranslated).toEqual([])
    expect(zh.filter(([, text]) => typeof text === 'string' && text.trim() === '')).toEqual([])
  })

  it('use no exclamation marks', () => {
    const all = [...leaves(messages.zh, ''), ...leaves(messages.en, '')].filter(
      ([, text]) => typeof text === 'string' && /[!！]/u.test(text)
    )
    expect(all).toEqual([])
  })

  it.each(ERROR_CODES)('say in both languages what %s means', (code) => {
    const error = { code, message: '', data: { host: 'api.moonshot.cn', status: 401, seconds: 12.4 } }
    expect(HAN.test(errorText(error, 'zh'))).toBe(true)
    expect(errorText(error, 'en')).toMatch(/^[A-Z].{20,}\.$/u)
    expect(errorText({ code, message: '' }, 'en')).not.toMatch(/undefined|null|NaN/u)
    expect(Object.keys(errorSentences.zh)).toContain(code)
  })

  it('name the host and the status of a refused key', () => {
    const error = { code: 'PROVIDER_AUTH' as const, message: '', data: { host: 'api.moonshot.cn', status: 401 } }
    expect(errorText(error, 'en')).toBe('The key was refused by api.moonshot.cn (401). Your message is saved. Check the key in Models.')
  })
})

describe('components', () => {
  it('are looked at', () => {
    expect(componentSources().length).toBeGreaterThan(30)
  })

  it('hold no Chinese but the name of the language itself', () => {
    const found = componentSources().flatMap(([file, source]) => (HAN.test(source.replaceAll("'中文'", '')) ? [file] : []))
    expect(found).toEqual([])
  })

  it('hold no English text between tags or in what is read aloud', () => {
    const text = /(?:[a-z"'}]|\/)>\s*([A-Z][a-z]+(?: [a-z]+)*[.…]?)\s*<\//gu
    const attribute = /\s(?:aria-label|label|title|placeholder|alt|hint)="([^"]*[A-Za-z]{2,}[^"]*)"/gu
    const found = componentSources().flatMap(([file, source]) =>
      [...source.matchAll(text), ...source.matchAll(attribute)].map((match) => `${file}: ${match[1] ?? ''}`)
    )
    expect(found).toEqual([])
  })
})

describe('numbers and dates', () => {
  it('follow the language', () => {
    const { zh, en } = { zh: formatFor('zh'), en: formatFor('en') }
    expect(en.bytes(1_240)).toBe('1.2 kB')
    expect(zh.bytes(999)).toBe('999 B')
    expect(en.plural(1, { one: '# memory', other: '# memories' })).toBe('1 memory')
    expect(en.plural(2, { one: '# memory', other: '# memories' })).toBe('2 memories')
    expect(zh.plural(1, { other: '# 条' })).toBe('1 条')
    const now = new Date(2026, 10, 30, 12).getTime()
    expect(zh.day(new Date(2026, 10, 30, 1).toISOString(), now)).toBe('今天')
    expect(en.day(new Date(2026, 10, 29, 23).toISOString(), now)).toBe('Yesterday')
    expect(en.day(new Date(2025, 0, 2).toISOString(), now)).toContain('2025')
  })

  it('take Chinese for any Chinese locale when the setting is automatic', () => {
    expect(resolveLanguage('auto', 'zh-TW')).toBe('zh')
    expect(resolveLanguage('auto', 'de-DE')).toBe('en')
    expect(resolveLanguage('en', 'zh-CN')).toBe('en')
  })
})
