import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { Privacy } from '../../../../src/shared/model/privacy.ts'
import { createClock } from '../../../../src/core/kernel/clock.ts'
import { randomIds } from '../../../../src/core/kernel/ids.ts'
import { ConversationStore } from '../../../../src/core/memory/conversation/conversation-store.ts'
import type { NewFact } from '../../../../src/core/memory/facts/fact-store.ts'
import { MessageStore } from '../../../../src/core/memory/conversation/message-store.ts'
import { Profile } from '../../../../src/core/memory/profile/profile.ts'
import { openWorld, type World } from '../../../property/memory-world.ts'

export interface Desk {
  readonly world: World
  readonly profile: Profile
  /** What counts as a protected value now. */
  readonly secrets: Set<string>
  /** Whether the product writes the profile. */
  readonly learning: { on: boolean }
  readonly holdsPrivate: (texts: readonly string[]) => boolean
  tell(text: string, more?: Partial<NewFact>): string
  /** A message of the person in a conversation. */
  say(
    text: string,
    more?: { readonly privacy?: Privacy; readonly temporary?: boolean }
  ): { readonly id: string; readonly conversationId: string }
  /** The texts for an audience, by section. */
  texts(audience: 'remote' | 'local'): Record<string, string>
}

/** The profile on a real encrypted database. */
export function openDesk(): Desk {
  let world: World
  let profile: Profile
  const secrets = new Set<string>()
  const learning = { on: true }
  const ids = randomIds()
  const holdsPrivate = (texts: readonly string[]): boolean => texts.some((text) => [...secrets].some((secret) => text.includes(secret)))
  beforeAll(() => {
    world = openWorld()
  })
  beforeEach(() => {
    world.empty()
    for (const table of ['profile_sections', 'conversations', 'messages_fts_open', 'messages_fts_private'])
      world.db.exec(`delete from ${table}`)
    secrets.clear()
    learning.on = true
    const clock = { now: () => world.time.now, monotonic: () => performance.now() }
    profile = new Profile({ db: world.db, clock, holdsPrivate, learns: () => learning.on, onChange: () => {} })
  })
  afterAll(() => world.close())
  return {
    get world() {
      return world
    },
    get profile() {
      return profile
    },
    secrets,
    learning,
    holdsPrivate,
    tell: (text, more = {}) => world.facts.add({ text, source: 'person', ...more }).factId,
    say: (text, { privacy = 'open', temporary = false } = {}) => {
      const clock = createClock()
      const conversationId = new ConversationStore(world.db, clock, ids).create({ temporary })
      const id = ids.next('msg')
      const stored = {
        id,
        conversationId,
        turnId: null,
        parentId: null,
        role: 'user',
        content: text,
        status: 'complete',
        privacy,
        origin: 'user'
      } as const
      new MessageStore(world.db, clock).insert(stored)
      return { id, conversationId }
    },
    texts: (audience) => Object.fromEntries(profile.read(audience).map(({ section, text }) => [section, text]))
  }
}
