import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isAppUrl } from '../../../src/main/app-origin.ts'
import { CONTENT_SECURITY_POLICY, createAppProtocol } from '../../../src/main/app-protocol.ts'

const dir = mkdtempSync(join(tmpdir(), 'hearth-protocol-'))
const renderer = join(dir, 'renderer')
let ask: (url: string, method?: string) => Promise<Response>

beforeAll(() => {
  mkdirSync(join(renderer, 'assets'), { recursive: true })
  writeFileSync(join(dir, 'secret.txt'), 'secret')
  writeFileSync(join(renderer, 'index.html'), '<p>我</p>')
  writeFileSync(join(renderer, 'assets', 'a.js'), 'x')
  writeFileSync(join(renderer, 'assets', 'not-built.js'), 'x')
  writeFileSync(join(renderer, 'files.json'), JSON.stringify(['index.html', 'assets/a.js']))
  const handler = createAppProtocol(renderer)
  ask = (url, method = 'GET') => handler(new Request(url, { method }))
})
afterAll(() => rmSync(dir, { recursive: true, force: true }))

describe('app://main', () => {
  test('serves built files with type, policy and nosniff', async () => {
    const page = await ask('app://main/index.html?x=1#y')
    expect([page.status, page.headers.get('content-type'), await page.text()]).toEqual([200, 'text/html; charset=utf-8', '<p>我</p>'])
    const script = await ask('app://main/assets/a.js')
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    for (const answer of [page, script, await ask('app://main/nothing')]) {
      expect(answer.headers.get('content-security-policy')).toBe(CONTENT_SECURITY_POLICY)
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    }
  })

  test('allows nothing inline, no connection and no frame', () => {
    expect(CONTENT_SECURITY_POLICY).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; font-src 'self'; connect-src 'none'; frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"
    )
  })

  test.each([
    'app://main/',
    'app://main/assets/not-built.js',
    'app://main/files.json',
    'app://main/../secret.txt',
    'app://main/%2e%2e/secret.txt',
    'app://main/..%2fsecret.txt',
    'app://main/%2e%2e%5csecret.txt',
    'app://main/%E0%A4%A',
    'app://other/index.html',
    'app://user@main/index.html'
  ])('answers 404 for %s', async (url) => {
    const request = url.includes('@') ? { url, method: 'GET' } : new Request(url)
    const answer = await createAppProtocol(renderer)(request as Request)
    expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
  })

  test('answers 404 for anything but GET', async () => {
    expect((await ask('app://main/index.html', 'POST')).status).toBe(404)
  })
})

test.each(['app://main.evil/', 'app://x@main/', 'app://main:80/', 'https://main/', 'app:main/index.html', 'about:blank', 'null', ''])(
  '%j is not an address of ours',
  (url) => {
    expect(isAppUrl(url)).toBe(false)
  }
)

test('our own address is ours, whatever comes after the host', () => {
  expect(isAppUrl('app://main/index.html?a#b')).toBe(true)
})
