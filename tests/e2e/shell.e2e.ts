import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callThroughPage } from './support/bridge-call.ts'
import { launchApp, type App } from './support/launch-app.ts'
import { startLoopbackServer, type LoopbackServer } from './support/loopback-server.ts'

let app: App
let stranger: LoopbackServer
const profileDir = mkdtempSync(join(tmpdir(), 'hearth-e2e-'))

beforeAll(async () => {
  stranger = await startLoopbackServer()
  app = await launchApp({ profileDir, size: { width: 1000, height: 700 } })
})
afterAll(async () => {
  await app?.close()
  await stranger?.close()
  rmSync(profileDir, { recursive: true, force: true })
})

const quiet = () => app.page.waitForTimeout(400)

/** Runs page code that must break the policy. @returns the directives that were violated */
function violationsOf(code: string): Promise<string[]> {
  return app.page.evaluate(`new Promise((resolve) => {
    const seen = []
    const note = (event) => seen.push(event.effectiveDirective)
    document.addEventListener('securitypolicyviolation', note)
    ${code}
    setTimeout(() => { document.removeEventListener('securitypolicyviolation', note); resolve(seen) }, 300)
  })`)
}

describe('the page', () => {
  test('has nothing of Node and only two functions of the bridge', async () => {
    expect(await app.page.evaluate('[typeof require, typeof process, typeof module, typeof Buffer]')).toEqual(Array(4).fill('undefined'))
    expect(await app.page.evaluate('[Object.keys(hearth).toSorted(), Object.isFrozen(hearth)]')).toEqual([['invoke', 'on'], true])
  })

  test('breaks its own content security policy nowhere while it loads', async () => {
    await app.page.addInitScript(
      "globalThis.violations = []; document.addEventListener('securitypolicyviolation', (event) => violations.push(event.effectiveDirective))"
    )
    await app.page.reload()
    await quiet()
    expect(await app.page.evaluate('violations')).toEqual([])
  })

  test('runs no inline script', async () => {
    const code = "const script = document.createElement('script'); script.textContent = 'globalThis.ran = 1'; document.head.append(script)"
    expect(await violationsOf(code)).toContain('script-src-elem')
    expect(await app.page.evaluate('typeof ran')).toBe('undefined')
  })

  test('evaluates no text', async () => {
    // Inside a timer: what a debugger evaluates directly is free of the policy.
    expect(await violationsOf("setTimeout(() => { try { eval('globalThis.evaluated = 1') } catch {} })")).toContain('script-src')
    expect(await app.page.evaluate('typeof evaluated')).toBe('undefined')
  })

  test('opens no connection and loads no stranger’s picture, frame or script', async () => {
    expect(await violationsOf(`setTimeout(() => fetch('${stranger.origin}/fetch').catch(() => {}))`)).toContain('connect-src')
    expect(await violationsOf(`new Image().src = '${stranger.origin}/image'`)).toContain('img-src')
    const frame = `const frame = document.createElement('iframe'); frame.src = '${stranger.origin}/frame'; document.body.append(frame)`
    expect(await violationsOf(frame)).toContain('frame-src')
    const script = `const script = document.createElement('script'); script.src = '${stranger.origin}/script'; document.head.append(script)`
    expect(await violationsOf(script)).toContain('script-src-elem')
    expect(stranger.hits).toEqual([])
  })
})

describe('the window', () => {
  test('answers 404, with the policy, for a file that was not built', async () => {
    for (const path of ['nothing.js', '../main/index.js', 'files.json', '%2e%2e%2fmain%2findex.js']) {
      const response = await app.page.goto(app.address(path))
      expect([path, response?.status()]).toEqual([path, 404])
      expect(response?.headers()['content-security-policy']).toContain("default-src 'none'")
      expect(response?.headers()['x-content-type-options']).toBe('nosniff')
    }
    await app.page.goto(app.address('index.html'))
  })

  test.each([
    ['an address on the network', () => `${stranger.origin}/navigate`],
    ['a file', () => 'file:///etc/hostname'],
    ['a script', () => "javascript:document.title='taken'"],
    ['data', () => 'data:text/html,<title>taken</title>'],
    ['a look-alike of our own address', () => 'https://main.app.localhost.evil.example/']
  ])('never goes to %s', async (_name, target) => {
    const before = app.page.url()
    await app.page.evaluate(`void setTimeout(() => { location.href = ${JSON.stringify(target())} })`)
    await quiet()
    expect(app.page.url()).toBe(before)
    expect(await app.page.title()).not.toBe('taken')
    expect(await app.page.evaluate('typeof hearth')).toBe('object')
    expect(stranger.hits).toEqual([])
  })

  test('reaches no network even from a page without a policy', async () => {
    await app.page.goto('about:blank')
    expect(await app.page.evaluate(`fetch('${stranger.origin}/fetch').then(() => 'reached', () => 'refused')`)).toBe('refused')
    expect(stranger.hits).toEqual([])
    await app.page.goto(app.address('index.html'))
  })

  test('opens no other window, by script or by link', async () => {
    expect(await app.page.evaluate(`open('${stranger.origin}/popup') === null`)).toBe(true)
    const link = `const link = document.createElement('a'); link.href = '${stranger.origin}/blank'; link.target = '_blank'
      link.id = 'out'; link.textContent = 'out'; link.style = 'position:fixed;inset:0;z-index:9999'; document.body.append(link)`
    await app.page.evaluate(link)
    await app.page.click('#out')
    await quiet()
    await app.page.evaluate("document.getElementById('out').remove()")
    expect(app.windows()).toHaveLength(1)
    expect(stranger.hits).toEqual([])
  })

  test('is denied every permission but writing the clipboard', async () => {
    const state = (name: string) => app.page.evaluate(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`)
    for (const name of ['geolocation', 'notifications', 'camera', 'microphone', 'clipboard-read']) {
      expect([name, await state(name)]).toEqual([name, 'denied'])
    }
    expect(await state('clipboard-write')).toBe('granted')
  })
})

describe('the bridge', () => {
  test('refuses a page that is not ours, and answers ours again afterwards', async () => {
    await app.page.goto('about:blank')
    const refused = await callThroughPage(app.page, 'shell.state', {})
    expect(refused).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', message: 'This page may not ask' } })
    expect(app.log()).toContain('ipc.stranger')
    await app.page.goto(app.address('index.html'))
    expect((await app.call('shell.state', {})).ok).toBe(true)
  })

  test('refuses an input above eight megabytes and stays usable', async () => {
    const result = await app.page.evaluate("hearth.invoke('shell.unlock', { passphrase: 'x'.repeat(8 * 1024 * 1024) })")
    expect(result).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', data: { limitBytes: 8 * 1024 * 1024 } } })
    expect((await app.call('shell.state', {})).ok).toBe(true)
  })

  test('refuses what is not JSON, an unknown route and a route that is no text', async () => {
    expect(await app.page.evaluate("hearth.invoke('shell.state', new Map())")).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    expect(await app.page.evaluate("hearth.invoke('shell.state', { at: new Date() })")).toMatchObject({ error: { code: 'INVALID_INPUT' } })
    expect(await app.page.evaluate("hearth.invoke('shell.nothing', {})")).toMatchObject({ error: { code: 'UNKNOWN_ROUTE' } })
    expect(await app.page.evaluate('hearth.invoke({ toString: 1 }, {})')).toMatchObject({ error: { code: 'UNKNOWN_ROUTE' } })
  })
})

describe('a link that leaves the app', () => {
  test('opens only after a yes to a dialog that shows host and whole address', async () => {
    app.answerDialog(1)
    expect(await app.call('shell.openExternal', { url: 'https://example.com/a?b=1' })).toEqual({ ok: true, value: { opened: false } })
    expect(app.openedExternals()).toEqual([])
    app.answerDialog(0)
    expect(await app.call('shell.openExternal', { url: 'https://example.com/a?b=1' })).toEqual({ ok: true, value: { opened: true } })
    await expect.poll(() => app.openedExternals()).toEqual(['https://example.com/a?b=1'])
    expect(app.dialogs().at(-1)).toMatchObject({ kind: 'message', detail: 'https://example.com/a?b=1' })
    expect(app.dialogs().at(-1)?.message).toContain('example.com')
  })

  test('is refused without a question when it is anything but https or mail', async () => {
    const asked = app.dialogs().length
    for (const url of ['http://example.com', 'file:///etc/passwd', 'https://me@example.com', 'https://example.com/\u202Egnp.exe']) {
      expect([url, await app.call('shell.openExternal', { url })]).toEqual([url, { ok: true, value: { opened: false } }])
    }
    expect(app.dialogs()).toHaveLength(asked)
  })
})

describe('a file', () => {
  test('is saved where the person says, under a plain name, and read only when they choose it', async () => {
    const path = join(profileDir, 'saved by test.json')
    app.answerDialog(null)
    expect(await app.call('shell.saveFile', { name: 'memory.json', text: '{}' })).toEqual({ ok: true, value: { path: null } })
    app.answerDialog(path)
    expect(await app.call('shell.saveFile', { name: '../../memory.json', text: '记忆' })).toEqual({ ok: true, value: { path } })
    expect(app.dialogs().at(-1)).toMatchObject({ kind: 'save' })
    app.answerDialog(null)
    expect(await app.call('shell.openFile', { kind: 'memory' })).toEqual({ ok: true, value: null })
    app.answerDialog(path)
    expect(await app.call('shell.openFile', { kind: 'memory' })).toEqual({ ok: true, value: { name: 'saved by test.json', text: '记忆' } })
    app.answerDialog(profileDir)
    expect(await app.call('shell.chooseFile', { kind: 'model-folder' })).toEqual({ ok: true, value: { path: profileDir } })
  })
})
