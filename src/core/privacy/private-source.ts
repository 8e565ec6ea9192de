import { statement } from '../db/statements.ts'
import type { Db } from '../db/database.ts'
import type { PrivateSource, PrivateText } from './protected-values.ts'

/**
 * A counter that lives as long as the connection and moves with every change of a private row, whoever makes it. Triggers see to it, so that no
 * writer can forget to say so; they are temporary and touch nothing of the file.
 */
const WATCHED: readonly { readonly table: string; readonly columns: string }[] = [
  { table: 'facts', columns: 'text, aliases, privacy' },
  { table: 'messages', columns: 'content, reasoning, tool_calls, privacy' },
  { table: 'summaries', columns: 'text, privacy' },
  { table: 'compactions', columns: 'text, privacy' }
]

const bump = 'begin update private_revision set n = n + 1; end'

function triggersFor({ table, columns }: (typeof WATCHED)[number]): string {
  return `
    create temp trigger if not exists ${table}_private_in after insert on main.${table} when new.privacy = 'private' ${bump};
    create temp trigger if not exists ${table}_private_out after delete on main.${table} when old.privacy = 'private' ${bump};
    create temp trigger if not exists ${table}_private_new after update of ${columns} on main.${table}
      when new.privacy = 'private' or old.privacy = 'private' ${bump};`
}

const ofPrivate = (row: 'new' | 'old') => `when (select privacy from main.facts where rowid = ${row}.fact_rowid) = 'private' ${bump};`

/** Evidence has the label of its fact; with the fact itself it goes too. */
const EVIDENCE = `
    create temp trigger if not exists evidence_private_in after insert on main.fact_evidence ${ofPrivate('new')}
    create temp trigger if not exists evidence_private_new after update on main.fact_evidence ${ofPrivate('new')}
    create temp trigger if not exists evidence_private_out after delete on main.fact_evidence ${ofPrivate('old')}`

const ofMessageRow = (row: 'new' | 'old') => `when (select privacy from main.messages where id = ${row}.message_id) = 'private' ${bump};`

/** A long tool result has the label of its message; with the message itself it goes too. */
const RESULTS = `
    create temp trigger if not exists tool_results_private_in after insert on main.tool_results ${ofMessageRow('new')}
    create temp trigger if not exists tool_results_private_new after update on main.tool_results ${ofMessageRow('new')}
    create temp trigger if not exists tool_results_private_out after delete on main.tool_results ${ofMessageRow('old')}`

function watch(db: Db): void {
  db.exec(`
    create temp table if not exists private_revision (n integer not null);
    insert into temp.private_revision select 0 where not exists (select 1 from temp.private_revision);
    ${WATCHED.map(triggersFor).join('\n')}
    ${EVIDENCE}
    ${RESULTS}`)
}

interface FactRow {
  readonly text: string
  readonly aliases: string
  /** JSON list of texts. */
  readonly evidence: string
}

interface MessageRow {
  readonly role: string
  readonly content: string
  readonly reasoning: string
  readonly calls: string | null
}

/** Naming every status lets the index of status and privacy serve. */
const FACTS = `select text, aliases, (select json_group_array(e.text) from fact_evidence e where e.fact_rowid = facts.rowid) as evidence from facts
  where status in ('live', 'superseded', 'retracted', 'proposed') and privacy = 'private' order by rowid`
const MESSAGES = `select role, content, reasoning, tool_calls as calls from messages where privacy = 'private' order by rowid`
/** Texts that the product made from private messages, or kept beside one. */
const DERIVED = `select text from summaries where privacy = 'private' union select text from compactions where privacy = 'private'
  union all select t.text from tool_results t join messages m on m.id = t.message_id where m.privacy = 'private'`

function person(text: string): PrivateText {
  return { text, author: 'person' }
}

function machine(text: string): PrivateText {
  return { text, author: 'machine' }
}

function textsOf(json: string): string[] {
  const parsed: unknown = JSON.parse(json)
  return Array.isArray(parsed) ? parsed.map(String) : []
}

function ofFact(row: FactRow): readonly PrivateText[] {
  return [row.text, ...textsOf(row.aliases), ...textsOf(row.evidence)].filter((text) => text !== '').map(person)
}

function ofMessage(row: MessageRow): readonly PrivateText[] {
  const content = row.role === 'user' ? person(row.content) : machine(row.content)
  return [content, machine(row.reasoning), machine(row.calls ?? '')].filter(({ text }) => text !== '')
}

/**
 * Every private text of the profile: facts of all statuses with their aliases and evidence, messages with their
 * long tool results, and notes made from them. A row that waits
 * to be erased counts until it is.
 */
export function createPrivateSource(db: Db): PrivateSource {
  watch(db)
  return {
    revision: () => (statement(db, 'select n from temp.private_revision').get() as { readonly n: number }).n,
    *privateTexts() {
      for (const row of statement(db, FACTS).all()) yield* ofFact(row as FactRow)
      for (const row of statement(db, MESSAGES).all()) yield* ofMessage(row as MessageRow)
      for (const row of statement(db, DERIVED).all()) yield machine((row as { readonly text: string }).text)
    }
  }
}
