import { openEncrypted } from '../../src/core/db/connection.ts'
import { openKey } from '../../src/core/db/keyring.ts'
import { migrations } from '../../src/core/db/migrations/index.ts'
import { profilePaths } from '../../src/core/kernel/paths.ts'
import type { Db } from '../../src/core/db/database.ts'
import { FORGOTTEN } from './talk.ts'

/** Messages that the search must find: all that was said, but not what the person said of something forgotten, which leaves the search whole. */
const FOUND = `m.role in ('user', 'assistant') and m.content <> '' and m.status <> 'streaming'
    and not (m.role = 'user' and instr(m.content, '${FORGOTTEN}') > 0)`

/** Statements that count what must not be there. */
const NONE: Readonly<Record<string, string>> = {
  'facts without their text index': `select count(*) from facts f where f.status <> 'proposed'
    and not exists (select 1 from facts_fts_open x where x.rowid = f.rowid and f.privacy <> 'private')
    and not exists (select 1 from facts_fts_private x where x.rowid = f.rowid and f.privacy = 'private')`,
  'open text index rows without an open fact': `select count(*) from facts_fts_open x
    where not exists (select 1 from facts f where f.rowid = x.rowid and f.privacy <> 'private')`,
  'private text index rows without a private fact': `select count(*) from facts_fts_private x
    where not exists (select 1 from facts f where f.rowid = x.rowid and f.privacy = 'private')`,
  'vectors without a fact': `select count(*) from fact_vectors v where not exists (select 1 from facts f where f.rowid = v.fact_rowid)`,
  'vectors in the wrong store': `select count(*) from fact_vectors v join facts f on f.rowid = v.fact_rowid where v.private <> (f.privacy = 'private')`,
  'evidence without a fact': `select count(*) from fact_evidence e where not exists (select 1 from facts f where f.rowid = e.fact_rowid)`,
  'facts with vectors that say they have none': `select count(*) from facts f where f.embedded_model is null and exists (select 1 from fact_vectors v where v.fact_rowid = f.rowid)`,
  'facts without vectors that say they have some': `select count(*) from facts f where f.embedded_model is not null
    and not exists (select 1 from fact_vectors v where v.fact_rowid = f.rowid and v.model = f.embedded_model)`,
  'facts that still wait for a vector': `select count(*) from facts where status in ('live', 'superseded') and embedded_model is null`,
  'two live facts with one key': `select count(*) from (select 1 from facts where status = 'live' and key is not null
    group by key, scope, project_id, thread_id, privacy = 'private' having count(*) > 1)`,
  'messages without their text index': `select count(*) from messages m where ${FOUND}
    and not exists (select 1 from messages_fts_open x where x.rowid = m.rowid and m.privacy <> 'private')
    and not exists (select 1 from messages_fts_private x where x.rowid = m.rowid and m.privacy = 'private')`,
  'open text index rows without an open message to be found': `select count(*) from messages_fts_open x
    where not exists (select 1 from messages m where m.rowid = x.rowid and m.privacy <> 'private' and ${FOUND})`,
  'private text index rows without a private message to be found': `select count(*) from messages_fts_private x
    where not exists (select 1 from messages m where m.rowid = x.rowid and m.privacy = 'private' and ${FOUND})`,
  'messages still streaming': `select count(*) from messages where status = 'streaming'`,
  'deletions that wait after a close': 'select (select count(*) from deletions) + (select count(*) from deletion_targets)',
  'facts still hidden after a close': 'select count(*) from facts where deletion_id is not null'
}

/** Rows and text indexes that are out of step. @returns what is wrong, with how many rows. */
export function outOfStep(db: Db): string[] {
  return Object.entries(NONE).flatMap(([name, sql]) => {
    const count = db.prepare(sql).pluck().get()
    return count === 0 ? [] : [`${String(count)} ${name}`]
  })
}

function tableNames(db: Db): string[] {
  return db.prepare(`select name from sqlite_schema where type = 'table'`).pluck().all() as string[]
}

function everyText(db: Db): string {
  const parts: string[] = []
  for (const name of tableNames(db)) {
    for (const row of db.prepare(`select * from "${name}"`).raw().all() as unknown[][]) {
      for (const value of row) {
        if (typeof value === 'string') parts.push(value)
        else if (value instanceof Uint8Array) parts.push(Buffer.from(value).toString('latin1'))
      }
    }
  }
  return parts.join('\n')
}

/**
 * Looks into the file of a profile that was closed well, with its key file: rows, text index and vectors in step, and no deleted text anywhere.
 * @returns what is wrong.
 */
export async function checkDatabase(profileDir: string, erased: ReadonlySet<string>): Promise<string[]> {
  const paths = profilePaths(profileDir)
  const db = openEncrypted(paths.database, { key: await openKey(paths, { kind: 'file' }), readonly: true, mustExist: true })
  try {
    const problems: string[] = []
    const integrity = db.pragma('integrity_check', { simple: true })
    if (integrity !== 'ok') problems.push(`integrity check: ${String(integrity)}`)
    const version = db.pragma('user_version', { simple: true })
    if (version !== migrations.length) problems.push(`the schema is of version ${String(version)}`)
    problems.push(...outOfStep(db))
    const all = everyText(db)
    for (const text of erased) if (all.includes(text)) problems.push(`the file holds the deleted "${text}"`)
    return problems
  } finally {
    db.close()
  }
}
