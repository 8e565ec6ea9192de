import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer as createHttpsServer } from 'node:https'
import { createServer as createTcpServer, connect } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { proxyEnvironment, proxyFor } from '../../../src/core/privacy/proxy.ts'
import { defaultSettings } from '../../../src/core/settings/defaults.ts'
import { chatInit, listen, localChat, noProxies, openTestGate, remoteChat, startServer } from './support.ts'

const fixture = (name: string) => new URL(`fixtures/${name}`, import.meta.url)
const caFile = fixture('ca.pem').pathname

/** A proxy for plain requests (answers itself) and for tunnels (leads every one to `target`). */
async function startProxy(target: number) {
  const tunnels: string[] = []
  const proxy = await startServer((_request, response) => response.end('from the proxy'))
  proxy.server.on('connect', (request, socket) => {
    tunnels.push(`${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
    const upstream = connect(target, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    for (const end of [socket, upstream]) end.on('error', () => {}).on('close', () => (socket.destroy(), upstream.destroy()))
  })
  return { ...proxy, tunnels }
}

async function startSecureServer() {
  const urls: string[] = []
  const server = createHttpsServer(
    { key: readFileSync(fixture('server-key.pem')), cert: readFileSync(fixture('server.pem')) },
    (request, response) => {
      urls.push(request.url ?? '')
      response.end('from the server')
    }
  )
  return { port: await listen(server), urls }
}

describe('the way through a proxy', () => {
  test('a plain remote request is handed to the proxy whole, a secure one through a tunnel', async () => {
    const secure = await startSecureServer()
    const proxy = await startProxy(secure.port)
    const { gate } = openTestGate({ network: { proxy: 'manual', proxyUrl: proxy.url, caFile } })
    const send = gate.fetchFor({ ...remoteChat, declared: null })
    expect(await (await send('http://plain.example.test/a?b=c', chatInit('hello'))).text()).toBe('from the proxy')
    expect(proxy.seen[0]).toMatchObject({ url: 'http://plain.example.test/a?b=c', headers: { host: 'plain.example.test' } })
    expect(await (await send('https://model.example.test/v1', chatInit('hello'))).text()).toBe('from the server')
    expect(proxy.tunnels).toEqual(['model.example.test:443'])
    expect(secure.urls).toEqual(['/v1'])
    expect(proxy.seen).toHaveLength(1)
  })

  test.each(['manual', 'system'] as const)('loopback goes around it (%s), by address and by name', async (kind) => {
    const server = await startServer()
    const proxy = await startProxy(server.port)
    const env = { httpProxy: proxy.url, httpsProxy: proxy.url, noProxy: '' }
    const { gate } = openTestGate({ network: { proxy: kind, proxyUrl: proxy.url }, env })
    for (const context of [localChat, remoteChat]) {
      await gate.fetchFor(context)(server.url, chatInit('hello'))
      await gate.fetchFor(context)(`http://localhost:${server.port}/`, chatInit('hello'))
    }
    expect(server.seen).toHaveLength(4)
    expect(proxy.seen).toEqual([])
    expect(proxy.tunnels).toEqual([])
  })

  test('the system decides per scheme, and may exempt hosts', async () => {
    const secure = await startSecureServer()
    const proxy = await startProxy(secure.port)
    const env = { httpProxy: proxy.url, httpsProxy: proxy.url.replace('http://', ''), noProxy: 'other.test,127.0.0.1' }
    const { gate } = openTestGate({ network: { proxy: 'system', caFile }, env })
    await gate.fetchFor(remoteChat)('http://plain.example.test/', chatInit('hello'))
    await gate.fetchFor(remoteChat)('https://model.example.test/', chatInit('hello'))
    expect([proxy.seen.length, proxy.tunnels.length]).toEqual([1, 1])
  })

  test('its name and password go to the proxy alone, and into no receipt', async () => {
    const secure = await startSecureServer()
    const proxy = await startProxy(secure.port)
    const proxyUrl = proxy.url.replace('http://', 'http://me:p%40ss@')
    const { gate, db } = openTestGate({ network: { proxy: 'manual', proxyUrl, caFile } })
    await gate.fetchFor(remoteChat)('http://plain.example.test/', chatInit('hello'))
    await gate.fetchFor(remoteChat)('https://model.example.test/', chatInit('hello'))
    const token = `Basic ${Buffer.from('me:p@ss').toString('base64')}`
    expect(proxy.seen[0]?.headers['proxy-authorization']).toBe(token)
    expect(proxy.tunnels).toEqual([`model.example.test:443 ${token}`])
    expect(JSON.stringify(db.prepare('select * from receipts').all())).not.toContain(token.slice(6))
  })

  test('a broken setting stops the request instead of going around the proxy', async () => {
    const server = await startServer()
    for (const proxyUrl of ['', 'socks5://127.0.0.1:1', 'http://']) {
      const { gate } = openTestGate({ network: { proxy: 'manual', proxyUrl } })
      await expect(gate.fetchFor(remoteChat)('http://plain.example.test/', chatInit('x'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    }
    expect(server.seen).toEqual([])
  })

  test('a proxy that refuses or says nothing is PROVIDER_DOWN', async () => {
    const silent = await listen(createTcpServer(() => {}))
    const rude = await listen(
      createTcpServer((socket) => void socket.once('data', () => socket.end('HTTP/1.1 407 No\r\ncontent-length: 0\r\n\r\n')))
    )
    for (const port of [silent, rude]) {
      const { gate } = openTestGate({ network: { proxy: 'manual', proxyUrl: `http://127.0.0.1:${port}`, connectMs: 200 } })
      await expect(gate.fetchFor(remoteChat)('https://model.example.test/', chatInit('x'))).rejects.toMatchObject({ code: 'PROVIDER_DOWN' })
    }
  })

  test('a refused proxy is PROVIDER_DOWN, not a direct connection', async () => {
    const server = await startServer()
    await new Promise((resolve) => server.server.close(resolve))
    const { gate, receipts } = openTestGate({ network: { proxy: 'manual', proxyUrl: server.url } })
    await expect(gate.fetchFor(remoteChat)('http://plain.example.test/', chatInit('x'))).rejects.toMatchObject({
      code: 'PROVIDER_DOWN',
      data: { host: 'plain.example.test', reason: 'refused' }
    })
    expect(receipts.list()).toMatchObject([{ outcome: 'failed' }])
  })
})

describe('which proxy', () => {
  const network = { ...defaultSettings.network, proxy: 'system' as const }
  const proxyHost = (url: string, noProxy: string) =>
    proxyFor(new URL(url), network, { httpProxy: 'http://plain.proxy:1', httpsProxy: 'secure.proxy:2', noProxy })?.host ?? null

  test.each([
    ['http://a.test/', '', 'plain.proxy:1'],
    ['https://a.test/', '', 'secure.proxy:2'],
    ['https://a.test/', '*', null],
    ['https://a.test/', 'a.test', null],
    ['https://A.test/', 'a.TEST', null],
    ['https://b.a.test/', 'a.test', null],
    ['https://b.a.test/', '.a.test', null],
    ['https://b.a.test/', 'x, *.a.test', null],
    ['https://ba.test/', 'a.test', 'secure.proxy:2'],
    ['https://a.test.evil.example/', 'a.test', 'secure.proxy:2'],
    ['https://a.test:8443/', 'a.test:443', 'secure.proxy:2'],
    ['https://a.test:8443/', 'a.test:8443', null],
    ['https://127.0.0.1/', '', null],
    ['http://[::1]:1234/', '', null],
    ['http://localhost:1234/', '', null]
  ])('%s with NO_PROXY "%s": %s', (url, noProxy, expected) => {
    expect(proxyHost(url, noProxy)).toBe(expected)
  })

  test('none means none, and an empty environment too', () => {
    expect(
      proxyFor(new URL('http://a.test/'), { ...network, proxy: 'none' }, { httpProxy: 'p:1', httpsProxy: 'p:1', noProxy: '' })
    ).toBeNull()
    expect(proxyFor(new URL('http://a.test/'), network, noProxies)).toBeNull()
  })

  test('the variables are read in both cases, lower first', () => {
    expect(proxyEnvironment({ HTTP_PROXY: 'a', http_proxy: 'b', HTTPS_PROXY: 'c', NO_PROXY: 'd' })).toEqual({
      httpProxy: 'b',
      httpsProxy: 'c',
      noProxy: 'd'
    })
  })
})

describe('own certificate authorities', () => {
  test('a server that only they vouch for is reached with the file and not without', async () => {
    const secure = await startSecureServer()
    const url = `https://127.0.0.1:${secure.port}/`
    const { gate, network } = openTestGate()
    await expect(gate.fetchFor(localChat)(url, chatInit('hello'))).rejects.toMatchObject({
      code: 'PROVIDER_DOWN',
      data: { reason: 'certificate' }
    })
    network.caFile = caFile
    expect(await (await gate.fetchFor(localChat)(url, chatInit('hello'))).text()).toBe('from the server')
    network.caFile = ''
    await expect(gate.fetchFor(localChat)(url, chatInit('hello'))).rejects.toMatchObject({ code: 'PROVIDER_DOWN' })
  })

  test('are added to the default ones, and do not replace them', async () => {
    const usual = getCACertificates('default')
    onTestFinished(() => setDefaultCACertificates(usual))
    setDefaultCACertificates([readFileSync(caFile, 'utf8')])
    const secure = await startSecureServer()
    const { gate } = openTestGate({ network: { caFile: fixture('other-ca.pem').pathname } })
    expect((await gate.fetchFor(localChat)(`https://127.0.0.1:${secure.port}/`, chatInit('hello'))).status).toBe(200)
  })

  test('a file that is missing, empty, a folder or broken is INVALID_INPUT, leaves no receipt and names no path', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'hearth-ca-'))
    onTestFinished(() => rmSync(dir, { recursive: true }))
    writeFileSync(join(dir, 'empty.pem'), '')
    writeFileSync(join(dir, 'broken.pem'), '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n')
    for (const file of ['missing.pem', 'empty.pem', 'broken.pem', '']) {
      const { gate, receipts } = openTestGate({ network: { caFile: join(dir, file) } })
      const cause: unknown = await gate
        .fetchFor(localChat)('https://127.0.0.1:9/', chatInit('hello'))
        .catch((error: unknown) => error)
      expect(cause).toMatchObject({ code: 'INVALID_INPUT', data: { setting: 'network.caFile' } })
      // Plain HTTP needs no certificates, so a model server on this machine still answers.
      const plain = openTestGate({ network: { caFile: join(dir, file) } }).gate.fetchFor(localChat)(
        'http://127.0.0.1:9/',
        chatInit('hello')
      )
      await expect(plain).rejects.toMatchObject({ code: 'PROVIDER_DOWN' })
      expect(String(cause)).not.toContain(dir)
      expect(receipts.list()).toEqual([])
    }
  })
})
