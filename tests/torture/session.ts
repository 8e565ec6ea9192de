import type { Route, RouteInput, RouteOutput } from '../../src/shared/ipc/contract.ts'
import type { Result } from '../../src/shared/model/errors.ts'
import type { TurnEvent } from '../../src/shared/model/turn-event.ts'
import { startHeadless, type Headless } from '../support/headless.ts'
import { applyFactOp } from './facts.ts'
import { shownText, type ExpectedTurn } from './talk.ts'
import type { PlannedTurn } from './script.ts'
import type { Unanswered, World } from './world.ts'

const PING_MS = 25

/** One life of the app on a profile. */
export interface Session {
  readonly app: Headless
  /** True once it was killed: what comes back then may come from the kill. */
  readonly over: boolean
  /** Asks, notes that it is under way, and resolves with null when the app was killed before it answered. */
  ask<R extends Route>(about: Unanswered, route: R, input: RouteInput<R>): Promise<Result<RouteOutput<R>> | null>
  /** Follows the events of a turn into what is expected of it. */
  follow(turnId: string, turn: ExpectedTurn, planned: PlannedTurn): Promise<void>
  /** @returns what was on screen by this moment (`performance.now()`) must survive. */
  kill(): Promise<number>
  /** Ends the app well. @returns its exit code. */
  close(): Promise<number | null>
}

/** Shown longer than this before a kill means stored. */
const WRITTEN_AFTER_MS = 250

export interface SessionOptions {
  readonly profileDir: string
  readonly world: World
  /**
   * Planted fault, to see the oracle fail: adds are taken for acknowledged when they are sent, as by an app that answers before it
   * commits, and never reach the app.
   */
  readonly answersBeforeCommit?: boolean
}

interface Followed {
  readonly turn: ExpectedTurn
  readonly planned: PlannedTurn
  readonly ended: () => void
}

function watch({ turn, planned, ended }: Followed, world: World, event: TurnEvent): void {
  if (event.type === 'text-delta') turn.shown.push({ at: performance.now(), text: shownText(turn) + event.text })
  else if (event.type === 'notice' && event.code === 'remembered' && planned.fact !== null) {
    applyFactOp(world.facts, { kind: 'add', items: [{ ...planned.fact, key: null }] })
  } else if (event.type === 'turn-end') {
    turn.end = event.reason
    ended()
  }
}

export function startSession({ profileDir, world, answersBeforeCommit = false }: SessionOptions): Session {
  const app = startHeadless({ profileDir })
  const followed = new Map<string, Followed>()
  const early: { turnId: string; event: TurnEvent }[] = []
  let over = false
  let resolveOver = (): void => {}
  const overPromise = new Promise<void>((resolve) => (resolveOver = resolve))

  app.onEvent((name, data) => {
    if (name !== 'turn.event' || !('turnId' in data)) return
    for (const event of data.events) {
      const turn = followed.get(data.turnId)
      if (turn === undefined) early.push({ turnId: data.turnId, event })
      else watch(turn, world, event)
    }
  })

  const ask: Session['ask'] = async (about, route, input) => {
    if (over) return null
    if (answersBeforeCommit && route === 'memory.add') return { ok: true, value: { factId: 'fact_lie', created: true } as never }
    world.unanswered.add(about)
    const result = await app.ask(route, input)
    // After a kill the helper fails everything that was open; what was answered before came with its own value.
    if (over && !result.ok) return null
    world.unanswered.delete(about)
    return result as Result<RouteOutput<typeof route>>
  }

  const ping = setInterval(() => {
    void ask({ about: 'ping', at: performance.now() }, 'app.status', {})
  }, PING_MS)

  return {
    app,
    get over() {
      return over
    },
    ask,
    follow: async (turnId, turn, planned) => {
      const done = new Promise<void>((resolve) => {
        const entry: Followed = { turn, planned, ended: resolve }
        followed.set(turnId, entry)
        for (const { turnId: of, event } of early) if (of === turnId) watch(entry, world, event)
      })
      await Promise.race([done, overPromise])
    },
    close: () => {
      over = true
      clearInterval(ping)
      resolveOver()
      return app.close()
    },
    kill: async () => {
      const at = performance.now()
      // A core that had not answered since then was busy or had no processor, and cannot have written: that time does not count.
      const pings = [...world.unanswered].flatMap((one) => (one.about === 'ping' ? [one.at] : []))
      over = true
      clearInterval(ping)
      await app.kill()
      resolveOver()
      return Math.min(at, ...pings) - WRITTEN_AFTER_MS
    }
  }
}
