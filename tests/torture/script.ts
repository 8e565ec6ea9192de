import { sentence, SENTENCES } from '../bench/sentences.ts'
import { json, text, toolCall, wait, type ChatRequest, type Reply } from '../support/scripted-server/index.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

export type TalkKind = 'stream' | 'save' | 'weather' | 'remember' | 'secret'

export interface PlannedTurn {
  readonly text: string
  /** All text of the rounds; null when no model is asked. */
  readonly full: string | null
  /** What the turn may store. */
  readonly fact: { readonly text: string; readonly privacy: 'open' | 'private' } | null
}

const PLACE_NAMES = ['Linden', 'Ashford', 'Kirkby', 'Oakham', '柳河', '青石镇', '梅溪', '云岭']

/** Never a whole sentence, since what is forgotten as a fact would leave the answer too. */
function story(random: Random): string {
  return Array.from({ length: random.between(1, 3) }, () => sentence(random.between(0, SENTENCES - 1)).slice(0, -1)).join('! ')
}

function slowly(answer: string, random: Random): Reply {
  return text(answer, { size: random.between(1, 4), delayMs: random.between(4, 25) })
}

/** A turn of this kind, with the model's part rehearsed. `own` is a sentence that nothing else in the profile says. */
export function planTurn(world: World, kind: TalkKind, own: string): PlannedTurn {
  const { random } = world
  if (kind === 'secret') return { text: `私密：${own}`, full: null, fact: { text: own, privacy: 'private' } }
  const answer = story(random)
  const last = slowly(answer, random)
  if (kind === 'stream' || kind === 'remember') {
    const said = kind === 'remember' ? `记住：${own}` : own
    world.plans.set(said, [last])
    return { text: said, full: answer, fact: kind === 'remember' ? { text: own, privacy: 'open' } : null }
  }
  const before = 'One moment. '
  const place = `${random.pick(PLACE_NAMES)} ${random.between(1_000_000, 9_999_999)}`
  const call =
    kind === 'save'
      ? toolCall('save_preference', { fact: own }, { content: before })
      : toolCall('get_weather', { place }, { content: before })
  world.plans.set(own, [call, last])
  return { text: own, full: `${before}${answer}`, fact: kind === 'save' ? { text: own, privacy: 'open' } : null }
}

/** Answers chat requests as planned, by the newest user message and how many tool results follow it. */
export function answerChat(world: World, request: ChatRequest): Reply {
  const { messages } = request.body
  const place = messages.findLastIndex((message) => message.role === 'user')
  const rounds = world.plans.get(messages[place]?.content ?? '')
  const round = messages.slice(place).filter((message) => message.role === 'tool').length
  return rounds?.[round] ?? text('…')
}

/** A weather service that counts how often it is asked about a place. */
export function serveWeather(world: World): void {
  const slow = (value: unknown): Reply => {
    const reply = json(value)
    return { ...reply, steps: [wait(40), ...reply.steps] }
  }
  world.server.route('GET', '/geo', (request) => {
    const name = request.query.get('name') ?? ''
    world.asked.set(name, (world.asked.get(name) ?? 0) + 1)
    return slow({ results: [{ name, latitude: 51.5, longitude: -0.1 }] })
  })
  world.server.route('GET', '/forecast', slow({ current: { temperature_2m: 12.5, relative_humidity_2m: 80, weather_code: 3 } }))
}
