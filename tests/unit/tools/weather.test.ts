import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '../../../src/core/settings/defaults.ts'
import { executeCall } from '../../../src/core/tools/executor.ts'
import { getWeather } from '../../../src/core/tools/get-weather.ts'
import { createToolRegistry } from '../../../src/core/tools/registry.ts'
import { WEATHER_CODES, weatherWords } from '../../../src/core/tools/weather-codes.ts'
import { startWeatherServer, type WeatherServer } from '../../support/weather-server.ts'
import { openTestGate, type GateSetup } from '../privacy/support.ts'
import { contextOf, dependenciesOf } from './support.ts'

let server: WeatherServer

beforeAll(async () => {
  server = await startWeatherServer()
})
afterAll(() => server.close())

interface Asking {
  readonly text?: string
  readonly toolMs?: number
  readonly forecastUrl?: string
  readonly gate?: GateSetup
  /** Loopback stands for another machine, so that the gate checks as for one. */
  readonly remote?: boolean
}

/** One call of the tool through the real gate. */
async function ask(args: object, { text = '天气怎么样', toolMs = 5_000, forecastUrl = server.forecastUrl, ...asking }: Asking = {}) {
  const { gate, receipts } = openTestGate(asking.gate)
  const tools = { ...defaultSettings.tools, geocodingUrl: server.geocodingUrl, forecastUrl }
  const registry = createToolRegistry({
    definitions: [getWeather],
    enabled: () => ['get_weather'],
    dependencies: dependenciesOf({
      settings: () => ({ ...defaultSettings, tools }),
      fetchFor: (context) => gate.fetchFor(asking.remote === true ? { ...context, declared: 'remote' } : context)
    })
  })
  const context = contextOf({ userMessage: { messageId: 'm', text, privacy: 'open' } })
  const call = { id: 'c', name: 'get_weather', args: JSON.stringify(args) }
  const result = await executeCall(registry, call, context, { memoryEnabled: true, toolMs, retryDelayMs: 1 })
  return { ...result, receipts: receipts.list() }
}

/** The requests that one call made. */
async function requestsOf(work: () => Promise<unknown>): Promise<URL[]> {
  const before = server.requests.length
  await work()
  return server.requests.slice(before).map((path) => new URL(path, 'http://x'))
}

describe('get_weather', () => {
  it('answers for a Chinese place name in Chinese', async () => {
    expect(await ask({ place: '杭州' })).toMatchObject({
      outcome: 'ok',
      text: '杭州, 浙江, 中国\n现在：小雨，12.3°C，湿度 82%\n今天：8.2 到 14.1°C，降雨概率 70%，日出 06:38，日落 16:57（当地时间）'
    })
  })

  it('answers for an English place name in English', async () => {
    expect(await ask({ city: 'London' }, { text: 'How is the weather?' })).toMatchObject({
      outcome: 'ok',
      text: 'London, England, United Kingdom\nNow: light rain, 12.3°C, humidity 82%\nToday: 8.2 to 14.1°C, chance of rain 70%, sunrise 06:38, sunset 16:57 (local time)'
    })
  })

  it('finds 杭州 for 杭州市', async () => {
    expect(await ask({ place: '杭州市' })).toMatchObject({ outcome: 'ok' })
  })

  it('asks for coordinates with one request, to the forecast only', async () => {
    const requests = await requestsOf(() => ask({ latitude: -33.9, longitude: 151.2 }))
    expect(requests.map((url) => url.pathname)).toEqual(['/v1/forecast'])
    expect(requests[0]?.searchParams.get('latitude')).toBe('-33.9')
    expect(requests[0]?.searchParams.get('timezone')).toBe('auto')
  })

  it('sends the name and nothing of the conversation, as a request of purpose tool', async () => {
    let result: Awaited<ReturnType<typeof ask>> | undefined
    const requests = await requestsOf(async () => {
      result = await ask({ place: 'London' }, { text: 'my secret plan' })
    })
    expect(requests[0]?.search).toBe('?name=London&count=1&language=en&format=json')
    expect(requests.join(' ')).not.toContain('secret')
    expect(result?.receipts).toHaveLength(2)
    for (const receipt of result?.receipts ?? []) {
      expect(receipt).toMatchObject({ purpose: 'tool', turnId: 'turn_1', conversationId: 'conversation_1', outcome: 'sent', status: 200 })
    }
  })

  it('sends coordinates no finer than a kilometre', async () => {
    const requests = await requestsOf(() => ask({ latitude: 30.293651, longitude: -120.161429 }))
    expect([requests[0]?.searchParams.get('latitude'), requests[0]?.searchParams.get('longitude')]).toEqual(['30.29', '-120.16'])
  })

  it('sends nothing when the place is a private value, and says so', async () => {
    const requests = await requestsOf(async () => {
      const result = await ask({ place: '翠苑四区12幢' }, { remote: true, gate: { privateTexts: ['翠苑四区12幢'] } })
      expect(result).toMatchObject({ outcome: 'denied', attempts: 1, text: expect.stringContaining('没有发送') })
      expect(result.text).not.toContain('翠苑')
    })
    expect(requests).toEqual([])
  })

  it('sends nothing while the offline switch is on', async () => {
    const requests = await requestsOf(async () => {
      const result = await ask({ place: 'London' }, { remote: true, gate: { network: { offline: true } } })
      expect(result).toMatchObject({ outcome: 'error', attempts: 1, text: expect.stringContaining('离线') })
    })
    expect(requests).toEqual([])
  })

  it('keeps hostile place names inside one query value', async () => {
    const requests = await requestsOf(() => ask({ place: 'x&count=9#/../\r\nHost: evil' }))
    expect(requests[0]?.searchParams.get('count')).toBe('1')
    expect(requests[0]?.pathname).toBe('/v1/search')
  })

  it('says that a place is unknown and asks once', async () => {
    const requests = await requestsOf(async () => {
      expect(await ask({ place: 'Nowhereville' })).toMatchObject({ outcome: 'error', text: '没有找到这个地方。', attempts: 1 })
    })
    expect(requests).toHaveLength(1)
  })

  it.each([{}, { place: '  ' }, { latitude: 30 }])('asks for what is missing: %j', async (args) => {
    expect(await ask(args)).toMatchObject({ outcome: 'error', text: expect.stringContaining('Give either place') })
  })

  it('names an HTML answer for what it is', async () => {
    server.next({ status: 200, type: 'text/html', body: '<html>Please log in</html>' })
    const result = await ask({ place: '杭州' })
    expect(result).toMatchObject({ outcome: 'error', attempts: 1, text: expect.stringContaining('不是天气数据') })
    expect(result.text).not.toContain('log in')
  })

  it.each(['{}', '[]', 'null', '{"current":{"temperature_2m":"warm"}}', '{"current":{}}'])(
    'does not invent weather from %s',
    async (body) => {
      server.next({ status: 200, body })
      expect(await ask({ lat: 1, lon: 2 })).toMatchObject({ outcome: 'error', text: expect.stringContaining('不是天气数据') })
    }
  )

  it('leaves out what the service does not know', async () => {
    server.next({ status: 200, body: '{"current":{"temperature_2m":-3,"weather_code":null},"daily":{"sunrise":[null],"sunset":[]}}' })
    expect((await ask({ lat: 1, lon: -2 })).text).toBe('1°N, 2°W\n现在：-3°C')
  })

  it('tries a 5xx again and says so when it lasts', async () => {
    server.next({ status: 503, body: 'busy' })
    expect(await ask({ lat: 1, lon: 2 })).toMatchObject({ outcome: 'ok', attempts: 2 })
    server.next(...Array.from({ length: 3 }, () => ({ status: 500, body: '{}' })))
    expect(await ask({ lat: 1, lon: 2 })).toMatchObject({
      outcome: 'error',
      attempts: 3,
      text: '天气服务返回了错误状态 500。（试了 3 次）'
    })
  })

  it.each([400, 404])('takes %i as final', async (status) => {
    server.next({ status, body: '{"error":true,"reason":"no"}' })
    expect(await ask({ lat: 1, lon: 2 })).toMatchObject({ outcome: 'error', attempts: 1, text: expect.stringContaining(String(status)) })
  })

  it('follows no redirect', async () => {
    server.next({ status: 302, body: '' })
    const requests = await requestsOf(async () => {
      expect(await ask({ lat: 1, lon: 2 })).toMatchObject({ outcome: 'error', attempts: 1, text: expect.stringContaining('无法使用') })
    })
    expect(requests).toHaveLength(1)
  })

  it('tries a cut answer again', async () => {
    server.next('cut')
    expect(await ask({ lat: 1, lon: 2 })).toMatchObject({ outcome: 'ok', attempts: 2 })
  })

  it('gives up on silence after the time limit', async () => {
    server.next('silence')
    expect(await ask({ lat: 1, lon: 2 }, { toolMs: 150 })).toMatchObject({ outcome: 'error', text: expect.stringContaining('0.2 秒') })
  })

  it('gives up on an endless answer', async () => {
    server.next({ status: 200, body: `"${'a'.repeat(600_000)}"` })
    expect(await ask({ lat: 1, lon: 2 })).toMatchObject({ outcome: 'error', text: expect.stringContaining('不是天气数据') })
  })

  it('says that the service cannot be reached', async () => {
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as AddressInfo
    await new Promise((resolve) => closed.close(resolve))
    const result = await ask({ lat: 1, lon: 2 }, { forecastUrl: `http://127.0.0.1:${port}/v1/forecast` })
    expect(result).toMatchObject({ outcome: 'error', attempts: 3, text: expect.stringContaining('连不上') })
  })
})

describe('weather codes', () => {
  it('have words in both languages and an honest answer for others', () => {
    for (const [code, words] of WEATHER_CODES) expect([weatherWords(code, 'zh'), weatherWords(code, 'en')]).toEqual([words.zh, words.en])
    expect(weatherWords(95, 'zh')).toBe('雷暴')
    expect(weatherWords(42, 'en')).toBe('weather code 42')
  })
})
