import type { FactCategory } from '../../../shared/model/memory.ts'
import type { Destination, Privacy } from '../../../shared/model/privacy.ts'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { ftsTable } from '../facts/fact-index.ts'
import { PROFILE_KEYS, PROFILE_PHRASES } from './identity.ts'

/** A fact that may go into a profile: about the person, lasting, descriptive, believed now. */
export interface ProfileFact {
  readonly rowid: number
  readonly id: string
  readonly text: string
  readonly key: string | null
  readonly category: FactCategory | null
  readonly privacy: Privacy
  readonly pinned: number
  readonly confidence: number
  readonly created_at: number
  readonly updated_at: number
}

/** Longer facts are documents, not lines of a profile. */
const LONGEST = 300
const OF_A_CATEGORY = 40
const BY_WORDS = 200
const CATEGORIES: readonly FactCategory[] = ['preference', 'goal', 'context', 'correction']

const COLUMNS = 'rowid, id, text, key, category, privacy, pinned, confidence, created_at, updated_at'

function conditions(audience: Destination): string {
  // The `+` keeps off the index of `status`, which nearly every row matches.
  const label = audience === 'remote' ? ` and privacy = 'open'` : ''
  return `+status = 'live' and deletion_id is null and scope = 'user' and durability = 'durable' and authority = 'descriptive'
    and length(text) <= ${LONGEST}${label}`
}

/** A counter that moves with every change of a fact, whoever makes it; it lives as long as the connection and touches nothing of the file. */
function watch(db: Db): void {
  const columns = 'text, key, category, scope, durability, authority, confidence, privacy, pinned, status, deletion_id'
  const bump = 'begin update facts_revision set n = n + 1; end'
  db.exec(`
    create temp table if not exists facts_revision (n integer not null);
    insert into temp.facts_revision select 0 where not exists (select 1 from temp.facts_revision);
    create temp trigger if not exists facts_revision_in after insert on main.facts ${bump};
    create temp trigger if not exists facts_revision_out after delete on main.facts ${bump};
    create temp trigger if not exists facts_revision_new after update of ${columns} on main.facts ${bump};`)
}

function byKey(db: Db, audience: Destination): ProfileFact[] {
  const sql = `select ${COLUMNS} from facts where key in (select value from json_each(?)) and ${conditions(audience)}`
  return statement(db, sql).all(JSON.stringify(PROFILE_KEYS)) as ProfileFact[]
}

function byCategory(db: Db, audience: Destination, category: FactCategory): ProfileFact[] {
  const sql = `select ${COLUMNS} from facts where category = ? and ${conditions(audience)} order by created_at desc limit ${OF_A_CATEGORY}`
  return statement(db, sql).all(category) as ProfileFact[]
}

const anyPhrase = (phrases: readonly string[]): string => phrases.map((phrase) => `"${phrase}"`).join(' OR ')
const EXPRESSION = `(chars : (${anyPhrase(PROFILE_PHRASES.chars)})) OR (words : (${anyPhrase(PROFILE_PHRASES.words)}))`

function byWords(db: Db, audience: Destination): ProfileFact[] {
  const tables = audience === 'local' ? [ftsTable.open, ftsTable.private] : [ftsTable.open]
  return tables.flatMap((table) => {
    const rowids = statement(db, `select rowid from ${table} where ${table} match ? order by rowid desc limit ${BY_WORDS}`).all(EXPRESSION)
    const found = JSON.stringify((rowids as { rowid: number }[]).map(({ rowid }) => rowid))
    const sql = `select ${COLUMNS} from facts where rowid in (select value from json_each(?)) and ${conditions(audience)}`
    return statement(db, sql).all(found) as ProfileFact[]
  })
}

function candidates(db: Db, audience: Destination): readonly ProfileFact[] {
  const all = [...byKey(db, audience), ...byWords(db, audience), ...CATEGORIES.flatMap((category) => byCategory(db, audience, category))]
  return [...new Map(all.map((fact) => [fact.rowid, fact])).values()]
}

/** Facts that may go into the profile of an audience; read again only after a fact has changed. */
export function createProfileFacts(db: Db): (audience: Destination) => readonly ProfileFact[] {
  watch(db)
  const known = new Map<Destination, { readonly revision: number; readonly facts: readonly ProfileFact[] }>()
  return (audience) => {
    const { n } = statement(db, 'select n from temp.facts_revision').get() as { n: number }
    const cached = known.get(audience)
    if (cached?.revision === n) return cached.facts
    const facts = candidates(db, audience)
    known.set(audience, { revision: n, facts })
    return facts
  }
}
