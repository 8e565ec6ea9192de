import type { Db } from '../../db/database.ts'
import { transaction } from '../../db/database.ts'
import { statement } from '../../db/statements.ts'
import { toErrorData } from '../../kernel/app-error.ts'
import type { Logger } from '../../kernel/logger.ts'
import { indexText, unindexText } from '../facts/fact-index.ts'
import type { FactRow } from '../facts/fact-rows.ts'
import { indexMessage, unindexMessage } from './message-index.ts'
import type { MessageRow } from '../conversation/message-store.ts'
import { segmenterVersion } from './segmenter-version.ts'

export interface TextIndexing {
  /** Indexes facts and messages anew when they were cut by another segmenter; in slices, in the background. Resolves when all is done. */
  run(): Promise<void>
  /** Ends after the slice that is under way; the next start goes on from there. */
  close(): Promise<void>
}

const SLICE_ROWS = 48
/** In `meta`: the version that all rows were cut by, and how far another one has come. */
const DONE = 'segmenter'
const PROGRESS = 'segmenter.progress'

const TABLES = ['facts', 'messages'] as const
type Table = (typeof TABLES)[number]

interface Progress {
  readonly version: string
  readonly table: Table
  /** Rows up to this one are done. */
  readonly rowid: number
}

function meta(db: Db, name: string): string | null {
  const row = statement(db, 'select value from meta where name = ?').get(name) as { value: string } | undefined
  return row?.value ?? null
}

function setMeta(db: Db, name: string, value: string): void {
  statement(db, 'insert into meta(name, value) values (?, ?) on conflict(name) do update set value = excluded.value').run(name, value)
}

function progressOf(db: Db, version: string): Progress {
  const start: Progress = { version, table: 'facts', rowid: 0 }
  const stored = meta(db, PROGRESS)
  if (stored === null) return start
  const known = JSON.parse(stored) as Progress
  return known.version === version ? known : start
}

function anew(db: Db, table: Table, after: number): number | null {
  const rows = statement(db, `select * from ${table} where rowid > ? order by rowid limit ${SLICE_ROWS}`).all(after) as { rowid: number }[]
  for (const row of rows) {
    if (table === 'messages') {
      unindexMessage(db, row as MessageRow)
      indexMessage(db, row as MessageRow)
    } else if ((row as FactRow).status !== 'proposed') {
      unindexText(db, row as FactRow)
      indexText(db, row as FactRow)
    }
  }
  return rows.at(-1)?.rowid ?? null
}

/** One slice, in one transaction with the note of how far it came. @returns true when nothing is left. */
function takeSlice(db: Db, version: string): boolean {
  const at = progressOf(db, version)
  const last = anew(db, at.table, at.rowid)
  const next = TABLES[TABLES.indexOf(at.table) + 1]
  if (last !== null) setMeta(db, PROGRESS, JSON.stringify({ ...at, rowid: last }))
  else if (next !== undefined) setMeta(db, PROGRESS, JSON.stringify({ version, table: next, rowid: 0 }))
  else {
    setMeta(db, DONE, version)
    statement(db, 'delete from meta where name = ?').run(PROGRESS)
    return true
  }
  return false
}

/** Rows that are written meanwhile are cut by the new segmenter anyway; a search in between finds some rows by the old words, some by the new. */
export function createTextIndexing(options: { readonly db: Db; readonly logger: Logger; readonly version?: string }): TextIndexing {
  const { db, logger } = options
  let closed = false
  let running: Promise<void> | null = null

  async function work(): Promise<void> {
    const version = options.version ?? (await segmenterVersion())
    if (meta(db, DONE) === version) return
    let slices = 0
    try {
      while (!closed && !transaction(db, () => takeSlice(db, version))) {
        slices += 1
        await new Promise((resolve) => setImmediate(resolve))
      }
      if (slices > TABLES.length) logger.info('text.indexed-anew', { slices })
    } catch (cause) {
      // The next start tries again; until then the old words find what they found.
      logger.error('text.not-indexed-anew', { code: toErrorData(cause).code })
    }
  }

  return {
    run: () => (running ??= work()),
    close: async () => {
      closed = true
      await running
    }
  }
}
