import { findPlace, forecast, type FoundPlace, type Weather, type WeatherAnswer, type WeatherFailure } from './open-meteo.ts'
import { languageOf } from './text-language.ts'
import type { ToolDefinition, ToolDependencies } from './tool-definition.ts'
import type { ToolContext, ToolResult } from './tool.ts'
import { weatherWords } from './weather-codes.ts'

type Language = 'zh' | 'en'

function failed(failure: WeatherFailure, language: Language): ToolResult {
  const zh = language === 'zh'
  if (failure.kind === 'bad-reply') {
    const text = zh
      ? '天气服务的回答不是天气数据（可能是登录页面，或地址设置不对）。'
      : 'The weather service did not answer with weather data (perhaps a login page, or a wrong address in the settings).'
    return { ok: false, text }
  }
  const passing = failure.status === 408 || failure.status === 429 || failure.status >= 500
  const text = zh ? `天气服务返回了错误状态 ${failure.status}。` : `The weather service answered with status ${failure.status}.`
  return passing ? { ok: false, retry: true, text } : { ok: false, text }
}

/** Only what the service said; a missing value is left out, never invented. */
function weatherText(place: string, weather: Weather, language: Language): string | null {
  const zh = language === 'zh'
  const { code, temperature, humidity, high, low, rainChance, sunrise, sunset } = weather
  const now = [
    code === null ? '' : weatherWords(code, language),
    temperature === null ? '' : `${temperature}°C`,
    humidity === null ? '' : zh ? `湿度 ${humidity}%` : `humidity ${humidity}%`
  ].filter(Boolean)
  const today = [
    low === null || high === null ? '' : zh ? `${low} 到 ${high}°C` : `${low} to ${high}°C`,
    rainChance === null ? '' : zh ? `降雨概率 ${rainChance}%` : `chance of rain ${rainChance}%`,
    sunrise === null ? '' : zh ? `日出 ${sunrise}` : `sunrise ${sunrise}`,
    sunset === null ? '' : zh ? `日落 ${sunset}` : `sunset ${sunset}`
  ].filter(Boolean)
  if (now.length + today.length === 0) return null
  const lines = zh
    ? [place, now.length > 0 && `现在：${now.join('，')}`, today.length > 0 && `今天：${today.join('，')}（当地时间）`]
    : [place, now.length > 0 && `Now: ${now.join(', ')}`, today.length > 0 && `Today: ${today.join(', ')} (local time)`]
  return lines.filter((line) => line !== false).join('\n')
}

function coordinatesText(latitude: number, longitude: number): string {
  return `${Math.abs(latitude)}°${latitude < 0 ? 'S' : 'N'}, ${Math.abs(longitude)}°${longitude < 0 ? 'W' : 'E'}`
}

/** A name as the geocoder lists it: it knows 杭州 and not 杭州市. */
function shorterName(place: string): string | null {
  return /^\p{Script=Han}{2,}[市县区省]$/u.test(place) ? place.slice(0, -1) : null
}

async function weatherFor(
  args: Readonly<Record<string, unknown>>,
  context: ToolContext,
  { fetchFor, settings }: ToolDependencies
): Promise<ToolResult> {
  const place = typeof args['place'] === 'string' ? args['place'].trim() : ''
  const language = languageOf(context.userMessage.text + place)
  const { latitude, longitude } = args
  const fetchPort = fetchFor({
    purpose: 'tool',
    conversationId: context.conversationId,
    turnId: context.turnId,
    factIds: [],
    declared: null,
    runtimeText: []
  })
  const { geocodingUrl, forecastUrl } = settings().tools
  let at: FoundPlace
  if (typeof latitude === 'number' && typeof longitude === 'number') {
    at = { latitude, longitude, name: coordinatesText(latitude, longitude) }
  } else if (place !== '') {
    const search = (name: string) => findPlace(fetchPort, geocodingUrl, name, languageOf(name), context.signal)
    let found: WeatherAnswer<FoundPlace | null> = await search(place)
    const shorter = shorterName(place)
    if (found.ok && found.value === null && shorter !== null) found = await search(shorter)
    if (!found.ok) return failed(found.failure, language)
    if (found.value === null) return { ok: false, text: language === 'zh' ? '没有找到这个地方。' : 'No place of that name was found.' }
    at = found.value
  } else {
    return { ok: false, text: 'Give either place, or both latitude and longitude.' }
  }
  const answer = await forecast(fetchPort, forecastUrl, at, context.signal)
  if (!answer.ok) return failed(answer.failure, language)
  const text = weatherText(at.name, answer.value, language)
  return text === null ? failed({ kind: 'bad-reply' }, language) : { ok: true, text }
}

/** Weather from Open-Meteo, which needs no key; both addresses are settings. */
export const getWeather: ToolDefinition = {
  name: 'get_weather',
  needsMemory: false,
  create: (dependencies) => ({
    name: 'get_weather',
    description:
      'Current weather and today: temperature, humidity, sunrise, sunset, chance of rain. Give place, or latitude and longitude. 查询天气。',
    parameters: {
      type: 'object',
      properties: {
        place: { type: 'string', description: 'A city or town, Chinese or English, for example 杭州', maxLength: 100 },
        latitude: { type: 'number', description: 'Degrees north', minimum: -90, maximum: 90 },
        longitude: { type: 'number', description: 'Degrees east', minimum: -180, maximum: 180 }
      }
    },
    network: true,
    readOnly: true,
    execute: (args, context) => weatherFor(args, context, dependencies)
  })
}
