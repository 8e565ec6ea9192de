import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../../tools/electron-stand-in/chromium.ts'
import { chromiumLeftOf, chromiumOf, dataFoldersOf } from '../../e2e/support/chromium-processes.ts'
import { startLoopbackServer, type LoopbackServer } from '../../e2e/support/loopback-server.ts'
import { startFixture, type Fixture } from './support.ts'

/** Drives a small app of its own through every part of the stand-in, in a real Chromium; skipped where there is none. */
describe.skipIf(findChromium() === null)('an app in the stand-in', () => {
  const dirs: string[] = []
  const freshDir = () => {
    const made = mkdtempSync(join(tmpdir(), 'hearth-fixture-'))
    dirs.push(made)
    return made
  }
  const dir = freshDir()
  let server: LoopbackServer
  let app: Fixture

  beforeAll(async () => {
    server = await startLoopbackServer()
    app = await startFixture(dir, { until: 'started', env: { FIXTURE_ALLOW_PORT: new URL(server.origin).port, LANG: 'zh_CN.UTF-8' } })
  })
  afterAll(async () => {
    app?.child.kill('SIGKILL')
    await server?.close()
    for (const made of dirs) rmSync(made, { recursive: true, force: true })
  })

  test('sees itself at its own address, in the size and language that were asked for', async () => {
    expect(await app.run("bridge.invoke('whoami')")).toEqual({ url: 'app://main/index.html', origin: 'app://main', id: 1 })
    expect(await app.run('[innerWidth, innerHeight]')).toEqual([700, 500])
    expect(await app.ask('state')).toMatchObject({ ready: true, windows: 1, locale: 'zh-CN' })
    expect(await app.run('navigator.language')).toBe('zh-CN')
  })

  test('keeps Node and its own means out of the page', async () => {
    const names = ['require', 'process', 'module', 'hearthStandInIpc', 'hearthStandInOpen', 'hearthStandInReceive']
    expect(await app.run(`[${names.map((name) => `typeof ${name}`).join(', ')}]`)).toEqual(names.map(() => 'undefined'))
  })

  test('carries values, functions, promises and errors across the context bridge', async () => {
    expect(await app.run('bridge.version')).toBe(3)
    expect(await app.run('bridge.nested.add(2, 3)')).toBe(5)
    expect(await app.run('bridge.nested.later([1]).then((list) => list.length)')).toBe(1)
    expect(await app.run('bridge.twice((number) => number * 10)')).toEqual([10, 20])
    expect(await app.run('bridge.kinds(new Map([[1, 2]])) + bridge.kinds(new Date()) + bridge.kinds(new Uint8Array(2))')).toBe(
      '[object Map][object Date][object Uint8Array]'
    )
    expect(await app.run('try { bridge.fails() } catch ({ name, message }) { [name, message] }')).toEqual(['RangeError', 'too far'])
    expect(await app.run('bridge.failsLater().catch(({ name, message }) => [name, message])')).toEqual(['RangeError', 'too far, later'])
    const cycle = 'const value = {}; value.self = value; bridge.same(value)'
    expect(await app.run(`(() => { try { ${cycle} } catch ({ message }) { return message } })()`)).toContain('contains itself')
  })

  test('freezes what is exposed, and exposes a name only once', async () => {
    expect(await app.run('try { bridge.version = 4; bridge.nested.add = 1 } catch {}; [bridge.version, bridge.nested.add(1, 1)]')).toEqual([
      3, 2
    ])
    expect(await app.run('secondExpose')).toContain('Cannot bind an API on top of an existing property')
  })

  test('clones what is invoked, and gives errors the form that Electron gives them', async () => {
    const map = "bridge.invoke('echo', new Map([[1, new Date(5)]])).then((back) => back.get(1).getTime())"
    expect(await app.run(map)).toBe(5)
    expect(await app.run("bridge.invoke('echo', new Uint8Array([1, 2])).then((back) => back.constructor.name + back)")).toBe(
      'Uint8Array1,2'
    )
    const failure = (channel: string) => app.run(`bridge.invoke('${channel}').catch(({ message }) => message)`)
    expect(await failure('fail')).toBe("Error invoking remote method 'fail': TypeError: it broke")
    expect(await failure('nobody')).toBe("Error invoking remote method 'nobody': Error: No handler registered for 'nobody'")
    expect(await failure('cycle')).toContain('value.inner.back')
  })

  test('sends both ways, and stops when the listener is taken off', async () => {
    const once = `new Promise((resolve) => { const off = bridge.noted((...args) => { off(); resolve(String(args[1].a)) }); bridge.note(1, { a: 2n }) })`
    expect(await app.run(once)).toBe('2')
    await app.ask('send', [0, 'hello', ['x', 'x', 'x']])
    await expect.poll(() => app.run('bridge.pushed()')).toEqual([['hello', ['x', 'x', 'x']]])
  })

  test('gives the app a say in every navigation', async () => {
    await app.ask('events')
    await app.run(`void (location.href = '${server.origin}/go')`)
    await expect.poll(() => app.ask('events')).toEqual([`will-navigate ${server.origin}/go`])
    expect(await app.run('location.pathname')).toBe('/index.html')
    expect(server.hits).toEqual([])
  })

  test('opens no window for a page, and tells the app who asked', async () => {
    expect(await app.run(`String(open('${server.origin}/popup'))`)).toBe('null')
    const link = `Object.assign(document.createElement('a'), { href: '${server.origin}/blank', target: '_blank' })`
    await app.run(`{ const link = ${link}; document.body.append(link); link.click() }`)
    const asked: string[] = []
    const collect = async () => {
      asked.push(...((await app.ask('events')) as string[]))
      return asked.toSorted()
    }
    await expect.poll(collect).toEqual([`open ${server.origin}/blank`, `open ${server.origin}/popup`])
    await sleep(300)
    expect(server.hits).toEqual([])
    expect(await app.ask('state')).toMatchObject({ windows: 1 })
  })

  test('asks webRequest about every request, and lets through only what the app lets through', async () => {
    const load = (url: string) =>
      app.run(
        `new Promise((resolve) => { const image = new Image(); image.onload = image.onerror = () => resolve(1); image.src = '${url}' })`
      )
    await load(`${server.origin}/allowed`)
    expect(server.hits).toEqual(['/allowed'])
    await load('http://127.0.0.1:9/blocked')
    expect(await app.ask('events')).toEqual(['blocked http://127.0.0.1:9/blocked'])
  })

  test('serves the app’s scheme, with headers that the app adds, and survives a handler that throws', async () => {
    const ask = (path: string) => app.run(`fetch('${path}').then((answer) => [answer.status, answer.headers.get('x-added')])`)
    expect(await ask('/index.html')).toEqual([200, 'yes'])
    expect(await ask('/nothing')).toEqual([404, 'yes'])
    expect(await ask('/boom')).toEqual([500, 'yes'])
  })

  test('lets the app’s handlers decide about permissions', async () => {
    const state = (name: string) => app.run(`navigator.permissions.query({ name: '${name}' }).then(({ state }) => state)`)
    expect(await state('geolocation')).toBe('denied')
    expect(await state('notifications')).toBe('denied')
    expect(await state('clipboard-write')).toBe('granted')
  })

  test('has dialogs that a test answers', async () => {
    const asked = app.ask('box', { message: 'Really?', buttons: ['yes', 'no'] })
    await expect.poll(() => app.said.find((message) => message['kind'] === 'message')).toBeDefined()
    const question = app.said.find((message) => message['kind'] === 'message')
    expect(question?.['options']).toMatchObject({ message: 'Really?' })
    app.answer(Number(question?.['id']), 0)
    expect(await asked).toEqual({ response: 0, checkboxChecked: false })

    const file = app.ask('file')
    await expect.poll(() => app.said.find((message) => message['kind'] === 'open')).toBeDefined()
    app.answer(Number(app.said.find((message) => message['kind'] === 'open')?.['id']), '/some/file.pem')
    expect(await file).toEqual({ canceled: false, filePaths: ['/some/file.pem'] })
    const save = app.ask('save')
    await expect.poll(() => app.said.at(-1)).toMatchObject({ standIn: 'dialog', kind: 'save', options: { defaultPath: 'memory.json' } })
    app.answer(Number(app.said.at(-1)?.['id']), null)
    expect(await save).toEqual({ canceled: true, filePath: '' })
  })

  test('records what would open outside, and reports a keystore that protects nothing', async () => {
    await app.ask('external', 'https://example.com/')
    expect(app.said).toContainEqual({ standIn: 'external', url: 'https://example.com/' })
    expect(await app.ask('sealed', 'secret 秘密')).toEqual({ prefix: 'v10', backend: 'basic_text', back: 'secret 秘密' })
  })

  test('names what it lacks', async () => {
    expect(await app.ask('lacks')).toEqual({
      module: 'electron.Notification is not in the stand-in',
      member: 'electron.app.getGPUInfo is not in the stand-in',
      event: "electron.app.on('child-process-gone') is not in the stand-in",
      contents: 'electron.webContents.openDevTools is not in the stand-in',
      option: "electron.BrowserWindow option 'kiosk' is not in the stand-in",
      loosened: 'electron.BrowserWindow webPreferences.nodeIntegration: true is not in the stand-in',
      role: "electron.Menu role 'speech' is not in the stand-in"
    })
  })

  test('follows the theme and resizes', async () => {
    const dark = "matchMedia('(prefers-color-scheme: dark)').matches"
    expect(await app.run(dark)).toBe(false)
    await app.ask('theme', 'dark')
    await expect.poll(() => app.run(dark)).toBe(true)
    await app.ask('resize', [0, 640, 480])
    await expect.poll(() => app.run('[innerWidth, innerHeight]')).toEqual([640, 480])
    expect(await app.ask('bounds', 0)).toMatchObject({ width: 640, height: 480 })
  })

  test('gives a second process’s words to the first, and no window to the second', async () => {
    const second = await startFixture(dir, { until: 'refused', args: ['second-argument'] })
    expect(await second.exit).toBe(0)
    await expect
      .poll(() => app.said.find((message) => 'second' in message))
      .toEqual({
        second: { data: { hello: 'first' }, arg: 'second-argument' }
      })
    expect(await chromiumLeftOf(second.pid)).toEqual([])
  })

  test('keeps several windows apart, and ends when the last is closed', async () => {
    await app.ask('open')
    expect(await app.ask('state')).toMatchObject({ windows: 2 })
    expect(await app.run("bridge.invoke('whoami').then(({ id }) => id)", 1)).toBe(2)
    await app.ask('send', [1, 'only the second'])
    await expect.poll(() => app.run('bridge.pushed().length', 1)).toBe(1)
    await app.ask('close', 0)
    expect(await app.ask('state')).toMatchObject({ windows: 1 })
    // The app is gone before it could answer.
    void app.ask('close', 1)
    expect(await app.exit).toBe(0)
    expect(app.said.at(-1)).toEqual({ allClosed: true })
    expect(await chromiumLeftOf(app.pid)).toEqual([])
    expect(dataFoldersOf(app.pid)).toEqual([])
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('ends cleanly on %s', async (signal) => {
    const other = freshDir()
    const ended = await startFixture(other, { until: 'started' })
    ended.child.kill(signal)
    expect(await ended.exit).toBe(0)
    expect(await chromiumLeftOf(ended.pid)).toEqual([])
    expect(dataFoldersOf(ended.pid)).toEqual([])
  })

  test('takes its browser along when it is killed, and the lock is free again', async () => {
    const other = freshDir()
    const killed = await startFixture(other, { until: 'started' })
    expect(chromiumOf(killed.pid).length).toBeGreaterThan(0)
    killed.child.kill('SIGKILL')
    await killed.exit
    expect(await chromiumLeftOf(killed.pid)).toEqual([])
    const next = await startFixture(other, { until: 'started' })
    expect(dataFoldersOf(killed.pid)).toEqual([])
    next.child.kill('SIGTERM')
    expect(await next.exit).toBe(0)
  })

  test('ends when the process that started it is gone', async () => {
    const other = freshDir()
    const orphan = await startFixture(other, { until: 'started' })
    orphan.child.disconnect()
    expect(await orphan.exit).toBe(0)
    expect(await chromiumLeftOf(orphan.pid)).toEqual([])
  })
})
