import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createClock } from '../../../src/core/kernel/clock.ts'
import { randomIds } from '../../../src/core/kernel/ids.ts'
import { silentLogger } from '../../../src/core/kernel/logger.ts'
import { profilePaths } from '../../../src/core/kernel/paths.ts'
import { openProfileDatabase } from '../../../src/core/db/database.ts'
import { createGate } from '../../../src/core/privacy/create-gate.ts'
import { createProtectedValues } from '../../../src/core/privacy/protected-values.ts'
import { createReceiptStore } from '../../../src/core/privacy/receipts.ts'
import { defaultSettings } from '../../../src/core/settings/defaults.ts'
import type { AddressInfo, Server as NetServer, Socket } from 'node:net'
import type { IncomingMessage, RequestListener } from 'node:http'
import type { Logger } from '../../../src/core/kernel/logger.ts'
import type { OutgoingContext } from '../../../src/core/privacy/gate.ts'
import type { PrivateText } from '../../../src/core/privacy/protected-values.ts'
import type { ProxyEnvironment } from '../../../src/core/privacy/proxy.ts'
import type { Settings } from '../../../src/shared/model/settings.ts'

export const noProxies: ProxyEnvironment = { httpProxy: '', httpsProxy: '', noProxy: '' }

/** A real encrypted database in a temporary folder, gone after the test. */
export function openTestDatabase() {
  const dir = mkdtempSync(join(tmpdir(), 'hearth-privacy-'))
  const profile = openProfileDatabase({ paths: profilePaths(dir), key: randomBytes(32), logger: silentLogger, now: Date.now })
  onTestFinished(() => {
    profile.close()
    rmSync(dir, { recursive: true })
  })
  return profile.db
}

/** Starts a server on a free port of loopback; it is gone after the test. */
export async function listen(server: NetServer): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly rawHeaders: readonly string[]
  readonly body: string
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

const sayOk: RequestListener = (_request, response) => response.setHeader('content-type', 'application/json').end('{"ok":true}')

/** A real HTTP server on loopback that remembers what it was sent. */
export async function startServer(answer: RequestListener = sayOk) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void readBody(request).then(
      (body) => {
        const { method = '', url = '', headers, rawHeaders } = request
        seen.push({ method, url, headers, rawHeaders, body })
        answer(request, response)
      },
      () => {}
    )
  })
  const port = await listen(server)
  return { seen, server, port, url: `http://127.0.0.1:${port}` }
}

export interface GateSetup {
  readonly privateTexts?: readonly string[]
  readonly network?: Partial<Settings['network']>
  readonly env?: ProxyEnvironment
  readonly logger?: Logger
}

/** A gate on a real database. `network` may be changed while it lives. */
export function openTestGate(setup: GateSetup = {}) {
  const db = openTestDatabase()
  const clock = createClock()
  const network = { ...defaultSettings.network, proxy: 'none' as Settings['network']['proxy'], ...setup.network }
  const receipts = createReceiptStore({ db, ids: randomIds(), clock, onChange: () => {} })
  const texts = (setup.privateTexts ?? []).map((text): PrivateText => ({ text, author: 'person' }))
  const protectedValues = createProtectedValues({ revision: () => 1, privateTexts: () => texts })
  const gate = createGate({
    receipts,
    protectedValues,
    network: () => network,
    clock,
    logger: setup.logger ?? silentLogger,
    env: setup.env ?? noProxies
  })
  onTestFinished(() => gate.close())
  return { gate, receipts, network, db }
}

export const remoteChat: OutgoingContext = {
  purpose: 'chat',
  conversationId: 'conversation_1',
  turnId: 'turn_1',
  factIds: ['fact_1'],
  declared: 'remote',
  runtimeText: []
}

export const localChat: OutgoingContext = { ...remoteChat, declared: null }

/** A chat request as a provider would make it. */
export function chatInit(content: string, more: Readonly<Record<string, unknown>> = {}): RequestInit {
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer test-key' },
    body: JSON.stringify({ model: 'm', messages: [{ role: 'user', content }], ...more })
  }
}

/** Waits until something is so; fails after two seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const end = performance.now() + 2_000
  while (!condition()) {
    if (performance.now() > end) throw new Error('it never became so')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
