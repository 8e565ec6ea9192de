import { promises as dnsPromises, Resolver } from 'node:dns'
import dns from 'node:dns'
import net from 'node:net'
import tls from 'node:tls'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { chatInit, localChat, noProxies, openTestGate, remoteChat, startServer } from './support.ts'

/** Notes every connection and every look-up of a name that this process makes, whoever makes it. */
function catchSockets(): string[] {
  const caught: string[] = []
  const connect = net.Socket.prototype.connect
  const spies = [
    vi.spyOn(net.Socket.prototype, 'connect').mockImplementation(function (this: net.Socket, ...args: unknown[]) {
      const [options] = Array.isArray(args[0]) ? args[0] : args
      const { host, port } = options as { readonly host?: string; readonly port?: number | string }
      caught.push(`connect ${host}:${port}`)
      return Reflect.apply(connect, this, args) as net.Socket
    }),
    vi.spyOn(tls, 'connect').mockImplementation(() => {
      caught.push('tls')
      throw new Error('no')
    }),
    vi.spyOn(dns, 'lookup').mockImplementation((...args: unknown[]) => {
      caught.push(`lookup ${String(args[0])}`)
      const callback = args.at(-1) as (error: Error) => void
      callback(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }))
    }),
    vi.spyOn(dnsPromises, 'lookup').mockImplementation((name) => {
      caught.push(`lookup ${name}`)
      return Promise.reject(new Error('no'))
    }),
    vi.spyOn(Resolver.prototype, 'resolve').mockImplementation((name: string) => void caught.push(`resolve ${name}`))
  ]
  onTestFinished(() => {
    for (const spy of spies) spy.mockRestore()
  })
  return caught
}

describe('every connection belongs to a call of the gate', () => {
  test('the catcher sees a connection that the gate did not make', async () => {
    const server = await startServer()
    const caught = catchSockets()
    await fetch(server.url).catch(() => {})
    net.connect(server.port, '127.0.0.1').destroy()
    expect(caught.length).toBeGreaterThanOrEqual(2)
  })

  test('making a gate, asking it and being refused opens nothing', async () => {
    const { gate, network } = openTestGate({ privateTexts: ['我对青霉素过敏'] })
    const caught = catchSockets()
    gate.destinationOf('https://api.deepseek.com', null)
    const send = gate.fetchFor({ ...remoteChat, declared: null })
    await expect(send('https://api.deepseek.com/', chatInit('我对青霉素过敏'))).rejects.toMatchObject({ code: 'PRIVATE_BLOCKED' })
    await expect(send('ftp://api.deepseek.com/', chatInit('x'))).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    network.offline = true
    await expect(send('https://api.deepseek.com/', chatInit('x'))).rejects.toMatchObject({ code: 'OFFLINE' })
    expect(caught).toEqual([])
  })

  test('one call is one connection to its host, and nothing else', async () => {
    const server = await startServer()
    const { gate } = openTestGate()
    const caught = catchSockets()
    await gate
      .fetchFor(localChat)(server.url, chatInit('hello'))
      .then((response) => response.text())
    expect(caught).toEqual([`connect 127.0.0.1:${server.port}`])
  })

  test('a name is looked up for its own call only', async () => {
    const { gate } = openTestGate({ env: noProxies })
    const caught = catchSockets()
    const send = gate.fetchFor({ ...remoteChat, declared: null })
    await expect(send('http://model.example.test/', chatInit('x'))).rejects.toMatchObject({
      code: 'PROVIDER_DOWN',
      data: { reason: 'name' }
    })
    expect(caught).toEqual(['connect model.example.test:80', 'lookup model.example.test'])
  })

  test('localhost is never looked up: a hosts file cannot lead it elsewhere', async () => {
    const server = await startServer()
    const { gate } = openTestGate()
    const caught = catchSockets()
    const response = await gate.fetchFor(localChat)(`http://localhost:${server.port}/`, chatInit('hello'))
    expect(response.status).toBe(200)
    expect(caught.filter((entry) => entry.startsWith('lookup'))).toEqual([])
  })

  test('behind a proxy only the proxy is connected to, and no other name is looked up', async () => {
    const proxy = await startServer()
    const { gate } = openTestGate({ network: { proxy: 'manual', proxyUrl: proxy.url } })
    const caught = catchSockets()
    await gate
      .fetchFor({ ...remoteChat, declared: null })('http://model.example.test/', chatInit('x'))
      .then((response) => response.text())
    expect(caught).toEqual([`connect 127.0.0.1:${proxy.port}`])
  })
})
