import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClock } from '../../src/core/kernel/clock.ts'
import { randomIds } from '../../src/core/kernel/ids.ts'
import { silentLogger } from '../../src/core/kernel/logger.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import { openProfileDatabase } from '../../src/core/db/database.ts'
import { createGate } from '../../src/core/privacy/create-gate.ts'
import { createProtectedValues } from '../../src/core/privacy/protected-values.ts'
import { createReceiptStore } from '../../src/core/privacy/receipts.ts'
import { defaultSettings } from '../../src/core/settings/defaults.ts'
import type { AddressInfo } from 'node:net'
import type { PrivateText } from '../../src/core/privacy/protected-values.ts'

export interface Measure {
  readonly name: string
  readonly value: number
  readonly unit: string
}

const ROUNDS = 60
const STREAM_BYTES = 64 * 1024 * 1024

const subjects = ['我的医生', '小明的妈妈', '杭州的房东', '银行的账户', 'my landlord', 'the family doctor', 'our accountant', 'my sister']
const habits = [
  '每周三下午去',
  '答应在',
  '说不要告诉别人',
  '住在',
  'meets me at',
  'wants to be paid before',
  'never talks about',
  'lives near'
]
const places = ['西湖边的茶馆', '人民医院三楼', '城东的老房子', '公司楼下', 'the old mill', 'platform nine', 'the blue house', 'city hall']

/** Distinct sentences, half Chinese, with a number each. */
function privateFacts(count: number): readonly PrivateText[] {
  return Array.from({ length: count }, (_, at): PrivateText => {
    const pick = (from: readonly string[], step: number) => from[Math.floor(at / step) % from.length] ?? ''
    return { author: 'person', text: `${pick(subjects, 1)} ${pick(habits, 8)} ${pick(places, 64)}, ${13_800_000_000 + at * 7919}` }
  })
}

/** A conversation of about `size` bytes of JSON without a protected value. */
function chatBody(size: number): string {
  const sentences = ['今天我们来讨论一下向量数据库的索引方式。', 'The quick answer is that it depends on the size of the data.']
  const messages: { role: string; content: string }[] = []
  for (let bytes = 0; bytes < size; bytes += 400) messages.push({ role: 'user', content: `${sentences.join(' ').repeat(3)} ${bytes}` })
  return JSON.stringify({ model: 'm', messages, stream: true })
}

function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

async function repeat(work: () => unknown): Promise<readonly number[]> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) times.push(await timed(work))
  return times.slice(5)
}

function spread(name: string, times: readonly number[]): readonly Measure[] {
  return [
    { name: `${name}, p50`, value: percentile(times, 0.5), unit: 'ms' },
    { name: `${name}, p95`, value: percentile(times, 0.95), unit: 'ms' }
  ]
}

async function benchValues(): Promise<readonly Measure[]> {
  const texts = privateFacts(1_000)
  let revision = 1
  const values = createProtectedValues({ revision: () => revision, privateTexts: () => texts })
  const body = [chatBody(20_000)]
  const first = await timed(() => values.findIn(body))
  const again = await repeat(() => (revision += 1) && values.findIn(['x']))
  return [
    { name: 'gate: first check, 1,000 private facts, 20 kB', value: first, unit: 'ms' },
    { name: 'gate: index after one change, 1,000 private facts', value: percentile(again, 0.5), unit: 'ms' },
    ...spread('gate: last check, 1,000 private facts, 20 kB', await repeat(() => values.findIn(body)))
  ]
}

async function startAnswering() {
  const piece = Buffer.alloc(64 * 1024, 'x')
  const server = createServer((request, response) => {
    request.resume()
    request.on('end', () => {
      if (request.url !== '/stream') return void response.end('{}')
      let left = STREAM_BYTES
      const write = () => {
        while (left > 0) {
          left -= piece.length
          if (!response.write(piece)) return void response.once('drain', write)
        }
        response.end()
      }
      write()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

async function drain(response: Response): Promise<void> {
  const reader = response.body?.getReader()
  while ((await reader?.read())?.done === false);
}

async function benchRequests(dir: string): Promise<readonly Measure[]> {
  const clock = createClock()
  const profile = openProfileDatabase({ paths: profilePaths(dir), key: randomBytes(32), logger: silentLogger, now: Date.now })
  const { server, url } = await startAnswering()
  const texts = privateFacts(1_000)
  const gate = createGate({
    receipts: createReceiptStore({ db: profile.db, ids: randomIds(), clock, onChange: () => {} }),
    protectedValues: createProtectedValues({ revision: () => 1, privateTexts: () => texts }),
    network: () => ({ ...defaultSettings.network, proxy: 'none' }),
    clock,
    logger: silentLogger,
    env: { httpProxy: '', httpsProxy: '', noProxy: '' }
  })
  const context = { purpose: 'chat', conversationId: null, turnId: null, factIds: [], runtimeText: [] } as const
  const remote = gate.fetchFor({ ...context, declared: 'remote' })
  const local = gate.fetchFor({ ...context, declared: null })
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: chatBody(20_000) }
  await gate.prepare()
  try {
    const bare = await repeat(() => fetch(url, init).then(drain))
    const checked = await repeat(() => remote(url, init).then(drain))
    const unchecked = await repeat(() => local(url, init).then(drain))
    const streamed = await timed(() => local(`${url}/stream`, init).then(drain))
    const streamedBare = await timed(() => fetch(`${url}/stream`, init).then(drain))
    const mebibytes = STREAM_BYTES / 1024 / 1024
    return [
      ...spread('gate: request to a remote destination, 20 kB', checked),
      ...spread('gate: request to a local destination, 20 kB', unchecked),
      ...spread('gate: the same with plain fetch', bare),
      { name: 'gate: streaming through', value: (mebibytes / streamed) * 1_000, unit: 'MiB/s' },
      { name: 'gate: streaming with plain fetch', value: (mebibytes / streamedBare) * 1_000, unit: 'MiB/s' }
    ]
  } finally {
    await gate.close()
    server.closeAllConnections()
    server.close()
    profile.close()
  }
}

/** What the gate costs: the last check alone, whole requests against plain `fetch`, and streaming. */
export async function benchGate(): Promise<readonly Measure[]> {
  const dir = mkdtempSync(join(tmpdir(), 'hearth-bench-gate-'))
  try {
    return [...(await benchValues()), ...(await benchRequests(dir))]
  } finally {
    rmSync(dir, { recursive: true })
  }
}
