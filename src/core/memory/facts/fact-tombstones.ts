import { createHmac } from 'node:crypto'
import type { Db } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { factIdOf, namespaceName, type FactNamespace } from './fact-id.ts'
import { statementOf } from './statement.ts'

interface TombstoneContext {
  readonly db: Db
  readonly key: Uint8Array
}

/**
 * What is kept of a forgotten fact: HMACs with the profile's key, no text. One of its text, one of what it claims (so that other words for it
 * do not bring it back), and, with a key, one of the claim as the value of that key.
 */
export function marksOf(context: Pick<TombstoneContext, 'key'>, namespace: FactNamespace, text: string, key: string | null): string[] {
  const { terms, numbers, denies } = statementOf(text)
  const claim = JSON.stringify([terms, numbers, denies])
  const mark = (kind: string, value: string): string => {
    const digest = createHmac('sha256', context.key)
      .update([kind, namespaceName(namespace), value].join('\0'))
      .digest('hex')
    return `${kind}_${digest.slice(0, 40)}`
  }
  const id = factIdOf(context.key, namespace, text)
  if (terms.length + numbers.length === 0) return [id]
  return [id, mark('claim', claim), ...(key === null ? [] : [mark('value', JSON.stringify([key, terms, numbers]))])]
}

/** Leaves a tombstone. @param now milliseconds since the epoch */
export function bury(context: TombstoneContext, namespace: FactNamespace, text: string, key: string | null, now: number): void {
  for (const mark of marksOf(context, namespace, text, key)) {
    statement(context.db, 'insert or replace into tombstones(fact_id, created_at) values (?, ?)').run(mark, now)
  }
}

/** Whether anything was ever forgotten. */
export function anyBuried(db: Db): boolean {
  return statement(db, 'select 1 from tombstones limit 1').get() !== undefined
}

/** Removes the tombstone: the person has said it again. */
export function unbury(db: Db, fact: { readonly marks: readonly string[] }): void {
  if (!anyBuried(db)) return
  statement(db, 'delete from tombstones where fact_id in (select value from json_each(?))').run(JSON.stringify(fact.marks))
}

export function isBuried(context: TombstoneContext, namespace: FactNamespace, text: string, key: string | null): boolean {
  const found = statement(context.db, 'select 1 from tombstones where fact_id in (select value from json_each(?)) limit 1').get(
    JSON.stringify(marksOf(context, namespace, text, key))
  )
  return found !== undefined
}
