import { sentence, SENTENCES } from '../bench/sentences.ts'
import type { Reply, ScriptedServer } from '../support/scripted-server/index.ts'
import { emptyFactWorld, type FactOp, type FactWorld } from './facts.ts'
import type { Random } from './random.ts'
import type { ExpectedConversation, ExpectedTurn } from './talk.ts'

/** A request that was sent and not answered yet. */
export type Unanswered =
  | { readonly about: 'facts'; readonly op: FactOp }
  | { readonly about: 'draft'; readonly conversation: ExpectedConversation; readonly text: string }
  | { readonly about: 'turn'; readonly conversation: ExpectedConversation; readonly turn: ExpectedTurn }
  | { readonly about: 'delete'; readonly conversation: ExpectedConversation; readonly hold: boolean }
  | { readonly about: 'ping'; readonly at: number }
  | { readonly about: 'other' }

/** All that one profile must hold, and what was under way when the app was killed. */
export interface World {
  readonly random: Random
  readonly server: ScriptedServer
  /** How the scripted model answers a user message, round by round. */
  readonly plans: Map<string, readonly Reply[]>
  readonly facts: FactWorld
  readonly conversations: ExpectedConversation[]
  readonly unanswered: Set<Unanswered>
  /** Facts and conversations that a request under way is about: nothing else touches them meanwhile. */
  readonly busy: Set<string>
  /** How often the weather service was asked about each place. */
  readonly asked: Map<string, number>
  /** Of deletions that waited when the app was killed, or were carried out since. */
  readonly deletionIds: Set<string>
  readonly problems: string[]
  /** Acknowledged requests by route, for the report: a run that did nothing proves nothing. */
  readonly acknowledged: Map<string, number>
  nextText: number
}

export function createWorld(random: Random, server: ScriptedServer): World {
  return {
    random,
    server,
    plans: new Map(),
    facts: emptyFactWorld(),
    conversations: [],
    unanswered: new Set(),
    busy: new Set(),
    asked: new Map(),
    deletionIds: new Set(),
    problems: [],
    acknowledged: new Map(),
    nextText: random.between(0, SENTENCES - 1)
  }
}

/** A sentence that this profile has not had yet. */
export function freshText(world: World): string {
  world.nextText = (world.nextText + 1) % SENTENCES
  return sentence(world.nextText)
}

/** Something to keep at home; no other text shares a word or number with it. */
export function freshSecret(world: World): string {
  const code = world.random.between(10_000_000, 99_999_999)
  return world.random.chance(0.5) ? `保险柜的密码是 ${code}` : `safe combination ${code}`
}
