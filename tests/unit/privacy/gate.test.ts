import { describe, expect, test } from 'vitest'
import { createServer } from 'node:net'
import { AppError } from '../../../src/core/kernel/app-error.ts'
import { chatInit, listen, localChat, openTestGate, remoteChat, startServer, until } from './support.ts'

function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'it went through',
    (cause: unknown) => cause
  )
}

async function errorOf(promise: Promise<unknown>) {
  const cause = await failure(promise)
  expect(cause).toBeInstanceOf(AppError)
  return (cause as AppError).toData()
}

describe('a request that may go', () => {
  test('arrives as it was written, and the answer comes back', async () => {
    const server = await startServer()
    const { gate, receipts } = openTestGate()
    const init = chatInit('你好')
    const response = await gate.fetchFor(remoteChat)(`${server.url}/v1/chat?x=1`, init)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ ok: true })
    expect(server.seen).toHaveLength(1)
    expect(server.seen[0]).toMatchObject({ method: 'POST', url: '/v1/chat?x=1', body: init.body })
    const [receipt] = receipts.list()
    expect(receipt).toMatchObject({
      conversationId: 'conversation_1',
      turnId: 'turn_1',
      host: `127.0.0.1:${server.port}`,
      method: 'POST',
      path: '/v1/chat?x=1',
      purpose: 'chat',
      destination: 'remote',
      bytes: Buffer.byteLength(String(init.body)),
      factIds: ['fact_1'],
      body: init.body,
      outcome: 'sent',
      status: 200
    })
  })

  test('is accepted as URL and as Request too', async () => {
    const server = await startServer()
    const { gate } = openTestGate()
    await gate.fetchFor(localChat)(new URL(server.url), chatInit('one'))
    await gate.fetchFor(localChat)(new Request(server.url, chatInit('two')))
    expect(server.seen.map(({ body }) => JSON.parse(body).messages[0].content)).toEqual(['one', 'two'])
  })

  test('has its receipt before the server can answer', async () => {
    const server = await startServer(() => {})
    const { gate, receipts } = openTestGate()
    const stop = new AbortController()
    const pending = failure(gate.fetchFor(remoteChat)(server.url, { ...chatInit('hello'), signal: stop.signal }))
    await until(() => server.seen.length === 1)
    expect(receipts.list()).toMatchObject([{ outcome: 'sent', status: null, body: chatInit('hello').body }])
    stop.abort()
    expect(await pending).toMatchObject({ name: 'AbortError' })
    expect(receipts.list()).toMatchObject([{ outcome: 'failed', status: null }])
  })

  test('is not sent when its receipt cannot be stored', async () => {
    const server = await startServer()
    const { gate, db } = openTestGate()
    db.exec('drop table receipts')
    expect(await failure(gate.fetchFor(remoteChat)(server.url, chatInit('hello')))).toBeInstanceOf(Error)
    await new Promise((resolve) => setTimeout(resolve, 30))
    expect(server.seen).toHaveLength(0)
  })

  test('streams its answer piece by piece', async () => {
    let more = () => {}
    const server = await startServer((_request, response) => {
      response.write('data: one\n\n')
      more = () => response.end('data: two\n\n')
    })
    const { gate } = openTestGate()
    const response = await gate.fetchFor(localChat)(server.url, chatInit('hello'))
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    expect(await reader?.read()).toEqual({ done: false, value: 'data: one\n\n' })
    more()
    expect(await reader?.read()).toEqual({ done: false, value: 'data: two\n\n' })
    expect(await reader?.read()).toEqual({ done: true, value: undefined })
  })

  test('holds a fast server back while nobody reads, and loses nothing', async () => {
    const piece = 'x'.repeat(64 * 1024)
    const count = 400
    let written = 0
    const server = await startServer((_request, response) => {
      const write = () => {
        while (written < count) {
          written += 1
          if (!response.write(piece)) return void response.once('drain', write)
        }
        response.end()
      }
      write()
    })
    const { gate } = openTestGate()
    const response = await gate.fetchFor(localChat)(server.url, chatInit('hello'))
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(written).toBeLessThan(count)
    expect((await response.text()).length).toBe(count * piece.length)
  })
})

describe('stopping', () => {
  test('an abort while the answer streams closes the socket at the server', async () => {
    let closed = false
    const server = await startServer((request, response) => {
      request.socket.on('close', () => (closed = true))
      response.write('data: one\n\n')
    })
    const { gate } = openTestGate()
    const stop = new AbortController()
    const response = await gate.fetchFor(localChat)(server.url, { ...chatInit('hello'), signal: stop.signal })
    const reader = response.body?.getReader()
    await reader?.read()
    expect(closed).toBe(false)
    const next = failure(reader?.read() ?? Promise.resolve())
    stop.abort()
    expect(await next).toMatchObject({ name: 'AbortError' })
    await until(() => closed)
  })

  test('an abort before the answer closes the socket at the server', async () => {
    let closed = false
    const server = await startServer((request) => void request.socket.on('close', () => (closed = true)))
    const { gate } = openTestGate()
    const stop = new AbortController()
    const pending = failure(gate.fetchFor(localChat)(server.url, { ...chatInit('hello'), signal: stop.signal }))
    await until(() => server.seen.length === 1)
    stop.abort()
    expect(await pending).toMatchObject({ name: 'AbortError' })
    await until(() => closed)
  })

  test('a reader that leaves closes the socket at the server', async () => {
    let closed = false
    const server = await startServer((request, response) => {
      request.socket.on('close', () => (closed = true))
      response.write('data: one\n\n')
    })
    const { gate } = openTestGate()
    const response = await gate.fetchFor(localChat)(server.url, chatInit('hello'))
    await response.body?.cancel()
    await until(() => closed)
  })

  test('a signal that is aborted already sends nothing and leaves no receipt', async () => {
    const server = await startServer()
    const { gate, receipts } = openTestGate()
    const pending = gate.fetchFor(localChat)(server.url, { ...chatInit('hello'), signal: AbortSignal.abort() })
    expect(await failure(pending)).toMatchObject({ name: 'AbortError' })
    expect(server.seen).toHaveLength(0)
    expect(receipts.list()).toEqual([])
  })
})

describe('failures', () => {
  test('nobody listening is PROVIDER_DOWN, and the receipt says failed', async () => {
    const server = await startServer()
    server.server.closeAllConnections()
    await new Promise((resolve) => server.server.close(resolve))
    const { gate, receipts } = openTestGate()
    const error = await errorOf(gate.fetchFor(remoteChat)(server.url, chatInit('hello')))
    expect(error).toMatchObject({ code: 'PROVIDER_DOWN', data: { host: `127.0.0.1:${server.port}`, reason: 'refused' } })
    expect(receipts.list()).toMatchObject([{ outcome: 'failed', status: null }])
  })

  test('a connection that is cut before the answer is PROVIDER_DOWN', async () => {
    const server = await startServer((request) => request.socket.destroy())
    const { gate } = openTestGate()
    const error = await errorOf(gate.fetchFor(remoteChat)(server.url, chatInit('hello')))
    expect(error).toMatchObject({ code: 'PROVIDER_DOWN', data: { reason: 'reset' } })
  })

  test('a connection that is cut inside the answer fails the stream with PROVIDER_DOWN', async () => {
    const server = await startServer((request, response) => {
      response.write('data: one\n\n')
      setTimeout(() => request.socket.destroy(), 20)
    })
    const { gate } = openTestGate()
    const response = await gate.fetchFor(remoteChat)(server.url, chatInit('hello'))
    expect((await errorOf(response.text())).code).toBe('PROVIDER_DOWN')
  })

  test('what is not HTTP is PROVIDER_BAD_REPLY', async () => {
    const server = createServer((socket) => void socket.once('data', () => socket.end('SSH-2.0-OpenSSH\r\n')))
    const port = await listen(server)
    const { gate } = openTestGate()
    expect((await errorOf(gate.fetchFor(remoteChat)(`http://127.0.0.1:${port}/`, chatInit('hello')))).code).toBe('PROVIDER_BAD_REPLY')
  })

  test('a redirect is not followed', async () => {
    const target = await startServer()
    const server = await startServer((_request, response) => response.writeHead(307, { location: target.url }).end())
    const { gate, receipts } = openTestGate()
    const error = await errorOf(gate.fetchFor(remoteChat)(server.url, chatInit('hello')))
    expect(error).toMatchObject({ code: 'PROVIDER_BAD_REPLY', data: { reason: 'redirect', status: 307 } })
    expect(target.seen).toHaveLength(0)
    expect(receipts.list()).toMatchObject([{ outcome: 'sent', status: 307 }])
  })

  test('a redirect of a download is given to it, with no request to the new place', async () => {
    const target = await startServer()
    const server = await startServer((_request, response) => response.writeHead(302, { location: `${target.url}/file` }).end())
    const { gate, receipts } = openTestGate()
    const response = await gate.fetchFor({ ...remoteChat, purpose: 'download' })(server.url)
    expect([response.status, response.headers.get('location')]).toEqual([302, `${target.url}/file`])
    expect(target.seen).toHaveLength(0)
    expect(receipts.list()).toMatchObject([{ purpose: 'download', outcome: 'sent', status: 302 }])
  })

  test('an answer compressed unasked is PROVIDER_BAD_REPLY', async () => {
    const server = await startServer((_request, response) => response.setHeader('content-encoding', 'gzip').end('x'))
    const { gate } = openTestGate()
    expect((await errorOf(gate.fetchFor(remoteChat)(server.url, chatInit('hello')))).code).toBe('PROVIDER_BAD_REPLY')
  })

  test.each([204, 400, 401, 402, 404, 429, 500, 503])('status %i is passed on with its headers', async (status) => {
    const server = await startServer((_request, response) => response.writeHead(status, { 'retry-after': '7' }).end())
    const { gate, receipts } = openTestGate()
    const response = await gate.fetchFor(remoteChat)(server.url, chatInit('hello'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, '7'])
    expect(receipts.list()).toMatchObject([{ outcome: 'sent', status }])
  })

  test.each(['ftp://127.0.0.1/', 'file:///etc/hosts', 'ws://127.0.0.1/', 'not an address', 'http://user:word@127.0.0.1/'])(
    '%s is refused',
    async (url) => {
      const { gate, receipts } = openTestGate()
      expect((await errorOf(gate.fetchFor(localChat)(url, chatInit('hello')))).code).toBe('INVALID_INPUT')
      expect(receipts.list()).toEqual([])
    }
  )

  test('only GET and POST leave', async () => {
    const server = await startServer()
    const { gate } = openTestGate()
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS', 'HEAD']) {
      expect((await errorOf(gate.fetchFor(localChat)(server.url, { method }))).code).toBe('INVALID_INPUT')
    }
    expect(server.seen).toHaveLength(0)
  })

  test('a handshake that does not end within the time for connecting is PROVIDER_DOWN', async () => {
    const port = await listen(createServer(() => {}))
    const { gate, receipts } = openTestGate({ network: { connectMs: 150 } })
    const start = performance.now()
    const error = await errorOf(gate.fetchFor(remoteChat)(`https://127.0.0.1:${port}/`, chatInit('hello')))
    expect(performance.now() - start).toBeLessThan(5_000)
    expect(error).toMatchObject({ code: 'PROVIDER_DOWN', data: { reason: 'timeout' } })
    expect(receipts.list()).toMatchObject([{ outcome: 'failed' }])
  })

  test('a slow answer is waited for: payloads are timed elsewhere', async () => {
    const server = await startServer((_request, response) => void setTimeout(() => response.end('late'), 2_200))
    const { gate } = openTestGate({ network: { connectMs: 100 } })
    expect(await (await gate.fetchFor(localChat)(server.url, chatInit('hello'))).text()).toBe('late')
  })
})

describe('the offline switch', () => {
  test('refuses what is remote, notes it, and sends nothing', async () => {
    const server = await startServer()
    const { gate, receipts } = openTestGate({ network: { offline: true } })
    const error = await errorOf(gate.fetchFor(remoteChat)(server.url, chatInit('hello')))
    expect(error.code).toBe('OFFLINE')
    expect(server.seen).toHaveLength(0)
    expect(receipts.list()).toMatchObject([{ outcome: 'blocked', body: '', bytes: 0, factIds: [], destination: 'remote' }])
  })

  test('lets what is local pass, and takes effect at once', async () => {
    const server = await startServer()
    const { gate, network } = openTestGate()
    await gate.fetchFor(remoteChat)(server.url, chatInit('hello'))
    network.offline = true
    await gate.fetchFor(localChat)(server.url, chatInit('hello'))
    expect((await errorOf(gate.fetchFor(remoteChat)(server.url, chatInit('hello')))).code).toBe('OFFLINE')
    expect(server.seen).toHaveLength(2)
  })
})
