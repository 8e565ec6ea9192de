// Fills a profile through the routes that everyone uses. Requests go to a scripted server that plays the proxy, so that hosts look as they do
// for a person and nothing leaves this machine.
import { startHeadless } from '../../tests/support/headless.ts'
import { json, startScriptedServer, text, toolCall } from '../../tests/support/scripted-server/index.ts'

const DAY_MS = 86_400_000
export const PASSPHRASE = 'an umbrella under four slow lanterns'

const USUAL_WEATHER = {
  geocodingUrl: 'https://geocoding-api.open-meteo.com/v1/search',
  forecastUrl: 'https://api.open-meteo.com/v1/forecast'
}
const overHttp = (address) => address.replace('https://', 'http://')

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

async function startServer() {
  const server = await startScriptedServer()
  server.route('GET', '/v1/search', (request) =>
    json({ results: [{ name: request.query.get('name'), latitude: 30.29, longitude: 120.16, country: '' }] })
  )
  server.route('GET', '/v1/forecast', json(FORECAST))
  server.route('GET', '/models', json({ data: [{ id: 'deepseek-v4-flash' }, { id: 'deepseek-v4-pro' }] }))
  return server
}

function replyOf({ call, args, text: answer, reasoning }) {
  if (call !== undefined) return toolCall(call, args)
  return text(answer, reasoning === undefined ? { size: 12 } : { size: 12, reasoning })
}

async function configure(core, server, language) {
  await core.call('settings.set', {
    patch: {
      appearance: { language },
      // By rules alone, so that no request of its own takes an answer of the story.
      memory: { extraction: 'rules' },
      network: { proxy: 'manual', proxyUrl: server.origin },
      tools: { geocodingUrl: overHttp(USUAL_WEATHER.geocodingUrl), forecastUrl: overHttp(USUAL_WEATHER.forecastUrl) }
    }
  })
  await core.call('providers.save', { id: 'ollama', preset: 'ollama', model: 'qwen3:8b' })
  await core.call('providers.save', { id: 'deepseek', preset: 'deepseek', baseUrl: 'http://api.deepseek.com' })
  await core.call('providers.setKey', { id: 'deepseek', key: 'sk-not-a-real-key' })
  await core.call('providers.select', { id: 'deepseek', model: 'deepseek-v4-flash' })
}

async function talk(core, server, conversations) {
  for (const turns of conversations) {
    const { conversationId } = await core.call('conversations.create', {})
    for (const { say, steps } of turns) {
      server.enqueue(...steps.map(replyOf))
      await core.turn({ conversationId, text: say })
    }
  }
}

/** As a person would leave it: real addresses, the system's proxy. */
async function putBack(core) {
  await core.call('settings.set', { patch: { network: { proxy: 'system', proxyUrl: '' }, tools: USUAL_WEATHER } })
  await core.call('providers.save', { id: 'deepseek', preset: 'deepseek', model: 'deepseek-v4-flash' })
}

/** Tells the story of one language into a new profile, day by day. */
export async function seed(profileDir, language, story) {
  const server = await startServer()
  try {
    for (const [index, { ago, conversations }] of story.days.entries()) {
      const now = Date.now() - ago * DAY_MS
      const env = { HEARTH_PASSPHRASE: PASSPHRASE, ...(ago === 0 ? {} : { HEARTH_NOW: new Date(now).toISOString() }) }
      const core = startHeadless({ profileDir, env })
      if (index === 0) {
        await configure(core, server, language)
        const items = story.facts.map(({ days, ...fact }) => ({ ...fact, createdAt: new Date(Date.now() - days * DAY_MS).toISOString() }))
        for (const item of items) await core.call('memory.add', item)
      }
      await talk(core, server, conversations)
      await core.call('memory.extract', {})
      if (index === story.days.length - 1) await putBack(core)
      await core.close()
    }
  } finally {
    await server.close()
  }
}
