import { describe, expect, test } from 'vitest'
import {
  draftOf,
  formOfPreset,
  formOfProvider,
  freeId,
  looksLoopback,
  problemsOf
} from '../../../src/renderer/features/models/provider-form.ts'
import { trialText } from '../../../src/renderer/features/models/trial-text.ts'
import { modelsText } from '../../../src/renderer/i18n/pages/models-text.ts'
import type { Preset, Provider } from '../../../src/shared/model/provider.ts'

const ollama: Preset = {
  preset: 'ollama',
  name: 'Ollama',
  baseUrl: 'http://127.0.0.1:11434/v1',
  model: '',
  keyEnv: null,
  needsKey: false,
  keyUrl: null
}
const proxy: Provider = {
  id: 'ollama',
  preset: 'ollama',
  name: 'Proxy',
  baseUrl: 'http://127.0.0.1:9000/v1',
  model: 'm',
  destination: 'remote',
  host: '127.0.0.1:9000',
  contextWindow: 8_000,
  key: 'not-needed',
  keyEnv: null,
  selected: false
}

describe('a provider being typed', () => {
  test('gets the name of its preset, or the next number', () => {
    expect(freeId('ollama', [])).toBe('ollama')
    expect(freeId('ollama', ['ollama', 'ollama-2'])).toBe('ollama-3')
    expect(formOfPreset(ollama, ['ollama']).id).toBe('ollama-2')
  })

  test('saves only what was written, so that the rest stays the preset’s', () => {
    expect(draftOf(formOfPreset(ollama, []))).toEqual({ id: 'ollama', preset: 'ollama', baseUrl: 'http://127.0.0.1:11434/v1' })
  })

  test('keeps a loopback address declared remote, and forgets the word when the address leaves this machine', () => {
    const form = formOfProvider(proxy)
    expect(form.declaredRemote).toBe(true)
    expect(draftOf(form).destination).toBe('remote')
    expect(draftOf({ ...form, baseUrl: 'https://api.example.com/v1' })).not.toHaveProperty('destination')
  })

  test('never declares anything local', () => {
    expect(draftOf({ ...formOfProvider(proxy), declaredRemote: false })).not.toHaveProperty('destination')
  })

  test.each([
    ['http://127.0.0.1:11434/v1', true],
    ['http://127.8.9.1/v1', true],
    ['http://localhost:1234/v1', true],
    ['http://[::1]:1234/v1', true],
    ['http://127.0.0.1.evil.example/v1', false],
    ['http://localhost@evil.example/v1', false],
    ['https://api.deepseek.com', false],
    ['not an address', false]
  ])('asks about passing on for %s: %s', (address, asked) => {
    expect(looksLoopback(address)).toBe(asked)
  })

  test.each([
    ['', ['baseUrl']],
    ['api.example.com/v1', ['baseUrl']],
    ['ftp://api.example.com', ['baseUrl']],
    ['http://', ['baseUrl']],
    ['https://api.example.com/v1', []]
  ])('names the address %j as wrong: %j', (baseUrl, problems) => {
    expect(problemsOf({ ...formOfPreset(ollama, []), baseUrl })).toEqual(problems)
  })

  test.each([
    ['', []],
    ['512', []],
    ['10000000', []],
    ['511', ['contextWindow']],
    ['10000001', ['contextWindow']],
    ['12.5', ['contextWindow']],
    ['many', ['contextWindow']]
  ])('names the window %j as wrong: %j', (contextWindow, problems) => {
    expect(problemsOf({ ...formOfPreset(ollama, []), contextWindow })).toEqual(problems)
  })
})

describe('a failed connection test', () => {
  test('says who refused and with which number, and nothing about messages', () => {
    const text = trialText({ code: 'PROVIDER_AUTH', message: '', data: { host: 'api.moonshot.cn', status: 401 } }, modelsText.en)
    expect(text).toBe('api.moonshot.cn refused the key (401).')
  })

  test('leaves other failures to the general sentences', () => {
    expect(trialText({ code: 'OFFLINE', message: '' }, modelsText.en)).toBeNull()
  })
})
