import { describe, expect, test } from 'vitest'
import lockText from '../../../package-lock.json?raw'
import licences from '../../../src/renderer/features/settings/licences.json'
import { numberOf } from '../../../src/renderer/features/settings/number-text.ts'
import { isAddress } from '../../../src/renderer/features/settings/setting-checks.ts'

describe('a number that is typed', () => {
  const tokens = { min: 200, max: 1_000_000, whole: true }
  const seconds = { min: 0.1, max: 120, whole: false }

  test.each([
    ['200', 200],
    [' 24,000 ', 24_000],
    ['２４００', 2_400],
    ['199', null],
    ['1000001', null],
    ['200.5', null],
    ['-5', null],
    ['2e3', null],
    ['', null],
    ['many', null]
  ])('%j as tokens is %j', (text, value) => {
    expect(numberOf(text, tokens)).toBe(value)
  })

  test('may have a fraction where the setting takes one', () => {
    expect(numberOf('0.5', seconds)).toBe(0.5)
    expect(numberOf('.5', seconds)).toBeNull()
  })
})

describe('an address that is typed', () => {
  test.each([
    ['http://proxy.example:8080', true],
    ['HTTPS://proxy.example', true],
    ['proxy.example:8080', false],
    ['socks5://proxy.example', false],
    ['http://', false]
  ])('%j is taken: %j', (text, taken) => {
    expect(isAddress(text)).toBe(taken)
  })
})

describe('the list of licences', () => {
  const lock: { packages: Record<string, { version?: string; link?: boolean; name?: string; dependencies?: Record<string, string> }> } =
    JSON.parse(lockText)
  const shipped = Object.keys(lock.packages['']?.dependencies ?? {})

  test('is of the versions in the lock file: run `node scripts/licences.mjs` when it is not', () => {
    const locked = new Set(
      Object.entries(lock.packages).map(
        ([key, { name, version }]) => `${name ?? key.slice(key.lastIndexOf('node_modules/') + 13)} ${version}`
      )
    )
    const packages = licences.parts.filter(({ version }) => version !== '')
    expect(packages.length).toBeGreaterThan(20)
    expect(packages.filter(({ name, version }) => !locked.has(`${name} ${version}`))).toEqual([])
  })

  test('names every dependency, what the window is made of, and the model weights', () => {
    const named = new Set(licences.parts.map(({ name }) => name))
    const real = (alias: string): string => lock.packages[`node_modules/${alias}`]?.name ?? alias
    expect(shipped.map(real).filter((name) => !named.has(name))).toEqual([])
    expect(['react', 'react-dom', 'virtua', 'zustand', 'all-MiniLM-L6-v2'].filter((name) => !named.has(name))).toEqual([])
  })

  test('gives terms for every part', () => {
    expect(licences.parts.filter(({ licence, text }) => licence === '' && text === -1)).toEqual([])
  })
})
