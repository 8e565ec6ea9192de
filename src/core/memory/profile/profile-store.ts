import type { ProfileSectionName } from '../../../shared/model/memory.ts'
import type { Destination, Privacy } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'

/** A section that is stored: written by a model, or by the person. */
export interface StoredSection {
  readonly section: ProfileSectionName
  readonly audience: Destination
  readonly text: string
  readonly edited: boolean
  /** What the text names as its sources. */
  readonly factIds: readonly string[]
  readonly messageIds: readonly string[]
  /** Everything that its author was given: facts and messages, also those of the texts that it was rewritten from. */
  readonly givenIds: readonly string[]
  readonly privacy: Privacy
  /** Milliseconds since the epoch at which what it was made from was read. */
  readonly updatedAt: number
}

interface Row {
  readonly section: ProfileSectionName
  readonly audience: Destination
  readonly text: string
  readonly fact_ids: string
  readonly message_ids: string
  readonly given_ids: string
  readonly edited: number
  readonly privacy: Privacy
  readonly updated_at: number
}

const idsOf = (json: string): string[] => JSON.parse(json) as string[]

function sectionOf(row: Row): StoredSection {
  return {
    section: row.section,
    audience: row.audience,
    text: row.text,
    edited: row.edited === 1,
    factIds: idsOf(row.fact_ids),
    messageIds: idsOf(row.message_ids),
    givenIds: idsOf(row.given_ids),
    privacy: row.privacy,
    updatedAt: row.updated_at
  }
}

/** The stored sections of the profile, one per section and audience. */
export class ProfileStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  all(): StoredSection[] {
    return (statement(this.#db, 'select * from profile_sections order by section, audience').all() as Row[]).map(sectionOf)
  }

  put(stored: StoredSection): void {
    statement(
      this.#db,
      `insert or replace into profile_sections(section, audience, text, fact_ids, message_ids, given_ids, edited, privacy, updated_at)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`
    ).run(
      stored.section,
      stored.audience,
      stored.text,
      JSON.stringify(stored.factIds),
      JSON.stringify(stored.messageIds),
      JSON.stringify(stored.givenIds),
      stored.edited ? 1 : 0,
      stored.privacy,
      stored.updatedAt
    )
  }

  remove(section: ProfileSectionName, audience?: Destination): void {
    statement(this.#db, 'delete from profile_sections where section = ? and audience = coalesce(?, audience)').run(
      section,
      audience ?? null
    )
  }

  /**
   * Whether a written text may still be used: its sources are believed, and nothing that its author was given waits to be erased, is gone, or has
   * become a secret of this machine meanwhile.
   */
  holds({ audience, factIds, givenIds }: StoredSection): boolean {
    const remote = audience === 'remote' ? 1 : 0
    const row = statement(
      this.#db,
      `select
        (select count(*) from facts where id in (select value from json_each(:cited)) and status = 'live' and deletion_id is null) as believed,
        (select count(*) from facts where id in (select value from json_each(:given)) and (deletion_id is not null or (:remote and privacy <> 'open')))
        + (select count(*) from messages m join conversations c on c.id = m.conversation_id
           where m.id in (select value from json_each(:given)) and (c.deletion_id is not null or (:remote and m.privacy <> 'open'))) as shut`
    ).get({ cited: JSON.stringify(factIds), given: JSON.stringify(givenIds), remote }) as { believed: number; shut: number }
    return row.believed === factIds.length && row.shut === 0
  }

  /**
   * Takes what is being forgotten out of the profile. A written text whose author was given it is dropped whole, since a paraphrase cannot be
   * searched for; the person's own text is redacted. Call it in the transaction that erases.
   * @param ids of facts and messages.
   * @param edit puts a mark in place of the forgotten words.
   * @returns the texts that were dropped, so that copies elsewhere (receipts) can be erased too.
   */
  forget(ids: readonly string[], edit: (text: string) => string): string[] {
    // A fact of the past carries its row's number behind its id.
    const gone = new Set(ids.map((id) => id.split('.')[0] ?? id))
    return transaction(this.#db, () =>
      this.all().flatMap((stored) => {
        const text = edit(stored.text)
        if (stored.edited) {
          if (text !== stored.text) this.put({ ...stored, text })
          return []
        }
        if (text === stored.text && !stored.givenIds.some((id) => gone.has(id))) return []
        this.remove(stored.section, stored.audience)
        return stored.text === '' ? [] : [stored.text]
      })
    )
  }
}
