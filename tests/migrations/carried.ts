import type { Cell, Dump, TableDump } from './dump.ts'

type Row = Readonly<Record<string, Cell>>

function rowsOf(table: TableDump | undefined): Row[] {
  return (table?.rows ?? []).map((row) => Object.fromEntries((table?.columns ?? []).map((column, at) => [column, row[at] ?? null])))
}

function tableOf(columns: readonly string[], rows: readonly Row[]): TableDump {
  return { columns, rows: rows.map((row) => columns.map((column) => row[column] ?? null)) }
}

const EVIDENCE = ['evidence_message_id', 'evidence_conversation_id', 'evidence_text']

/** Version 3 as version 4 has to hold it: vectors beside their piece, evidence and targets as rows of their own. */
function asVersion4(before: Dump): Dump {
  const { facts, fact_pieces, facts_vec_open, facts_vec_private, deletions } = before
  const rest = Object.fromEntries(Object.entries(before).filter(([name]) => name !== 'fact_pieces' && !name.startsWith('facts_vec_')))
  if (facts === undefined || deletions === undefined) throw new Error('no version 3')
  const embeddings = new Map([facts_vec_open, facts_vec_private].flatMap(rowsOf).map((row) => [row['piece_id'], row['embedding'] ?? null]))
  const vectors = rowsOf(fact_pieces).map((row) => ({ ...row, embedding: embeddings.get(row['piece_id'] ?? null) ?? null }))
  // Rows that version 1 stored come by their rowid, which the dump leaves out: from one on, without a gap.
  const evidence = rowsOf(facts).flatMap((row, at) =>
    row['evidence_message_id'] === null
      ? []
      : [
          {
            fact_rowid: at + 1,
            message_id: row['evidence_message_id'] ?? null,
            conversation_id: row['evidence_conversation_id'] ?? null,
            text: row['evidence_text'] ?? '',
            at: row['created_at'] ?? null
          }
        ]
  )
  const targets = rowsOf(deletions).map((row) => ({
    deletion_id: row['id'] ?? null,
    kind: row['kind'] ?? null,
    target_id: row['target_id'] ?? null
  }))
  return {
    ...rest,
    facts: tableOf(
      facts.columns.filter((column) => !EVIDENCE.includes(column)),
      rowsOf(facts)
    ),
    fact_vectors: tableOf(['piece_id', 'fact_rowid', 'model', 'private', 'embedding'], vectors),
    fact_evidence: tableOf(['fact_rowid', 'message_id', 'conversation_id', 'text', 'at'], evidence),
    deletion_targets: tableOf(['deletion_id', 'kind', 'target_id'], targets),
    deletions: tableOf(['id', 'until'], rowsOf(deletions))
  }
}

/** Versions whose tables the next one lays out anew; every other keeps all it finds. */
const CHANGES: Readonly<Record<number, (before: Dump) => Dump>> = { 3: asVersion4 }

/** What of the rows of version `from` has to be there in version `to`. */
export function carried(before: Dump, from: number, to: number): Dump {
  let rows = before
  for (let version = from; version < to; version += 1) rows = CHANGES[version]?.(rows) ?? rows
  return rows
}
