import type { Destination, Privacy } from '../../../shared/model/privacy.ts'
import { strictest } from '../../../shared/privacy-order.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { isoTime } from '../../kernel/clock.ts'
import { countTokens } from '../../kernel/tokens.ts'
import { isSmallTalk, withoutUploads } from '../extraction/filter.ts'
import { factsOfSection, lineOf } from './compose-profile.ts'
import type { ProfileFact } from './profile-facts.ts'
import type { StoredSection } from './profile-store.ts'
import { PROFILE_SECTIONS, type ProfileText } from './profile-text.ts'

/** A message of the person that a profile may be written from. */
export interface ProfileMessage {
  readonly id: string
  readonly content: string
  readonly privacy: Privacy
  readonly created_at: number
}

export interface ProfileSource {
  readonly id: string
  readonly kind: 'fact' | 'message'
}

/** What a model is given to rewrite the profile for one audience. */
export interface ProfileMaterial {
  /** JSON text; facts and messages carry short ids. */
  readonly text: string
  /** Short ids and what they stand for. */
  readonly ids: ReadonlyMap<string, ProfileSource>
  /** Real ids of everything in it, and of what the old texts were written from. */
  readonly givenIds: readonly string[]
  readonly factIds: readonly string[]
  /** The strictest label of all of it: what is blended from it may hold any of it. */
  readonly privacy: Privacy
}

const MOST_FACTS = 60
export const MOST_MESSAGES = 12
const CLIP = 400

/** The person's own messages of shown threads; a remote model is given only open ones. Temporary threads are never read. */
export function profileMessages(db: Db, ids: readonly string[], audience: Destination): ProfileMessage[] {
  const label = audience === 'remote' ? ` and m.privacy = 'open'` : ''
  const rows = statement(
    db,
    `select m.id, m.content, m.privacy, m.created_at from messages m join conversations c on c.id = m.conversation_id
     where m.id in (select value from json_each(?)) and m.role = 'user' and m.origin = 'user' and m.status = 'complete'
       and c.temporary = 0 and c.deletion_id is null${label} order by m.rowid`
  ).all(JSON.stringify(ids)) as ProfileMessage[]
  return rows.flatMap((row) => {
    const content = withoutUploads(row.content)
    return isSmallTalk(content) ? [] : [{ ...row, content: [...content].slice(0, CLIP).join('') }]
  })
}

/** What belongs in a section first, then the newest. */
function chosen(facts: readonly ProfileFact[]): ProfileFact[] {
  const first = PROFILE_SECTIONS.flatMap((section) => factsOfSection(facts, section))
  const others = facts.toSorted((one, other) => other.created_at - one.created_at || other.rowid - one.rowid)
  return [...new Set([...first, ...others])].slice(0, MOST_FACTS)
}

function dataOf(facts: readonly ProfileFact[], messages: readonly ProfileMessage[], profile: readonly ProfileText[]): string {
  const day = (at: number): string => isoTime(at).slice(0, 10)
  return JSON.stringify({
    profile: Object.fromEntries(profile.map(({ section, text, edited }) => [section, { text, fixed: edited }])),
    facts: facts.map((fact, at) => ({ id: `f${at + 1}`, text: lineOf(fact.text), category: fact.category, date: day(fact.created_at) })),
    messages: messages.map((message, at) => ({ id: `m${at + 1}`, text: message.content, date: day(message.created_at) }))
  })
}

/** The share of facts that stays when they do not fit a model, again and again until they do. */
const FEWER = 0.8

/**
 * Everything for one call. When it does not fit, facts are left out from the end, then the oldest messages.
 * @param stored the rows of this audience, whose sources the new texts inherit
 * @param tokens that the model takes
 */
export function profileMaterial(
  facts: readonly ProfileFact[],
  said: readonly ProfileMessage[],
  profile: readonly ProfileText[],
  stored: readonly StoredSection[],
  tokens: number
): ProfileMaterial {
  let given = chosen(facts)
  let messages = said
  const tooMuch = (): boolean => countTokens(dataOf(given, messages, profile)) > tokens
  while (given.length > 0 && tooMuch()) given = given.slice(0, Math.floor(given.length * FEWER))
  while (messages.length > 1 && tooMuch()) messages = messages.slice(1)
  const sources: readonly (readonly [string, ProfileSource])[] = [
    ...given.map((fact, at) => [`f${at + 1}`, { id: fact.id, kind: 'fact' }] as const),
    ...messages.map((message, at) => [`m${at + 1}`, { id: message.id, kind: 'message' }] as const)
  ]
  return {
    text: dataOf(given, messages, profile),
    ids: new Map(sources),
    givenIds: [...new Set([...stored.flatMap((row) => row.givenIds), ...sources.map(([, { id }]) => id)])],
    factIds: given.map((fact) => fact.id),
    privacy: strictest([...given, ...messages, ...stored].map((one) => one.privacy))
  }
}
