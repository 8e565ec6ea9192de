import * as z from 'zod'
import type { GateFetch } from '../privacy/gate.ts'
import { fetchJson, type JsonAnswer } from './fetch-json.ts'

/** Both answers are a few kB; anything near this size is not what was asked for. */
const MAX_BYTES = 512 * 1024

const placesSchema = z.object({
  results: z
    .array(
      z.object({
        name: z.string(),
        latitude: z.number().min(-90).max(90),
        longitude: z.number().min(-180).max(180),
        admin1: z.string().nullish(),
        country: z.string().nullish()
      })
    )
    .optional()
})

const numbers = z.array(z.number().nullable()).nullish()
const forecastSchema = z.object({
  current: z.object({
    temperature_2m: z.number().nullish(),
    relative_humidity_2m: z.number().nullish(),
    weather_code: z.number().nullish()
  }),
  daily: z
    .object({
      temperature_2m_max: numbers,
      temperature_2m_min: numbers,
      precipitation_probability_max: numbers,
      sunrise: z.array(z.string().nullable()).nullish(),
      sunset: z.array(z.string().nullable()).nullish()
    })
    .nullish()
})

export interface Coordinates {
  /** Degrees, north and east positive. */
  readonly latitude: number
  readonly longitude: number
}

export interface FoundPlace extends Coordinates {
  readonly name: string
}

/** What the service could say; null where it said nothing. Temperatures in °C, shares in per cent, local clock times as `06:31`. */
export interface Weather {
  readonly code: number | null
  readonly temperature: number | null
  readonly humidity: number | null
  readonly high: number | null
  readonly low: number | null
  readonly rainChance: number | null
  readonly sunrise: string | null
  readonly sunset: string | null
}

export type WeatherFailure =
  /** Not JSON, or not the expected fields: a login page, another service at this address. */
  { readonly kind: 'bad-reply' } | { readonly kind: 'status'; readonly status: number }

export type WeatherAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: WeatherFailure }

function checked<T>(answer: JsonAnswer, schema: z.ZodType<T>): WeatherAnswer<T> {
  if (answer.kind === 'status') return { ok: false, failure: answer }
  if (answer.kind !== 'json') return { ok: false, failure: { kind: 'bad-reply' } }
  if (answer.status < 200 || answer.status > 299) return { ok: false, failure: { kind: 'status', status: answer.status } }
  const parsed = schema.safeParse(answer.value)
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, failure: { kind: 'bad-reply' } }
}

function withQuery(base: string, query: Readonly<Record<string, string>>): URL {
  const url = new URL(base)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** One line without control characters: the text goes to a model. */
function label(parts: readonly (string | null | undefined)[]): string {
  const names = parts.filter((part) => part !== null && part !== undefined && part !== '')
  return [...new Set(names)]
    .join(', ')
    .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, 120)
}

/** The best place of that name, or null when the service knows none. */
export async function findPlace(
  fetchPort: GateFetch,
  base: string,
  name: string,
  language: 'zh' | 'en',
  signal: AbortSignal
): Promise<WeatherAnswer<FoundPlace | null>> {
  const url = withQuery(base, { name, count: '1', language, format: 'json' })
  const answer = checked(await fetchJson(fetchPort, url, signal, MAX_BYTES), placesSchema)
  if (!answer.ok) return answer
  const found = answer.value.results?.[0]
  if (found === undefined) return { ok: true, value: null }
  const { latitude, longitude, admin1, country } = found
  return { ok: true, value: { latitude, longitude, name: label([found.name, admin1, country]) } }
}

/** `2026-11-30T06:31` as `06:31`. */
function clockTime(iso: string | null | undefined): string | null {
  return /T(\d{2}:\d{2})/.exec(iso ?? '')?.[1] ?? null
}

/** About a kilometre: weather needs no more, and nobody needs to know more. */
function coarse(degrees: number): string {
  return String(Math.round(degrees * 100) / 100)
}

/** Weather now and for today, in the local time of the place. */
export async function forecast(fetchPort: GateFetch, base: string, at: Coordinates, signal: AbortSignal): Promise<WeatherAnswer<Weather>> {
  const url = withQuery(base, {
    latitude: coarse(at.latitude),
    longitude: coarse(at.longitude),
    current: 'temperature_2m,relative_humidity_2m,weather_code',
    daily: 'temperature_2m_max,temperature_2m_min,sunrise,sunset,precipitation_probability_max',
    timezone: 'auto',
    forecast_days: '1'
  })
  const answer = checked(await fetchJson(fetchPort, url, signal, MAX_BYTES), forecastSchema)
  if (!answer.ok) return answer
  const { current, daily } = answer.value
  return {
    ok: true,
    value: {
      code: current.weather_code ?? null,
      temperature: current.temperature_2m ?? null,
      humidity: current.relative_humidity_2m ?? null,
      high: daily?.temperature_2m_max?.[0] ?? null,
      low: daily?.temperature_2m_min?.[0] ?? null,
      rainChance: daily?.precipitation_probability_max?.[0] ?? null,
      sunrise: clockTime(daily?.sunrise?.[0]),
      sunset: clockTime(daily?.sunset?.[0])
    }
  }
}
