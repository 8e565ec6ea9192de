import type { ProfileSection, ProfileSectionName } from '../../../shared/model/memory.ts'
import type { Destination } from '../../../shared/model/privacy.ts'
import { strictest } from '../../../shared/privacy-order.ts'
import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { isoTime, type Clock } from '../../kernel/clock.ts'
import { statement } from '../../db/statements.ts'
import { composeSection, factsOfSection, linesThatFit } from './compose-profile.ts'
import { createProfileFacts, type ProfileFact } from './profile-facts.ts'
import { ProfileStore, type StoredSection } from './profile-store.ts'
import { PROFILE_SECTIONS, type ProfileReader, type ProfileText } from './profile-text.ts'

export interface ProfileOptions {
  readonly db: Db
  readonly clock: Clock
  /** True when one of the texts holds a protected value. */
  readonly holdsPrivate: (texts: readonly string[]) => boolean
  /** False: the profile is what the person wrote, and nothing else. */
  readonly learns: () => boolean
  readonly onChange: () => void
}

const nothing: ReadonlySet<string> = new Set()

/** Four short texts about the person, as each audience may see them. */
export class Profile implements ProfileReader {
  readonly store: ProfileStore
  readonly facts: (audience: Destination) => readonly ProfileFact[]
  readonly #options: ProfileOptions
  #forgotten = 0

  constructor(options: ProfileOptions) {
    this.#options = options
    this.store = new ProfileStore(options.db)
    this.facts = createProfileFacts(options.db)
  }

  /** Moves whenever something was forgotten: a text that was being written meanwhile must not be stored. */
  get forgotten(): number {
    return this.#forgotten
  }

  read(audience: Destination, leftOut: ReadonlySet<string> = nothing): readonly ProfileText[] {
    const stored = this.store.all()
    const factsFor = (whom: Destination): readonly ProfileFact[] => this.usableFacts(whom).filter((fact) => !leftOut.has(fact.id))
    const open = factsFor('remote')
    const all = audience === 'local' ? factsFor('local') : open
    return PROFILE_SECTIONS.map((section) => {
      const text = audience === 'remote' ? this.#remote(section, stored, open) : this.#local(section, stored, all, open)
      return audience === 'remote' && this.#options.holdsPrivate([text.text]) ? emptySection(section, text.edited) : text
    })
  }

  /** Facts that may go into the text of an audience; an open one that holds a protected value stays here like the value itself. */
  usableFacts(audience: Destination): readonly ProfileFact[] {
    if (!this.#options.learns()) return []
    const facts = this.facts(audience)
    return audience === 'local' ? facts : facts.filter((fact) => !this.#options.holdsPrivate([fact.text]))
  }

  #remote(section: ProfileSectionName, stored: readonly StoredSection[], facts: readonly ProfileFact[]): ProfileText {
    const row = find(stored, section, 'remote')
    // The person's words stay here, and nothing else is said in their name.
    if (row === undefined && find(stored, section, 'local')?.edited === true) return emptySection(section, true)
    return row !== undefined && this.#counts(row, facts) ? textOf(row) : composeSection(facts, section)
  }

  /** @param open those of the facts that remote turns may have too */
  #local(
    section: ProfileSectionName,
    stored: readonly StoredSection[],
    facts: readonly ProfileFact[],
    open: readonly ProfileFact[]
  ): ProfileText {
    const own = find(stored, section, 'local')
    if (own !== undefined && this.#counts(own, facts)) return own.edited ? this.#withLabel(textOf(own)) : textOf(own)
    const shared = find(stored, section, 'remote')
    if (shared === undefined || shared.edited || !this.#counts(shared, open)) return composeSection(facts, section)
    // What a model elsewhere wrote from open facts, and behind it what stays here.
    const shown = new Set(open.map((fact) => fact.id))
    const closed = factsOfSection(facts, section).filter((fact) => !shown.has(fact.id))
    const { text, facts: taken } = linesThatFit(closed, shared.text)
    const factIds = [...shared.factIds, ...taken.map((fact) => fact.id)]
    return { ...textOf(shared), text, factIds, privacy: strictest([shared.privacy, ...taken.map((fact) => fact.privacy)]) }
  }

  /** The person's own text always counts; a written one while it holds and knows every fact that belongs in it. */
  #counts(row: StoredSection, facts: readonly ProfileFact[]): boolean {
    if (row.edited) return true
    if (!this.#options.learns() || !this.store.holds(row)) return false
    const given = new Set(row.givenIds)
    return factsOfSection(facts, row.section).every((fact) => given.has(fact.id) && fact.updated_at <= row.updatedAt)
  }

  #withLabel(text: ProfileText): ProfileText {
    return { ...text, privacy: this.#options.holdsPrivate([text.text]) ? 'private' : 'open' }
  }

  /** What a look on this machine sees. */
  view(): ProfileSection[] {
    return this.read('local').map(({ privacy: _privacy, updatedAt, factIds, messageIds, ...rest }) => ({
      ...rest,
      factIds: [...factIds],
      messageIds: messageIds.length > 0 ? [...messageIds] : this.#evidenceOf(factIds),
      updatedAt: updatedAt === null ? null : isoTime(updatedAt)
    }))
  }

  /** The person's own text; it is never rewritten without them. An empty one clears the section and lets it be written anew. */
  edit(section: ProfileSectionName, text: string): ProfileSection {
    const plain = text.toWellFormed().trim()
    const own = { section, edited: true, factIds: [], messageIds: [], givenIds: [], updatedAt: this.#options.clock.now() } as const
    const holds = this.#options.holdsPrivate([plain])
    transaction(this.#options.db, () => {
      this.store.remove(section)
      if (plain === '') return
      this.store.put({ ...own, audience: 'local', text: plain, privacy: holds ? 'private' : 'open' })
      // Words that stay here leave an empty text for remote turns, so that nothing else is said in the person's name.
      this.store.put({ ...own, audience: 'remote', text: holds ? '' : plain, privacy: 'open' })
    })
    this.#options.onChange()
    const seen = this.view().find((one) => one.section === section)
    return seen ?? { section, text: plain, edited: true, factIds: [], messageIds: [], updatedAt: null }
  }

  /** As `ProfileStore.forget`. */
  forget(ids: readonly string[], edit: (text: string) => string): string[] {
    this.#forgotten += 1
    return this.store.forget(ids, edit)
  }

  #evidenceOf(factIds: readonly string[]): string[] {
    if (factIds.length === 0) return []
    const rows = statement(
      this.#options.db,
      `select distinct e.message_id as id from fact_evidence e join facts f on f.rowid = e.fact_rowid
       where f.id in (select value from json_each(?)) order by e.at, e.message_id`
    ).all(JSON.stringify(factIds)) as { id: string }[]
    return rows.map(({ id }) => id)
  }
}

function find(stored: readonly StoredSection[], section: ProfileSectionName, audience: Destination): StoredSection | undefined {
  return stored.find((row) => row.section === section && row.audience === audience)
}

function textOf(row: StoredSection): ProfileText {
  const { section, text, edited, factIds, messageIds, privacy, updatedAt } = row
  return { section, text, edited, factIds, messageIds, privacy, updatedAt }
}

function emptySection(section: ProfileSectionName, edited: boolean): ProfileText {
  return { section, text: '', edited, factIds: [], messageIds: [], privacy: 'open', updatedAt: null }
}
