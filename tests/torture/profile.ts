import { setTimeout as sleep } from 'node:timers/promises'
import { startScriptedServer } from '../support/scripted-server/index.ts'
import { temporaryProfile, useServer } from '../support/headless.ts'
import { work } from './actions.ts'
import { checkDatabase } from './check-database.ts'
import { checkStart } from './check-start.ts'
import { placeVersion1 } from './old-profile.ts'
import { seededRandom, type Random } from './random.ts'
import { answerChat, serveWeather } from './script.ts'
import { startSession, type Session } from './session.ts'
import { createWorld, type World } from './world.ts'

export interface ProfileRun {
  readonly seed: number
  readonly kills: number
  /** See `SessionOptions`. */
  readonly answersBeforeCommit?: boolean
}

export interface ProfileResult {
  readonly seed: number
  readonly kills: number
  readonly problems: readonly string[]
  /** Requests that were acknowledged, by route. */
  readonly acknowledged: ReadonlyMap<string, number>
  /** Answers that were cut by a kill with text on screen. */
  readonly cut: number
}

/** A start that takes longer has failed, on any machine. */
const START_MS = 60_000
const EMBEDDED_MS = 60_000
/** How long an answer is waited for. */
const ANSWER_MS = 5_000

async function started(world: World, session: Session): Promise<boolean> {
  const result = await Promise.race([session.app.ask('app.status'), sleep(START_MS, null, { ref: false })])
  if (result?.ok === true) return true
  const why = result === null ? 'no answer in a minute' : `${result.error.code} ${JSON.stringify(result.error.data ?? {})}`
  world.problems.push(`the app does not start: ${why}`)
  return false
}

/** Kills while the app starts: at any time, or as it upgrades the database. */
async function killStart(session: Session, random: Random): Promise<void> {
  const until = performance.now() + random.between(20, 1_200)
  const late = random.between(0, 40)
  while (performance.now() < until) {
    if (session.app.stderr().includes('upgrade-start')) {
      await sleep(late)
      break
    }
    await sleep(5)
  }
  await session.kill()
}

async function prepare(world: World, session: Session): Promise<void> {
  const { origin, baseUrl } = world.server
  await useServer(session.app, baseUrl)
  await session.app.call('settings.set', {
    patch: { tools: { geocodingUrl: `${origin}/geo`, forecastUrl: `${origin}/forecast` }, network: { proxy: 'none' } }
  })
}

/** The moment of the kill: some time after the start, or while an answer is being shown. */
async function moment(world: World, random: Random): Promise<void> {
  if (random.chance(0.4)) return sleep(20 + 1_800 * random.next() ** 1.5)
  const until = performance.now() + ANSWER_MS
  const isShown = (): boolean =>
    world.conversations.some(({ turns }) => turns.some((turn) => turn.settled === null && turn.end === null && turn.shown.length > 0))
  const late = 900 * random.next()
  while (!isShown() && performance.now() < until) await sleep(5)
  await sleep(late)
}

async function lives(world: World, profileDir: string, run: ProfileRun, random: Random): Promise<void> {
  let shownBefore = performance.now()
  let ready = false
  for (let kill = 0; kill < run.kills; kill += 1) {
    const requestsBefore = world.server.requests.length
    const session = startSession({ profileDir, world, answersBeforeCommit: run.answersBeforeCommit ?? false })
    if (random.chance(kill === 0 ? 0.6 : 0.15)) {
      await killStart(session, random)
      continue
    }
    if (!(await started(world, session))) return session.app.kill()
    await checkStart(world, session, requestsBefore, shownBefore)
    if (!ready) await prepare(world, session)
    ready = true
    const working = work(world, session)
    await moment(world, random.fork(`moment ${kill}`))
    shownBefore = await session.kill()
    await working
    if (world.problems.length > 0) return
  }
  await lastLife(world, profileDir, shownBefore)
}

async function lastLife(world: World, profileDir: string, shownBefore: number): Promise<void> {
  const session = startSession({ profileDir, world })
  if (!(await started(world, session))) return session.app.kill()
  await checkStart(world, session, world.server.requests.length, shownBefore)
  const until = performance.now() + EMBEDDED_MS
  while ((await session.app.call('app.status', {})).embedder.pending > 0 && performance.now() < until) await sleep(50)
  const code = await session.close()
  if (code !== 0) world.problems.push(`the app ended with ${code}`)
  else world.problems.push(...(await checkDatabase(profileDir, world.facts.erased)))
}

/** One profile through several kills, each with another seed of its own, and a look into its file at the end. */
export async function torment(run: ProfileRun): Promise<ProfileResult> {
  const random = seededRandom(run.seed)
  const server = await startScriptedServer()
  const profile = temporaryProfile()
  const world = createWorld(random.fork('work'), server)
  server.otherwise((request) => answerChat(world, request))
  serveWeather(world)
  try {
    if (random.chance(0.4)) await placeVersion1(profile.dir, world)
    await lives(world, profile.dir, run, random.fork('kills'))
  } catch (cause) {
    world.problems.push(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause))
  } finally {
    await server.close()
    profile.remove()
  }
  const turns = world.conversations.flatMap((conversation) => conversation.turns)
  const cut = turns.filter((turn) => turn.end === null && turn.shown.length > 0).length
  return { seed: run.seed, kills: run.kills, problems: world.problems, acknowledged: world.acknowledged, cut }
}
