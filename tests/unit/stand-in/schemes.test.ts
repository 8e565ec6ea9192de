import { beforeAll, expect, test } from 'vitest'
import { appOrigin, registerScheme, toAppUrl, toChromiumUrl } from '../../../tools/electron-stand-in/schemes.ts'

beforeAll(() => registerScheme('app'))

test('an address of the app goes to Chromium and comes back the same', () => {
  const url = 'app://main/a/b.js?x=1#y'
  expect(toChromiumUrl(url)).toBe('https://main.app.localhost/a/b.js?x=1#y')
  expect(toAppUrl(toChromiumUrl(url))).toBe(url)
})

test.each([
  'https://main.app.localhost.evil.example/',
  'https://main.app.localhost:8443/',
  'http://main.app.localhost/',
  'https://user@main.app.localhost/',
  'https://main.other.localhost/',
  'https://app.localhost/'
])('%s does not become an address of the app', (url) => {
  expect(toAppUrl(url)).toBe(url)
})

test('origins are named as Electron names them', () => {
  expect(appOrigin('https://main.app.localhost/index.html')).toBe('app://main')
  expect(appOrigin('https://example.com/x')).toBe('https://example.com')
  expect(appOrigin('about:blank')).toBe('null')
})
