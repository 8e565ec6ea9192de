import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface WeatherServer {
  readonly geocodingUrl: string
  readonly forecastUrl: string
  /** Paths with queries, in order of arrival. */
  readonly requests: readonly string[]
  /** Answers given before the ordinary ones, one per request. */
  next(...answers: Answer[]): void
  close(): Promise<void>
}

export type Answer =
  | { readonly status: number; readonly body: string; readonly type?: string }
  /** Never answers. */
  | 'silence'
  /** Sends half an answer and closes the connection. */
  | 'cut'

const PLACES = [
  { names: ['杭州', 'hangzhou'], name: '杭州', latitude: 30.29365, longitude: 120.16142, admin1: '浙江', country: '中国' },
  { names: ['london'], name: 'London', latitude: 51.50853, longitude: -0.12574, admin1: 'England', country: 'United Kingdom' }
]

const FORECAST = {
  latitude: 30.25,
  longitude: 120.125,
  timezone: 'Asia/Shanghai',
  current: { time: '2026-11-30T14:00', temperature_2m: 12.3, relative_humidity_2m: 82, weather_code: 61 },
  daily: {
    time: ['2026-11-30'],
    temperature_2m_max: [14.1],
    temperature_2m_min: [8.2],
    sunrise: ['2026-11-30T06:38'],
    sunset: ['2026-11-30T16:57'],
    precipitation_probability_max: [70]
  }
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(value))
}

function geocode(response: ServerResponse, query: URLSearchParams): void {
  const wanted = (query.get('name') ?? '').toLowerCase()
  const found = PLACES.filter(({ names }) => names.includes(wanted)).map(({ names: _names, ...place }) => place)
  // The real service leaves `results` out when it knows no such place.
  json(response, 200, found.length === 0 ? { generationtime_ms: 0.4 } : { results: found, generationtime_ms: 0.4 })
}

function answerAs(response: ServerResponse, answer: Answer): void {
  if (answer === 'silence') return
  if (answer === 'cut') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
    response.write('{"current":')
    setTimeout(() => response.destroy(), 20)
    return
  }
  response.writeHead(answer.status, { 'content-type': answer.type ?? 'application/json' }).end(answer.body)
}

/** Open-Meteo's two services as they answer, on a loopback port of its own. */
export async function startWeatherServer(): Promise<WeatherServer> {
  const requests: string[] = []
  const queue: Answer[] = []
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    requests.push(request.url ?? '/')
    const planned = queue.shift()
    if (planned !== undefined) answerAs(response, planned)
    else if (url.pathname === '/v1/search') geocode(response, url.searchParams)
    else if (url.pathname === '/v1/forecast') json(response, 200, FORECAST)
    else json(response, 404, { error: true, reason: 'Not Found' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    geocodingUrl: `http://127.0.0.1:${port}/v1/search`,
    forecastUrl: `http://127.0.0.1:${port}/v1/forecast`,
    requests,
    next: (...answers) => void queue.push(...answers),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
